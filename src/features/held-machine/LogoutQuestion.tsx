import { useSignal } from '@preact/signals-react'
import { useLocation } from 'wouter'
import { machineCredit } from '../../core/connection/machine-credit.ts'
import { useHoldTime, useTimeLeft } from '../../core/connection/use-time-left.ts'
import { logout } from '../../core/session/actions.ts'
import { dateTime } from '../../i18n/dates.ts'
import { locale, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal, useIsOpen } from '../../ui/fluent-widgets.tsx'
import { PageLoading } from '../../ui/lazy.tsx'
import { cashOutHeldMachine } from './commands-with-feedback.ts'
import { formatShown } from './format-shown.ts'
import { HeldCredit } from './HeldCredit.tsx'
import { canCashOut, reconnect } from './state.ts'

/** Logs out with a message for the login screen, except on a kiosk, where the next guest reads it. */
function logoutWith(message: string): Promise<void> {
  const isKiosk = document.documentElement.dataset.kiosk !== undefined
  return logout(isKiosk ? undefined : { kind: 'logout', code: 0, message, params: {}, locale: locale.peek() })
}

/** Asks at the logout what becomes of the credit, or of what may be credit, on the held machine. */
export function LogoutQuestion() {
  const [, navigate] = useLocation()
  const moving = useSignal(false)
  const isOpen = useIsOpen()
  // The machine of the question, also while its credit is on its way.
  const asked = useSignal(machineCredit.peek())
  const current = machineCredit.value ?? asked.value
  const { id = '', name = '', credit: known, transfer, until } = current ?? {}
  const left = useTimeLeft(until)
  const time = useHoldTime(current)
  const isUnknown = known === undefined
  const credit = known ?? 0
  const amount = formatShown(credit)
  const isHandPay = reconnect.value.machine?.status === 'hand-pay'
  const moveAndLogOut = async () => {
    moving.value = true
    const moved = await cashOutHeldMachine(isUnknown)
    moving.value = false
    if (!moved || !isOpen()) return
    const text = moved.amount && t('held-machine.movedAtLogout', { amount: formatShown(moved.amount) })
    await logoutWith(text || t('session.logout'))
  }
  const keepAndLogOut = () => {
    // A time of day alone is true within a day only.
    const back = until && left.peek() && !isUnknown && dateTime(until, 'time')
    return logoutWith(
      back ? t('held-machine.keptAtLogout', { name, amount, time: back }) : t('session.logout'),
    )
  }
  return (
    <>
      <PageLoading />
      <Modal
        title={
          credit === 0 && transfer
            ? t('held-machine.onItsWayTitle', { amount: formatShown(transfer.amount) })
            : credit === 0 && isHandPay
              ? t('held-machine.hand-pay.title', { name })
              : t(isUnknown ? 'held-machine.logoutUnknown' : 'held-machine.logoutTitle', { name, amount })
        }
        onClose={() => navigate('/lobby')}
        actions={
          <>
            <Button kind="quiet" onClick={() => navigate('/lobby')}>
              {t('held-machine.stay')}
            </Button>
            <Button onClick={keepAndLogOut} disabled={moving.value}>
              {t('held-machine.keepAndLogOut')}
            </Button>
            {((canCashOut.value && (credit > 0 || isUnknown)) || moving.value) && (
              <Button kind="primary" onClick={moveAndLogOut} busy={moving.value}>
                {t('held-machine.moveAndLogOut')}
              </Button>
            )}
          </>
        }
      >
        <HeldCredit id={id} />
        <p>{isHandPay ? t('held-machine.hand-pay.lead') : t('held-machine.logoutLead', { time })}</p>
      </Modal>
    </>
  )
}
