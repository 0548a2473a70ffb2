import { computed, effect, untracked } from '@preact/signals-react'
import { type Dispose, disposeAll } from '../../../contract/result.ts'
import { createIdleClock, startUse } from '../../../core/idle/idle-clock.ts'
import { startIdleTimer } from '../../../core/idle/idle-timer.ts'
import { session, setSignedOut } from '../../../core/session/state.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { phoneLogin } from '../phone-login/state.ts'
import { autoLogout } from './auto-logout.ts'
import { resetKiosk } from './reset-kiosk.ts'
import { applyIdleTime, type IdlePolicy, presence } from './state.ts'

/** A server that grants a code for longer does not keep it in view, ms. */
const MAX_CODE_MS = 10 * 60_000

const isCodeShown = computed(() => phoneLogin.value.status === 'shown')

function idlePolicy(): IdlePolicy {
  const { status } = session.peek()
  const { kioskLogout, kioskAttract } = kioskSettings.peek()
  return {
    user: status === 'guest' || status === 'player' ? status : 'unknown',
    logoutMs: kioskLogout * 1000,
    attractMs: kioskAttract * 1000,
  }
}

/** Logs out an idle player, and resets the kiosk after an idle guest. */
export function startIdleLogout(): Dispose {
  const clock = createIdleClock()
  const timer = startIdleTimer(clock, { onIdle: (ms) => applyIdleTime(ms, idlePolicy()) })
  timer.poll()
  return disposeAll([
    timer.stop,
    // The player uses the kiosk by phone, and can then read how that ended.
    effect(() => (isCodeShown.value ? startUse(MAX_CODE_MS) : undefined)),
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
  ])
}
