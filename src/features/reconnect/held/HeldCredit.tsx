import { machineCredit } from '../../../core/connection/machine-credit.ts'
import { useTimeLeft } from '../../../core/connection/use-time-left.ts'
import { t } from '../../../i18n/index.ts'
import { formatShown } from './format-shown.ts'
import css from './Held.module.css'

/** The credit on the player's machine and the time until it returns, as far as the server reports them. */
export function HeldCredit({ id }: { id: string }) {
  const money = machineCredit.value
  const { credit, until } = money?.id === id ? money : {}
  const left = useTimeLeft(until)
  if (credit === undefined && left.value === undefined) return null
  return (
    <div className={css.credit}>
      {credit !== undefined && (
        <p>
          <span>{t('reconnect.credit')}</span> <b className="figures">{formatShown(credit)}</b>
        </p>
      )}
      {left.value && <small>{t('reconnect.returnsIn', { time: left.value })}</small>}
    </div>
  )
}
