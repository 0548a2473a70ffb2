import { effect } from '@preact/signals-react'
import { endSession, resume } from './actions.ts'
import { completeAnswer } from './player.ts'
import { renewalDelay } from './renewal.ts'
import { endReason, isRejection, storedAnswer, storeSession, validateToken } from './sign-in.ts'
import { currentToken, session, updateToken } from './state.ts'
import { stopwatch } from './stopwatch.ts'
import { sessionArea, storedToken } from './stored-token.ts'
import { startTabSync, syncWithStorage } from './tabs.ts'

export { logout, showLogoutReason } from './logout.ts'
export { correctReason } from './tabs.ts'
export { forgetSession } from './wipe.ts'

/** A renewal that got no answer is tried again after this, ms. */
const RETRY_MS = 30_000
/** The clocks are looked at this often at least, ms: a device that slept leaves a timer waiting. */
const POLL_INTERVAL_MS = 30_000

let pendingCheck: Promise<boolean> | undefined
let isStarted = false

/** See actions.ts. Calls during one under way share its answer. */
export function checkSession(): Promise<boolean> {
  pendingCheck ??= validateSession().finally(() => {
    pendingCheck = undefined
  })
  return pendingCheck
}

async function validateSession(): Promise<boolean> {
  const current = session.peek()
  if (current.status !== 'player') return true
  const { token } = current
  const answer = await validateToken(token)
  if (token !== currentToken()) return true
  // Another tab logged in or out meanwhile: the stored session is not this tab's to write.
  if (storedToken() !== token) syncWithStorage()
  else if (answer.ok) {
    storeSession(sessionArea(), completeAnswer(answer.value, storedAnswer()))
    updateToken(answer.value.token)
  } else if (isRejection(answer.error)) endSession(endReason(answer.error, 'unauthorized'))
  else return false
  return true
}

/** Renews each token in time, for as long as there is one, without the player noticing. */
function startTokenRenewal(): void {
  effect(() => {
    const current = session.value
    if (current.status !== 'player') return
    const delay = renewalDelay(current.token)
    if (delay === undefined) return
    const age = stopwatch()
    let due = delay
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async () => {
      clearTimeout(timer)
      if (age() >= due) {
        // Not again before this has passed, nor while it is being asked.
        due = age() + RETRY_MS
        await checkSession()
      }
      if (current === session.peek())
        timer = setTimeout(poll, Math.min(Math.max(due - age(), 0), POLL_INTERVAL_MS))
    }
    /** The device wakes up, or is connected again: there is nothing to wait for. */
    const renewNow = () => {
      due = delay
      void poll()
    }
    void poll()
    window.addEventListener('online', renewNow)
    document.addEventListener('visibilitychange', renewNow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', renewNow)
      document.removeEventListener('visibilitychange', renewNow)
    }
  })
}

/** Keeps a session alive and true, for as long as the page lives: its token, its tabs, its way back. Once is enough. */
export function startSessionLifecycle(): void {
  if (isStarted) return
  isStarted = true
  startTokenRenewal()
  startTabSync()
  // A page that the browser kept as it was may be of a player who has gone since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && session.peek().status !== 'guest') void resume()
  })
}
