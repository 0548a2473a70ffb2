import * as v from 'valibot'
import { fromJson } from '../../core/storage/json.ts'
import type { ChatProvider } from './provider.ts'

const PREFIX = 'chatwoot-widget:'
const Told = v.pipe(
  v.string(),
  v.transform((text) => (text.startsWith(PREFIX) ? fromJson(text.slice(PREFIX.length)) : undefined)),
  v.object({ event: v.string() }),
)
const say = (event: string, more: object) => PREFIX + JSON.stringify({ event, ...more })

/**
 * Chatwoot, self-hosted, by the page that its own script would put in a frame; spoken to as that script does. The
 * name that it gives a conversation is kept nowhere: who comes back is known by their identity, or is new.
 */
export const chatwoot: ChatProvider = {
  name: '',
  page({ id, url }) {
    if (!id || !URL.canParse(url)) return undefined
    const { origin, protocol } = new URL(url)
    // A page of the app's own origin could reach into the app.
    if (!/^https?:$/.test(protocol) || origin === location.origin) return undefined
    const page = new URL(`${url.replace(/\/+$/, '')}/widget`)
    page.searchParams.set('website_token', id)
    return page.href
  },
  answer(message, { who, locale }) {
    const told = v.safeParse(Told, message)
    if (!told.success) return {}
    if (told.output.event === 'closeWindow') return { hide: true }
    if (told.output.event !== 'loaded') return {}
    const looks = { locale, position: 'right', hideMessageBubble: true, showPopoutButton: false }
    const user = who && say('set-user', { identifier: who.id, user: { identifier_hash: who.hash } })
    return {
      say: [say('config-set', looks), ...(user ? [user] : []), say('toggle-open', { isOpen: true })],
    }
  },
}
