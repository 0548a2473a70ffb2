import { effect } from '@preact/signals-react'
import { stopwatch } from './elapsed-time.ts'
import { completeAnswer } from './player.ts'
import { renewalDelay } from './renewal.ts'
import { endReason, isRejection, storedAnswer, storeSession, validateToken } from './sign-in.ts'
import { currentToken, type SessionEnd, session, updateToken } from './state.ts'
import { sessionArea, storedToken } from './stored-token.ts'
import { startTabSync, syncWithStorage } from './tabs.ts'

export { logout, showLogoutReason } from './logout.ts'
export { correctReason } from './tabs.ts'

/** Delay before a renewal without an answer is tried again, ms. */
const RETRY_MS = 30_000
/** Maximum time between two comparisons of the clocks, ms: a timer does not run while the device sleeps. */
const POLL_INTERVAL_MS = 30_000

/** Of actions.ts, which loads this file: an import of it would be a circle. */
type EndSession = (end: SessionEnd) => void

let pendingCheck: Promise<boolean> | undefined
let isStarted = false

/** See actions.ts. Concurrent calls share one request. */
export function checkSession(endSession: EndSession): Promise<boolean> {
  pendingCheck ??= validateSession(endSession).finally(() => {
    pendingCheck = undefined
  })
  return pendingCheck
}

async function validateSession(endSession: EndSession): Promise<boolean> {
  const current = session.peek()
  if (current.status !== 'player') return true
  const { token } = current
  const answer = await validateToken(token)
  if (token !== currentToken()) return true
  // Another tab logged in or out meanwhile: this tab must not overwrite the stored session.
  if (storedToken() !== token) syncWithStorage()
  else if (answer.ok) {
    const full = completeAnswer(answer.value, storedAnswer())
    storeSession(sessionArea(), full)
    updateToken(full.token, { maxStake: full.maxStake ?? undefined })
  } else if (isRejection(answer.error)) endSession(endReason(answer.error, 'unauthorized'))
  else return false
  return true
}

/** Renews each token before it expires. */
function startTokenRenewal(endSession: EndSession): void {
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
        // Prevents a second attempt until RETRY_MS have passed.
        due = age() + RETRY_MS
        await checkSession(endSession)
      }
      if (current === session.peek())
        timer = setTimeout(poll, Math.min(Math.max(due - age(), 0), POLL_INTERVAL_MS))
    }
    /** The device woke up or is online again. */
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

/**
 * Keeps the session valid for as long as the page lives: renewal, other tabs, back-forward cache. Further
 * calls have no effect.
 */
export function startSessionLifecycle(endSession: EndSession, resume: () => Promise<void>): void {
  if (isStarted) return
  isStarted = true
  startTokenRenewal(endSession)
  startTabSync()
  // A page from the back-forward cache may belong to a player who has logged out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && session.peek().status !== 'guest') void resume()
  })
}
