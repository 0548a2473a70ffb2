import type { SignInAnswer } from '../../contract/http.ts'
import type { Failure } from '../../contract/result.ts'
import { loadCodeTexts, t } from '../../i18n/index.ts'
import { toast } from '../../ui/toast.ts'
import { settings } from '../settings/settings.ts'
import { resumeStored } from './actions.ts'
import { completeAnswer, type PlayerRef, samePlayer } from './player.ts'
import {
  endReason,
  endUnusedLogin,
  establishNewSession,
  establishSession,
  isRejection,
  storedAnswer,
  validateToken,
} from './sign-in.ts'
import { session, setPending, setSignedOut, type TokenQuestion } from './state.ts'
import { sessionArea, storedToken } from './stored-token.ts'
import { keepUrlToken, takeUrlToken } from './url-token.ts'
import { forgetSession } from './wipe.ts'

/** Duration of the notice about a refused link, ms. */
const NOTICE_MS = 10_000
const UNKNOWN_PLAYER: PlayerRef = { id: '', username: '' }
const displayName = ({ id, username }: PlayerRef) => username || id

/** The server's answer for the address's token, while the player confirms it. */
let pendingAnswer: SignInAnswer | undefined

/** Continues with the stored session and a notice: the server refused the address's token. */
async function continueWithoutToken(failure: Failure): Promise<void> {
  const reason = endReason(failure, 'notAllowed')
  const end = reason.kind === 'expired' ? ({ kind: 'notAllowed' } as const) : reason
  await Promise.all([resumeStored(), loadCodeTexts()])
  const { status } = session.peek()
  if (status === 'player') toast(t('session.notAllowed'), { kind: 'danger', ms: NOTICE_MS })
  else if (status === 'guest') setSignedOut(end)
}

/**
 * Logs in with the token of the address, if the operator allows it. A valid stored session continues if the
 * server refuses the new token, is replaced if it is the same player's, and needs the player's confirmation
 * if it is another's. Without a stored session the player confirms the login only if the operator has set it
 * (`confirmTokenInAddress`). If the server does not answer, the token is kept for a retry.
 */
export async function enterWithUrlToken(): Promise<void> {
  const urlToken = takeUrlToken()
  if (!urlToken || !settings.peek().tokenInAddress) return resumeStored()
  const before = session.peek()
  const tryAgain = (failure: Failure) => {
    keepUrlToken(urlToken)
    setPending({ failure })
  }
  const answer = await validateToken(urlToken)
  if (session.peek() !== before) return
  if (!answer.ok)
    return isRejection(answer.error) ? continueWithoutToken(answer.error) : tryAgain(answer.error)
  const stored = storedToken()
  const lastAnswer = storedAnswer()
  const area = sessionArea()
  if (stored === urlToken) return void establishSession(answer.value, area, lastAnswer)
  const storedValidation = stored === undefined ? undefined : await validateToken(stored)
  if (session.peek() !== before) return
  if (storedValidation && !storedValidation.ok && !isRejection(storedValidation.error))
    return tryAgain(storedValidation.error)
  const next = completeAnswer(answer.value, UNKNOWN_PLAYER)
  if (!storedValidation?.ok) {
    if (settings.peek().confirmTokenInAddress) return ask(answer.value, { next: displayName(next) })
    forgetSession()
    return void establishNewSession(answer.value, 'session', UNKNOWN_PLAYER)
  }
  const current = completeAnswer(storedValidation.value, lastAnswer)
  if (samePlayer(current, next)) return void establishSession(answer.value, area, current)
  ask(answer.value, { now: displayName(current), next: displayName(next) })
}

function ask(answer: SignInAnswer, question: TokenQuestion): void {
  pendingAnswer = answer
  setPending({ question })
}

/**
 * The player's choice: `stay` with the stored session (or logged out), or `replace` it, which ends it on the
 * server too.
 */
export async function answerTokenQuestion(choice: 'stay' | 'replace'): Promise<void> {
  const chosen = pendingAnswer
  const current = session.peek()
  if (!chosen || current.status !== 'unknown' || !current.question) return
  pendingAnswer = undefined
  if (choice === 'stay') {
    setPending()
    return resumeStored()
  }
  const token = storedToken()
  if (token) endUnusedLogin(token)
  forgetSession()
  establishNewSession(chosen, 'session', UNKNOWN_PLAYER)
}
