import { computed, type ReadonlySignal } from '@preact/signals-react'
import { operatorSettings } from '../../core/settings/operator.ts'
import { chatwoot } from './chatwoot.ts'
import { livechat } from './livechat.ts'
import type { ChatGuest, ChatProvider } from './provider.ts'
import { tawk } from './tawk.ts'

const PROVIDERS: Readonly<Record<string, ChatProvider>> = { tawk, livechat, chatwoot }

const NOBODY: ChatGuest = { who: undefined, locale: 'tr' }

/** The live chat that the operator has set, and where its page is; undefined where there is none. */
export const liveChat: ReadonlySignal<
  { provider: ChatProvider; page(guest: ChatGuest): string } | undefined
> = computed(() => {
  const { liveChat: kind, liveChatId: id, liveChatUrl: url } = operatorSettings.value
  const provider = PROVIDERS[kind]
  if (!provider?.page({ id, url }, NOBODY)) return undefined
  return { provider, page: (guest) => provider.page({ id, url }, guest) ?? '' }
})
