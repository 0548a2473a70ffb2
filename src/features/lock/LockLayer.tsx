import { effect, useSignal } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { type Dispose, disposeAll } from '../../contract/result.ts'
import { MoneyLine } from '../../core/connection/MoneyLine.tsx'
import { session } from '../../core/session/state.ts'
import { IdleWarning } from '../../ui/IdleWarning.tsx'
import { holdToasts } from '../../ui/toast.ts'
import { balance, balanceHidden } from '../wallet/state.ts'
import { startWrongPinLogout } from './actions.ts'
import { startIdleLock } from './idle-lock.ts'
import { LockScreen } from './LockScreen.tsx'
import { IDLE_WARNING_MS, type Lock, lock, locked } from './state.ts'

/**
 * The closed lock stays on top for this long, ms, so that the second of two taps does not reach the page
 * below.
 */
const LINGER_MS = 450

/** The idle lock, over every page of a player. */
export function LockLayer() {
  const current = session.value
  return current.status === 'player' ? <ActiveLock key={current.user.id} /> : null
}

function ActiveLock() {
  useLayoutEffect(() => {
    return disposeAll([startIdleLock(), startWrongPinLogout(), startHoldingToasts()])
  }, [])
  const current = lock.value
  const shown = useLinger(current)
  const leaving = current.status === 'awake'
  if (shown.status === 'awake') return null
  if (shown.status === 'warned')
    return (
      <IdleWarning left={shown.left} total={IDLE_WARNING_MS / 1000} leaving={leaving}>
        {!balanceHidden.value && <MoneyLine balance={balance.value} />}
      </IdleWarning>
    )
  return <LockScreen lock={shown} leaving={leaving} />
}

/** Behind the PIN a toast shows no amount, and a tap on one opens no game. */
function startHoldingToasts(): Dispose {
  const stop = effect(() => holdToasts(locked.value))
  return () => {
    stop()
    holdToasts(false)
  }
}

/** The state to render: the state before `awake` stays for LINGER_MS. */
function useLinger(current: Lock): Lock {
  const before = useSignal(current)
  useLayoutEffect(() => {
    const show = () => {
      before.value = current
    }
    if (current.status !== 'awake') return show()
    const timer = setTimeout(show, LINGER_MS)
    return () => clearTimeout(timer)
  }, [current, before])
  return current.status === 'awake' ? before.value : current
}
