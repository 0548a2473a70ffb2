import { Link } from 'wouter'
import { t } from '../i18n/index.ts'
import styles from './HeldStrip.module.css'
import { gamePath } from './links.ts'
import { heldMachine } from './state.ts'

/** The way back to the machine that is kept for this player. */
export function HeldStrip() {
  const held = heldMachine.value
  if (!held) return null
  return (
    <Link href={gamePath(held)} className={styles.strip}>
      <span>
        <strong>{t('lobby.held', { name: held.name })}</strong>
        <small>{t(held.status === 'in-bonus' ? 'lobby.heldBonus' : 'lobby.heldLead')}</small>
      </span>
      <span className="button" data-kind="primary">
        {t('lobby.return')}
      </span>
    </Link>
  )
}
