import { LinkAnswer, LinkState } from '../../../contract/phone-login.ts'
import { establishNewSession, storeRememberChoice } from '../../../core/session/sign-in.ts'
import { session } from '../../../core/session/state.ts'
import { stopwatch } from '../../../core/session/stopwatch.ts'
import { loadCodeTexts } from '../../../i18n/index.ts'
import { call } from '../../../net/api.ts'
import { screenName, setPhoneLogin } from './state.ts'

const POLL_MS = 2000
const TICK_MS = 500

let stop = () => {}

/** Closes the dialog. The secret is forgotten, so that a confirmation comes too late. */
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
  const answer = await call(LinkAnswer, 'POST', '/login/link', { body: { screen: screenName() }, signal })
  if (signal.aborted) return
  if (!answer.ok) {
    if (answer.error.code !== undefined) await loadCodeTexts()
    if (!signal.aborted) setPhoneLogin({ status: 'failed', failure: answer.error })
    return
  }
  const { code, secret, seconds } = answer.value
  const since = stopwatch()
  const show = () => {
    const left = Math.ceil(seconds - since() / 1000)
    if (left > 0) setPhoneLogin({ status: 'shown', code, left })
    else end('over')
  }
  const end = (why: 'refused' | 'over') => {
    abort.abort()
    setPhoneLogin({ status: 'ended', why })
  }
  const ticks = setInterval(show, TICK_MS)
  const polls = setInterval(poll, POLL_MS)
  signal.addEventListener('abort', () => {
    clearInterval(ticks)
    clearInterval(polls)
  })
  show()

  /** Without an answer the next poll follows. */
  async function poll(): Promise<void> {
    const state = await call(LinkState, 'POST', '/login/link/state', { body: { secret }, signal })
    if (signal.aborted || !state.ok || state.value.state === 'waiting') return
    const { login } = state.value
    if (!login) return end(state.value.state === 'refused' ? 'refused' : 'over')
    closePhoneLogin()
    if (session.peek().status === 'guest')
      establishNewSession(login, storeRememberChoice(false), { id: '', username: '' })
  }
}
