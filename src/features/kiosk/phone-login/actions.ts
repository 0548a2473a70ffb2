import { LinkAnswer, LinkState } from '../../../contract/phone-login.ts'
import type { Failure } from '../../../contract/result.ts'
import { stopwatch } from '../../../core/session/elapsed-time.ts'
import { endUnusedLogin, establishNewSession, storeRememberChoice } from '../../../core/session/sign-in.ts'
import { session, setSignedOut } from '../../../core/session/state.ts'
import { loadCodeTexts } from '../../../i18n/index.ts'
import { call } from '../../../net/api.ts'
import { screenName, setPhoneLogin } from './state.ts'

const POLL_MS = 2000
const TICK_MS = 500

let stop = () => {}

/**
 * Closes the dialog. The secret is forgotten, so that a confirmation comes too late. A login that a pending
 * poll still brings ends at the server.
 */
export function closePhoneLogin(): void {
  stop()
  setPhoneLogin({ status: 'closed' })
}

/** Requests a code and shows it until the player has decided on the phone, or its time is over. */
export async function openPhoneLogin(): Promise<void> {
  stop()
  const abort = new AbortController()
  const { signal } = abort
  stop = () => abort.abort()
  setPhoneLogin({ status: 'loading' })
  // The reason for the end of the last login is of another player.
  if (session.peek().status === 'guest') setSignedOut()
  const answer = await call(LinkAnswer, 'POST', '/login/link', { body: { screen: screenName() }, signal })
  if (signal.aborted) return
  if (!answer.ok) {
    if (answer.error.code !== undefined) await loadCodeTexts()
    if (!signal.aborted) setPhoneLogin({ status: 'failed', failure: answer.error })
    return
  }
  const { code, secret, seconds } = answer.value
  const since = stopwatch()
  const leftMs = () => Math.max(0, seconds * 1000 - since())
  const show = () => setPhoneLogin({ status: 'shown', code, left: Math.ceil(leftMs() / 1000) })
  const ticks = setInterval(show, TICK_MS)
  let next = setTimeout(poll, POLL_MS)
  signal.addEventListener('abort', () => {
    clearInterval(ticks)
    clearTimeout(next)
  })
  show()
  /** Why the last poll had no answer; undefined if it had one. */
  let lost: Failure | undefined

  /**
   * Polls once; an unanswered poll is repeated like one that found no decision. Polls do not overlap, because
   * the platform hands out the login once. The last poll begins after the code's time, for a player who has
   * confirmed in its last moment. A code that is over before its time was decided: a lost answer held the
   * login.
   */
  async function poll(): Promise<void> {
    const isLast = leftMs() === 0
    const state = await call(LinkState, 'POST', '/login/link/state', { body: { secret } })
    if (signal.aborted) {
      if (state.ok && state.value.login) endUnusedLogin(state.value.login.token)
      return
    }
    const lostBefore = lost
    lost = state.ok ? undefined : state.error
    const decision = state.ok && state.value.state !== 'waiting' ? state.value : undefined
    if (!decision && !isLast) {
      next = setTimeout(poll, Math.min(POLL_MS, leftMs()))
    } else if (decision?.login) {
      closePhoneLogin()
      if (session.peek().status === 'guest')
        establishNewSession(decision.login, storeRememberChoice(false), { id: '', username: '' })
      else endUnusedLogin(decision.login.token)
    } else {
      abort.abort()
      const why = decision?.state === 'refused' ? 'refused' : 'over'
      const isLost = lostBefore && why === 'over' && !isLast
      setPhoneLogin(isLost ? { status: 'failed', failure: lostBefore } : { status: 'ended', why })
    }
  }
}
