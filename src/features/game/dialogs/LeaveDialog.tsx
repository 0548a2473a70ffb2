import { useSignal } from '@preact/signals-react'
import { machineCredit } from '../../../core/connection/machine-credit.ts'
import { useHoldTime } from '../../../core/connection/use-time-left.ts'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal, useIsOpen } from '../../../ui/fluent-widgets.tsx'
import { dispatch } from '../../held-machine/state.ts'
import { CabinetReason } from '../cabinet/CabinetReason.tsx'
import { leave } from '../play/actions.ts'
import { cashOutWithReceipt } from '../play/play-with-feedback.ts'
import {
  blockedBy,
  canCashOut,
  capabilities,
  credit,
  freeSpins,
  game,
  machine,
  pending,
} from '../play/state.ts'

type Props = { onClose: () => void }

/** Asks on leaving with credit, or with one that is not known: cash out, or keep it on the machine. */
export function LeaveDialog({ onClose }: Props) {
  const leaving = useSignal(false)
  const isOpen = useIsOpen()
  const free = freeSpins.value
  const known = machineCredit.value?.credit ?? credit.value
  const own = known ?? 0
  const { foreignCredit, handPay } = game.value?.cabinet ?? {}
  const foreign = foreignCredit ?? 0
  const time = useHoldTime(capabilities.value)
  const hasChoice = own > 0 || free > 0 || known === undefined
  const cashOutAndLeave = async () => {
    leaving.value = true
    const done = await cashOutWithReceipt(true)
    leaving.value = false
    if (!isOpen()) return
    if (done) leave()
    else onClose()
  }
  const keepAndLeave = () => {
    const id = machine.peek()?.id
    // The lobby does not ask about it again.
    if (id) dispatch({ type: 'keep', id })
    leave()
  }
  return (
    <Modal
      title={t('dialogs.leaveTitle')}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('dialogs.cancel')}
          </Button>
          {hasChoice || leaving.value ? (
            <>
              <Button onClick={keepAndLeave} disabled={leaving.value}>
                {t('dialogs.leaveCredit')}
              </Button>
              <Button
                kind="primary"
                onClick={cashOutAndLeave}
                disabled={!canCashOut.value}
                busy={leaving.value || pending.value === 'cashout'}
              >
                {t('dialogs.cashOutAndLeave')}
              </Button>
            </>
          ) : (
            <Button kind="primary" onClick={keepAndLeave}>
              {t('dialogs.leave')}
            </Button>
          )}
        </>
      }
    >
      {known === undefined && <p>{t('dialogs.leaveUnknown')}</p>}
      {free > 0 && <p>{plural('dialogs.leaveFree', free, { time })}</p>}
      {free === 0 && own > 0 && <p>{t('dialogs.leaveLead', { amount: money(own), time })}</p>}
      {!hasChoice && foreign > 0 && <p>{t('dialogs.leaveForeign', { amount: money(foreign) })}</p>}
      {handPay && <p>{t('cabinet.handPay', { amount: money(handPay) })}</p>}
      {blockedBy.value === 'cabinet' && (
        <p>
          <strong>
            <CabinetReason />
          </strong>
        </p>
      )}
    </Modal>
  )
}
