import { computed, type ReadonlySignal } from '@preact/signals-react'
import { t } from '../../i18n/index.ts'
import { localize } from '../../i18n/localize.ts'
import type { CONTACT_ICONS } from '../../ui/contact-icons.tsx'
import { operatorSettings } from './operator.ts'

export interface ContactChannel {
  kind: keyof typeof CONTACT_ICONS
  label: string
  url: string
}

/** The operator's 24-hour lines, with labels in the page's language. */
export const supportLines: ReadonlySignal<readonly ContactChannel[]> = computed(() => {
  const { supportMessaging, supportWhatsapp } = operatorSettings.value
  const lines: ContactChannel[] = [
    { kind: 'chat', label: t('contact.messaging'), url: supportMessaging },
    { kind: 'whatsapp', label: t('contact.whatsapp'), url: supportWhatsapp },
  ]
  return lines.filter(({ url }) => url)
})

/** The operator's contact links. */
export const contactLinks: ReadonlySignal<readonly ContactChannel[]> = computed(() =>
  operatorSettings.value.contactLinks.map(({ kind, title = '', url }) => ({
    kind,
    label: localize(title) || t(`contact.kind.${kind}`),
    url,
  })),
)
