import { useSignal } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { MoneyLine } from '../../../core/connection/MoneyLine.tsx'
import { machineCredit } from '../../../core/connection/machine-credit.ts'
import { useHoldTime } from '../../../core/connection/use-time-left.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { IdleWarning } from '../../../ui/IdleWarning.tsx'
import { Logo } from '../../../ui/Logo.tsx'
import { TopLayerDialog } from '../../../ui/TopLayerDialog.tsx'
import { balance, balanceHidden, HIDDEN_BALANCE } from '../../wallet/state.ts'
import css from './IdleLogoutWarning.module.css'
import { type Presence, presence, warningMs } from './state.ts'

/**
 * A closing warning still takes touches for this long, ms: the second of two taps must not reach the page
 * below.
 */
const LINGER_MS = 450

/** The idle warning, and the message while the automatic logout is in progress. */
export function IdleLogoutWarning() {
  return <PresenceDialog current={presence.value} />
}

/** What becomes of the player's money on a machine; nothing without any. */
function CreditNotice() {
  const { name = '', credit, transfer, handPay, isWithheld } = machineCredit.value ?? {}
  const time = useHoldTime(machineCredit.value)
  // A cabinet cashes out when the attendant has been there.
  const isCashedOut = kioskSettings.value.kioskCashOut && !isWithheld && !handPay
  const show = (cents: number) => (balanceHidden.value ? HIDDEN_BALANCE : money(cents))
  return (
    <>
      {handPay && <span>{t('kiosk.handPay', { amount: show(handPay) })}</span>}
      {transfer && <span>{t('kiosk.onItsWay', { amount: show(transfer.amount) })}</span>}
      {credit ? (
        <span>{isCashedOut ? t('kiosk.leavingLead') : t('kiosk.creditStays', { name, time })}</span>
      ) : null}
    </>
  )
}

function PresenceDialog({ current }: { current: Presence }) {
  const before = useSignal<Presence>(current)
  useLayoutEffect(() => {
    const show = () => {
      before.value = current
    }
    if (current.status === 'warned' || current.status === 'leaving') return show()
    const timer = setTimeout(show, LINGER_MS)
    return () => clearTimeout(timer)
  }, [current, before])
  const open = current.status === 'warned' || current.status === 'leaving'
  const shown = open ? current : before.value
  if (shown.status === 'warned')
    return (
      <IdleWarning
        left={shown.left}
        total={warningMs(kioskSettings.value.kioskLogout * 1000) / 1000}
        leaving={!open}
        lead={t('kiosk.warnLead')}
        topmost
      >
        {!balanceHidden.value && <MoneyLine balance={balance.value} />}
        <CreditNotice />
      </IdleWarning>
    )
  if (shown.status !== 'leaving') return null
  return (
    <TopLayerDialog
      id="kiosk-leaving"
      className={css.leaving}
      labelledBy="kiosk-leaving-title"
      describedBy="kiosk-leaving-lead"
      leaving={!open}
      topmost
    >
      <div className={css.card} role="status">
        <Logo spinning />
        <h2 id="kiosk-leaving-title">{t('kiosk.leavingTitle')}</h2>
        <p id="kiosk-leaving-lead">
          <CreditNotice />
        </p>
      </div>
    </TopLayerDialog>
  )
}
