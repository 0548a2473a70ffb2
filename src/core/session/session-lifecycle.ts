import { effect } from '@preact/signals-react'
import { endSession, resume } from './actions.ts'
import { renewalDelay } from './renewal.ts'
import { endOf, isRefusal, keepSession, validate } from './sign-in.ts'
import { currentToken, renewed, session } from './state.ts'
import { stopwatch } from './stopwatch.ts'
import { sessionArea, storedToken } from './stored-token.ts'
import { followStored, watchTabs } from './tabs.ts'

export { logout, sayFarewell } from './logout.ts'
export { forgetSession } from './wipe.ts'

/** A renewal that got no answer is tried again after this, ms. */
const AGAIN_MS = 30_000
/** The clocks are looked at this often at least, ms: a device that slept leaves a timer waiting. */
const LOOK_MS = 30_000

let asking: Promise<boolean> | undefined
let kept = false

/** See actions.ts. Whoever asks while it is being asked gets the same answer. */
export function checkSession(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<boolean> {
  const now = session.peek()
  if (now.status !== 'player') return true
  const { token, user } = now
  const answer = await validate(token)
  if (token !== currentToken()) return true
  // Somebody logged in or out in another tab while the answer came: what is stored is not ours to write.
  if (storedToken() !== token) followStored()
  else if (answer.ok) {
    keepSession(sessionArea(), answer.value, user)
    renewed(answer.value.token)
  } else if (isRefusal(answer.error)) endSession(endOf(answer.error, 'unauthorized'))
  else return false
  return true
}

/** Renews each token in time, for as long as there is one, without the player noticing. */
function keepRenewed(): void {
  effect(() => {
    const now = session.value
    if (now.status !== 'player') return
    const delay = renewalDelay(now.token)
    if (delay === undefined) return
    const age = stopwatch()
    let due = delay
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      clearTimeout(timer)
      if (age() >= due) {
        // Not again before this has passed, nor while it is being asked.
        due = age() + AGAIN_MS
        await checkSession()
      }
      if (now === session.peek()) timer = setTimeout(look, Math.min(Math.max(due - age(), 0), LOOK_MS))
    }
    /** The device wakes up, or is connected again: there is nothing to wait for. */
    const wake = () => {
      due = delay
      void look()
    }
    void look()
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    }
  })
}

/** Keeps a session alive and true, for as long as the page lives: its token, its tabs, its way back. Once is enough. */
export function keep(): void {
  if (kept) return
  kept = true
  keepRenewed()
  watchTabs()
  // A page that the browser kept as it was may be of a player who has gone since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && session.peek().status !== 'guest') void resume()
  })
}
