import { openDrawer } from '../../core/slots/slots.ts'
import { t } from '../../i18n/index.ts'
import { openChat } from '../live-chat/actions.ts'
import { liveChat } from '../live-chat/providers.ts'
import styles from './ContactLinks.module.css'
import { WayLink } from './ContactLinks.tsx'
import { supportLines } from './contact-links.ts'
import { WAY_ICONS } from './icons.tsx'
import './texts.ts'

/** The support lines and the live chat, at the foot of the navbar. Nothing where the operator has set none. */
export function SupportBlock() {
  const lines = supportLines.value
  const talk = () => {
    openDrawer(false)
    void openChat()
  }
  if (lines.length === 0 && !liveChat.value) return null
  return (
    <section className={styles.block} aria-label={t('support.title')}>
      {liveChat.value && (
        <button type="button" className={styles.way} aria-haspopup="dialog" onClick={talk}>
          <WAY_ICONS.chat />
          <span>{t('support.liveChat')}</span>
        </button>
      )}
      {lines.map((line) => (
        <WayLink key={line.kind} {...line} />
      ))}
    </section>
  )
}
