import * as v from 'valibot'
import type { SignInAnswer } from '../../contract/http.ts'
import type { Failure } from '../../contract/result.ts'
import { loadCodeTexts, t } from '../../i18n/index.ts'
import { call } from '../../net/api.ts'
import { toast } from '../../ui/toast.ts'
import { settings } from '../settings/settings.ts'
import { resumeStored } from './actions.ts'
import { completeAnswer, type PlayerRef, samePlayer } from './player.ts'
import { endReason, establishSession, isRejection, storedAnswer, validateToken } from './sign-in.ts'
import { session, setPending, setSignedOut, type TokenQuestion } from './state.ts'
import { sessionArea, storedToken } from './stored-token.ts'
import { takeUrlToken, URL_TOKEN_PROPERTY } from './url-token.ts'
import { forgetSession } from './wipe.ts'

/** How long the notice stays that the link did not work, ms. */
const NOTICE_MS = 10_000
const UNKNOWN_PLAYER: PlayerRef = { id: '', username: '' }
const displayName = ({ id, username }: PlayerRef) => username || id

/** Whom the address would log in, while the player is asked. */
let pendingAnswer: SignInAnswer | undefined

/** The token of the address is refused: what was alive goes on, and the notice says what did not work. */
async function continueWithoutToken(failure: Failure): Promise<void> {
  const why = endReason(failure, 'notAllowed')
  const end = why.kind === 'expired' ? ({ kind: 'notAllowed' } as const) : why
  await Promise.all([resumeStored(), loadCodeTexts()])
  const { status } = session.peek()
  if (status === 'player') toast(t('ended.notAllowed'), { kind: 'danger', ms: NOTICE_MS })
  else if (status === 'guest') setSignedOut(end)
}

/**
 * Logs in with the token that came in the address, where the operator allows it. A stored session that is alive goes
 * on when the server refuses that token, is replaced when it is the same player's, and is asked about when it is
 * another's. Without one the player confirms the login, unless the operator trusts the links: anybody can send a link
 * to an account of their own. While a server can not be asked the token waits for another try.
 */
export async function enterWithUrlToken(): Promise<void> {
  const entry = takeUrlToken()
  if (!entry || !settings.peek().tokenInAddress) return resumeStored()
  const here = session.peek()
  const tryAgain = (failure: Failure) => {
    Object.defineProperty(window, URL_TOKEN_PROPERTY, { value: entry, configurable: true })
    setPending({ failure })
  }
  const answer = await validateToken(entry)
  if (session.peek() !== here) return
  if (!answer.ok)
    return isRejection(answer.error) ? continueWithoutToken(answer.error) : tryAgain(answer.error)
  const stored = storedToken()
  const known = storedAnswer()
  const where = sessionArea()
  if (stored === entry) return void establishSession(answer.value, where, known)
  const mine = stored === undefined ? undefined : await validateToken(stored)
  if (session.peek() !== here) return
  if (mine && !mine.ok && !isRejection(mine.error)) return tryAgain(mine.error)
  const next = completeAnswer(answer.value, UNKNOWN_PLAYER)
  if (!mine?.ok) {
    if (settings.peek().confirmTokenInAddress) return ask(answer.value, { next: displayName(next) })
    forgetSession()
    return void establishSession(answer.value, 'session', UNKNOWN_PLAYER)
  }
  const now = completeAnswer(mine.value, known)
  if (samePlayer(now, next)) return void establishSession(answer.value, where, now)
  ask(answer.value, { now: displayName(now), next: displayName(next) })
}

function ask(answer: SignInAnswer, question: TokenQuestion): void {
  pendingAnswer = answer
  setPending({ question })
}

/**
 * The player's answer: to stay with the session that is stored, or logged out if none is, or to replace it, which ends
 * it on the server too.
 */
export async function answerTokenQuestion(choice: 'stay' | 'replace'): Promise<void> {
  const chosen = pendingAnswer
  const now = session.peek()
  if (!chosen || now.status !== 'unknown' || !now.question) return
  pendingAnswer = undefined
  if (choice === 'stay') {
    setPending()
    return resumeStored()
  }
  const token = storedToken()
  if (token) void call(v.unknown(), 'POST', '/player/logout', { body: {}, token })
  forgetSession()
  establishSession(chosen, 'session', UNKNOWN_PLAYER)
}
