import { setDrawerOpen } from '../../core/frame/drawer.ts'
import styles from '../../core/settings/ContactLink.module.css'
import { ContactLink } from '../../core/settings/ContactLink.tsx'
import { supportLines } from '../../core/settings/contact-links.ts'
import { t } from '../../i18n/index.ts'
import { CONTACT_ICONS } from '../../ui/contact-icons.tsx'
import { isChatOffered, openChat } from '../live-chat/actions.ts'

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
