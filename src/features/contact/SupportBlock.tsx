import { setDrawerOpen } from '../../core/frame/drawer.ts'
import { t } from '../../i18n/index.ts'
import { CONTACT_ICONS } from '../../ui/contact-icons.tsx'
import { linkProps } from '../../ui/link-props.ts'
import { isChatOffered, openChat } from '../live-chat/actions.ts'
import styles from './ContactLinks.module.css'
import { type ContactChannel, supportLines } from './contact-links.ts'

export function ContactLink({ kind, label, url }: ContactChannel) {
  const Icon = CONTACT_ICONS[kind]
  return (
    <a className={styles.way} {...linkProps(url)}>
      <Icon />
      {/* A telephone number reads from left to right in every language. */}
      <span dir="auto">{label}</span>
    </a>
  )
}

/** The support lines and the live chat at the bottom of the navbar; hidden if the operator has set none. */
export function SupportBlock() {
  const lines = supportLines.value
  const talk = () => {
    setDrawerOpen(false)
    void openChat()
  }
  if (lines.length === 0 && !isChatOffered.value) return null
  return (
    <section className={styles.block} aria-label={t('contact.title')}>
      {isChatOffered.value && (
        <button type="button" className={styles.way} aria-haspopup="dialog" onClick={talk}>
          <CONTACT_ICONS.chat />
          <span>{t('live-chat.liveChat')}</span>
        </button>
      )}
      {lines.map((line) => (
        <ContactLink key={line.kind} {...line} />
      ))}
    </section>
  )
}
