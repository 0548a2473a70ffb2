import { Link } from 'wouter'
import { machineCredit } from '../../core/connection/machine-credit.ts'
import { useTimeLeft } from '../../core/connection/use-time-left.ts'
import { gamePath } from '../../core/router/machine-paths.ts'
import { t } from '../../i18n/index.ts'
import { WalletIcon } from '../../ui/icons.tsx'
import { TransientButton } from '../../ui/TransientButton.tsx'
import { heldMachine } from '../lobby/state.ts'
import { cashOutHeldMachine } from './commands-with-feedback.ts'
import { formatHoldEnd, formatShown } from './format-shown.ts'
import css from './Held.module.css'
import { canCashOut, isCashingOut } from './state.ts'

/**
 * The held machine: its credit and the time left above its name, and both ways on. The line itself leads
 * back.
 */
export function HeldBar() {
  const held = heldMachine.value
  const money = machineCredit.value
  const { credit, transfer, handPay, until } = money && money.id === held?.id ? money : {}
  const left = useTimeLeft(until)
  if (!held) return null
  const { status = 'unknown' } = held
  return (
    <section className={css.bar}>
      <p className={css.line}>
        {credit !== undefined && <b className="figures">{formatShown(credit)}</b>}
        {left.value && (
          <>
            <span className={css.clock} title={formatHoldEnd(credit, left.value)}>
              {t('held-machine.left', { time: left.value })}
            </span>
            <span className={css.returns}>{formatHoldEnd(credit, left.value)}</span>
          </>
        )}
        {transfer && (
          <span>
            {t('held-machine.onItsWay')} <b className="figures">{formatShown(transfer.amount)}</b>
          </span>
        )}
        {handPay && (
          <span>
            {t('held-machine.handPay')} <b className="figures">{formatShown(handPay)}</b>
          </span>
        )}
        <small>
          <bdi>{held.name || held.id}</bdi>
          {status !== 'waiting' && ` · ${t(`status.${status}`)}`}
        </small>
      </p>
      {canCashOut.value && credit !== 0 && (
        <span className={css.move}>
          <TransientButton busy={isCashingOut.value} onClick={() => void cashOutHeldMachine()}>
            <WalletIcon />
            {t('held-machine.cashout')}
          </TransientButton>
        </span>
      )}
      <Link
        href={gamePath(held)}
        className={`button ${css.back}`}
        data-kind="primary"
        aria-label={`${t('held-machine.continue')}: ${held.name || held.id}`}
      >
        {t('held-machine.continue')}
      </Link>
    </section>
  )
}
