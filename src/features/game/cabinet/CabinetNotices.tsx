import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { game, link, spinBlock } from '../play/state.ts'
import css from './CabinetNotices.module.css'
import { isCabinet, longTransfer, playerCredit } from './state.ts'

/** What a cabinet reports, over its picture, where it moves nothing: its status above, money below. */
export function CabinetNotices() {
  if (!isCabinet.value) return null
  const { status = 'ready', foreignCredit, fault, handPay } = game.value?.cabinet ?? {}
  const transfer = longTransfer.value
  const amount = status === 'hand-pay' && handPay
  // Without a connection that is not known to be true any more.
  const isKnown = link.value === 'up'
  return (
    <>
      <div className={css.status} role="status" data-testid="cabinet-status">
        {isKnown && status !== 'ready' && (
          <>
            {/* The line at the controls announces the same status. */}
            <strong aria-hidden={!amount && spinBlock.value === 'cabinet'}>
              {amount ? t('cabinet.handPay', { amount: money(amount) }) : t(`cabinet.status.${status}`)}
            </strong>
            {status === 'fault' && fault && (
              <bdi className={css.fault} dir="auto">
                {fault}
              </bdi>
            )}
            <span>
              {t(`cabinet.lead.${status}`)}
              {status !== 'hand-pay' && (playerCredit.value ?? 0) > 0 && ` ${t('cabinet.creditSafe')}`}
            </span>
          </>
        )}
      </div>
      {/* The line at the controls announces a transfer. */}
      <div className={css.money} data-testid="cabinet-money">
        {transfer && <p>{t(`cabinet.transfer.${transfer.direction}`, { amount: money(transfer.amount) })}</p>}
        {foreignCredit && status === 'ready' && (
          <p>{t('cabinet.foreignCredit', { amount: money(foreignCredit) })}</p>
        )}
      </div>
    </>
  )
}
