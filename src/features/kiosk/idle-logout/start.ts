import { effect, untracked } from '@preact/signals-react'
import { session, signedOut } from '../../../core/session/state.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { sendHome } from './auto-logout.ts'
import { watchTouches } from './idle-timer.ts'
import { forgetGuest } from './reset-kiosk.ts'
import { presence, untouchedFor, type Waiting } from './state.ts'

function waiting(): Waiting {
  const { status } = session.peek()
  const { kioskLogout, kioskAttract } = kioskSettings.peek()
  return {
    who: status === 'player' || status === 'guest' ? status : 'nobody',
    logoutMs: kioskLogout * 1000,
    attractMs: kioskAttract * 1000,
  }
}

/** Sends home who is not there any more, and forgets who never logged in. Gives a way to stop. */
export function watchPresence(): () => void {
  const stops = [
    watchTouches((ms) => untouchedFor(ms, waiting())),
    effect(() => {
      const { is } = presence.value
      untracked(() => {
        if (is === 'leaving') void sendHome()
        if (is !== 'attract') return
        forgetGuest()
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
