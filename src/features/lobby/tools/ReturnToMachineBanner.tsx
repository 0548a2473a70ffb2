import { Link } from 'wouter'
import { gamePath } from '../../../core/router/paths.ts'
import { t } from '../../../i18n/index.ts'
import { heldMachine } from '../state.ts'
import styles from './ReturnToMachineBanner.module.css'

/** The way back to the machine that is kept for this player. */
export function ReturnToMachineBanner() {
  const held = heldMachine.value
  if (!held) return null
  return (
    <Link href={gamePath(held)} className={styles.strip}>
      <span>
        <strong>{t('floor.held', { name: held.name })}</strong>
        <small>{t(held.status === 'in-bonus' ? 'floor.heldBonus' : 'floor.heldLead')}</small>
      </span>
      <span className="button" data-kind="primary">
        {t('floor.return')}
      </span>
    </Link>
  )
}
