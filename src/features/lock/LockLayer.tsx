import { useSignal } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import texts from '../../../locales/tr.json?groups=lock'
import { IDLE_WARNING_MS } from '../../core/idle/limits.ts'
import { session } from '../../core/session/state.ts'
import { addTexts } from '../../i18n/index.ts'
import { IdleWarning } from '../../ui/IdleWarning.tsx'
import { startWrongPinLogout } from './actions.ts'
import { startIdleLock } from './idle-lock.ts'
import { LockScreen } from './LockScreen.tsx'
import { type Lock, lock } from './state.ts'

addTexts('tr', texts)

/** How long a cover that is done with still takes touches, ms: the second tap of two is not for what is below. */
const LINGER_MS = 450

/** The idle lock over every page of a player. Draws nothing while somebody is there. */
export function LockLayer() {
  const now = session.value
  return now.status === 'player' ? <ActiveLock key={now.user.id} /> : null
}

function ActiveLock() {
  useLayoutEffect(() => {
    const stops = [startIdleLock(), startWrongPinLogout()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  const now = lock.value
  const shown = useLinger(now)
  const leaving = now.is === 'awake'
  if (shown.is === 'awake') return null
  if (shown.is === 'warned')
    return <IdleWarning left={shown.left} total={IDLE_WARNING_MS / 1000} leaving={leaving} />
  return <LockScreen now={shown} leaving={leaving} />
}

/** The state as it is to be drawn: what was before `awake` stays a moment longer. */
function useLinger(now: Lock): Lock {
  const before = useSignal(now)
  useLayoutEffect(() => {
    const show = () => {
      before.value = now
    }
    if (now.is !== 'awake') return show()
    const timer = setTimeout(show, LINGER_MS)
    return () => clearTimeout(timer)
  }, [now, before])
  return now.is === 'awake' ? before.value : now
}
