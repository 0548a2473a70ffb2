import { useSignal } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { IDLE_WARNING_MS } from '../../../core/idle/limits.ts'
import { t } from '../../../i18n/index.ts'
import { IdleWarning } from '../../../ui/IdleWarning.tsx'
import { Logo } from '../../../ui/Logo.tsx'
import { TopLayerDialog } from '../../../ui/TopLayerDialog.tsx'
import css from './IdleLogoutWarning.module.css'
import { type Presence as Now, presence } from './state.ts'

/** How long the warning still takes touches once it is over, ms: the second tap of two is not for what is below. */
const LINGER_MS = 450

/** What lies over the page of a player who is not there: the warning, and the wait while they are sent home. */
export function IdleLogoutWarning() {
  return <Shown now={presence.value} />
}

function Shown({ now }: { now: Now }) {
  const before = useSignal<Now>(now)
  useLayoutEffect(() => {
    const show = () => {
      before.value = now
    }
    if (now.is === 'warned' || now.is === 'leaving') return show()
    const timer = setTimeout(show, LINGER_MS)
    return () => clearTimeout(timer)
  }, [now, before])
  const over = now.is === 'warned' || now.is === 'leaving'
  const shown = over ? now : before.value
  if (shown.is === 'warned')
    return (
      <IdleWarning
        left={shown.left}
        total={IDLE_WARNING_MS / 1000}
        leaving={!over}
        lead={t('kiosk.warnLead')}
        topmost
      />
    )
  if (shown.is !== 'leaving') return null
  return (
    <TopLayerDialog
      id="kiosk-leaving"
      className={css.leaving}
      labelledBy="kiosk-leaving-title"
      describedBy="kiosk-leaving-lead"
      leaving={!over}
      topmost
    >
      <div className={css.card} role="status">
        <Logo spinning />
        <h2 id="kiosk-leaving-title">{t('kiosk.leavingTitle')}</h2>
        <p id="kiosk-leaving-lead">{t('kiosk.leavingLead')}</p>
      </div>
    </TopLayerDialog>
  )
}
