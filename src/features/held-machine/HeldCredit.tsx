import { machineCredit } from '../../core/connection/machine-credit.ts'
import { useTimeLeft } from '../../core/connection/use-time-left.ts'
import { t } from '../../i18n/index.ts'
import { formatHoldEnd, formatShown } from './format-shown.ts'
import css from './Held.module.css'

/** The player's money on a machine and the time until it returns, as far as the server reports them. */
export function HeldCredit({ id }: { id: string }) {
  const money = machineCredit.value
  const { credit, transfer, handPay, until } = money?.id === id ? money : {}
  const left = useTimeLeft(until)
  const amounts = [
    { name: t('game.credit'), cents: credit },
    { name: t('held-machine.onItsWay'), cents: transfer?.amount },
    { name: t('held-machine.handPay'), cents: handPay },
  ]
  const known = amounts.filter(({ cents }) => cents != null)
  if (known.length === 0 && left.value === undefined) return null
  return (
    <div className={css.credit}>
      {known.map(({ name, cents }) => (
        <p key={name}>
          <span>{name}</span> <b className="figures">{formatShown(cents ?? 0)}</b>
        </p>
      ))}
      {left.value && <small>{formatHoldEnd(credit, left.value)}</small>}
    </div>
  )
}
