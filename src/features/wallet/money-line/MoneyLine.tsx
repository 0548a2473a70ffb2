import { machineCredit } from '../../../core/connection/machine-credit.ts'
import { useTimeLeft } from '../../../core/connection/use-time-left.ts'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { balance, balanceHidden } from '../state.ts'
import css from './MoneyLine.module.css'

/** Where the player's money is: wallet, credit on a machine with its time left, on its way, hand pay. */
export function MoneyLine() {
  const machine = machineCredit.value
  const left = useTimeLeft(machine?.until)
  if (balanceHidden.value) return null
  return (
    <p className={css.line}>
      {balance.value !== undefined && (
        <span>
          {t('wallet.balance')} <b className="figures">{money(balance.value)}</b>
        </span>
      )}
      {machine?.credit !== undefined && machine.credit > 0 && (
        <span>
          <bdi>{machine.name}</bdi> <b className="figures">{money(machine.credit)}</b>{' '}
          {left.value && <span className="figures">{left}</span>}
        </span>
      )}
      {machine?.handPay && (
        <span>
          {t('reconnect.handPay')} <b className="figures">{money(machine.handPay)}</b>
        </span>
      )}
      {machine?.transfer && (
        <span>
          {t('wallet.onItsWay')} <b className="figures">{money(machine.transfer.amount)}</b>
        </span>
      )}
    </p>
  )
}
