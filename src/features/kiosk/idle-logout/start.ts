import { effect, untracked } from '@preact/signals-react'
import { session, signedOut } from '../../../core/session/state.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { autoLogout } from './auto-logout.ts'
import { startIdleTimer } from './idle-timer.ts'
import { resetKiosk } from './reset-kiosk.ts'
import { applyIdleTime, type IdlePolicy, presence } from './state.ts'

function idlePolicy(): IdlePolicy {
  const { status } = session.peek()
  const { kioskLogout, kioskAttract } = kioskSettings.peek()
  return {
    who: status === 'player' || status === 'guest' ? status : 'nobody',
    logoutMs: kioskLogout * 1000,
    attractMs: kioskAttract * 1000,
  }
}

/** Sends home who is not there any more, and forgets who never logged in. Gives a way to stop. */
export function startIdleLogout(): () => void {
  const stops = [
    startIdleTimer((ms) => applyIdleTime(ms, idlePolicy())),
    effect(() => {
      const { is } = presence.value
      untracked(() => {
        if (is === 'leaving') void autoLogout()
        if (is !== 'attract') return
        resetKiosk()
        // What the last session ended with is nothing to the next player.
        const now = session.peek()
        if (now.status === 'guest' && now.end) signedOut()
      })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
