import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import css from './MoneyLine.module.css'
import { machineCredit } from './machine-credit.ts'
import { useTimeLeft } from './use-time-left.ts'

/**
 * Where the player's money is: wallet, credit on a machine with its time left, on its way, hand pay.
 * `balance`: the wallet's, cents; undefined while it is unknown.
 */
export function MoneyLine({ balance }: { balance: number | undefined }) {
  const machine = machineCredit.value
  const left = useTimeLeft(machine?.until)
  return (
    <p className={css.line}>
      {balance !== undefined && (
        <span>
          {t('wallet.balance')} <b className="figures">{money(balance)}</b>
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
          {t('held-machine.handPay')} <b className="figures">{money(machine.handPay)}</b>
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
