import { Link } from 'wouter'
import { gamePath } from '../../core/router/machine-paths.ts'
import { t } from '../../i18n/index.ts'
import { TransientButton } from '../../ui/TransientButton.tsx'
import { emptySeatId, heldMachine } from '../lobby/state.ts'
import { cashOutHeldMachine } from './commands-with-feedback.ts'
import css from './Held.module.css'
import { HeldCredit } from './HeldCredit.tsx'
import { canCashOut, isCashingOut } from './state.ts'

/** The held machine in the wallet: its credit, when that returns, and both ways on. */
export function HeldCard() {
  const held = heldMachine.value
  if (!held) return null
  const name = held.name || held.id
  return (
    <section className={css.card} aria-label={name}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <HeldCredit id={held.id} />
      <p className={css.ways}>
        {canCashOut.value && (
          <TransientButton busy={isCashingOut.value} onClick={() => void cashOutHeldMachine()}>
            {t(emptySeatId.value === held.id ? 'held-machine.leave' : 'held-machine.cashout')}
          </TransientButton>
        )}
        <Link
          href={gamePath(held)}
          className="button"
          data-kind="primary"
          aria-label={`${t('held-machine.continue')}: ${name}`}
        >
          {t('held-machine.continue')}
        </Link>
      </p>
    </section>
  )
}
