import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { createIdleClock } from '../../../core/idle/idle-clock.ts'
import { startIdleTimer } from '../../../core/idle/idle-timer.ts'
import { session, setSignedOut } from '../../../core/session/state.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { phoneLogin } from '../phone-login/state.ts'
import { autoLogout } from './auto-logout.ts'
import { resetKiosk } from './reset-kiosk.ts'
import { applyIdleTime, type IdlePolicy, presence } from './state.ts'

function idlePolicy(): IdlePolicy {
  const { status } = session.peek()
  const { kioskLogout, kioskAttract } = kioskSettings.peek()
  const isCodeShown = phoneLogin.peek().status === 'shown'
  return {
    // A code stays in view until its time is over.
    user: (status === 'guest' && !isCodeShown) || status === 'player' ? status : 'unknown',
    logoutMs: kioskLogout * 1000,
    attractMs: kioskAttract * 1000,
  }
}

/** Logs out an idle player, and resets the kiosk after an idle guest. */
export function startIdleLogout(): Dispose {
  const clock = createIdleClock()
  let wasCodeShown = false
  const timer = startIdleTimer(clock, { onIdle: (ms) => applyIdleTime(ms, idlePolicy()) })
  timer.poll()
  const stops = [
    timer.stop,
    effect(() => {
      const isCodeShown = phoneLogin.value.status === 'shown'
      // The player has used the kiosk by phone, or the code is over, which the player can then read.
      if (wasCodeShown && !isCodeShown) {
        clock.setUsed()
        untracked(timer.poll)
      }
      wasCodeShown = isCodeShown
    }),
    effect(() => {
      const { status } = presence.value
      untracked(() => {
        if (status === 'leaving') void autoLogout()
        if (status !== 'attract') return
        resetKiosk()
        // The next player must not see why the last session ended.
        const current = session.peek()
        if (current.status === 'guest' && current.end) setSignedOut()
      })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
