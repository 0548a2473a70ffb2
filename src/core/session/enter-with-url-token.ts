import * as v from 'valibot'
import type { SignInAnswer } from '../../contract/http.ts'
import type { Failure } from '../../contract/result.ts'
import { loadRest, t } from '../../i18n/index.ts'
import { call } from '../../net/api.ts'
import { toast } from '../../ui/toast.ts'
import { settings } from '../settings/settings.ts'
import { resumeStored } from './actions.ts'
import { type Known, playerOfKey, samePlayer, userOf } from './player.ts'
import { admit, endOf, isRefusal, validate } from './sign-in.ts'
import { checking, session, signedOut } from './state.ts'
import { sessionArea, storedPlayer, storedToken } from './stored-token.ts'
import { PLACE, takeEntryToken } from './url-token.ts'
import { forgetSession } from './wipe.ts'

/** How long the notice stays that the link did not work, ms. */
const NOTICE_MS = 10_000
const NOBODY: Known = { id: '', username: '' }
const nameOf = ({ id, username }: Known) => username || id

/** Whom the address would log in, while the player is asked. */
let next: SignInAnswer | undefined

/** The token of the address is refused: what was alive goes on, and the notice says what did not work. */
async function goOnWithout(failure: Failure): Promise<void> {
  const why = endOf(failure, 'notAllowed')
  const end = why.kind === 'expired' ? ({ kind: 'notAllowed' } as const) : why
  await Promise.all([resumeStored(), loadRest()])
  const { status } = session.peek()
  if (status === 'player') toast(t('ended.notAllowed'), { kind: 'danger', ms: NOTICE_MS })
  else if (status === 'guest') signedOut(end)
}

/**
 * Logs in with the token that came in the address, where the operator allows it. A stored session that is alive goes
 * on when the server refuses that token, is replaced when it is the same player's, and is asked about when it is
 * another's. While a server can not be asked the token waits for another try.
 */
export async function enter(): Promise<void> {
  const entry = takeEntryToken()
  if (!entry || !settings.peek().tokenInAddress) return resumeStored()
  const here = session.peek()
  const tryAgain = (failure: Failure) => {
    Object.defineProperty(window, PLACE, { value: entry, configurable: true })
    checking({ failure })
  }
  const answer = await validate(entry)
  if (session.peek() !== here) return
  if (!answer.ok) return isRefusal(answer.error) ? goOnWithout(answer.error) : tryAgain(answer.error)
  const stored = storedToken()
  const known = playerOfKey(storedPlayer())
  const where = sessionArea()
  if (stored === entry) return void admit(answer.value, where, known)
  const mine = stored === undefined ? undefined : await validate(stored)
  if (session.peek() !== here) return
  if (mine && !mine.ok && !isRefusal(mine.error)) return tryAgain(mine.error)
  if (!mine?.ok) {
    forgetSession()
    return void admit(answer.value, 'session', NOBODY)
  }
  const now = userOf(mine.value, known)
  const other = userOf(answer.value, NOBODY)
  if (samePlayer(now, other)) return void admit(answer.value, where, now)
  next = answer.value
  checking({ question: { now: nameOf(now), next: nameOf(other) } })
}

/** The player's answer: to stay with the session that is stored, or to replace it, which ends it on the server too. */
export async function answerQuestion(choice: 'stay' | 'replace'): Promise<void> {
  const chosen = next
  const now = session.peek()
  if (!chosen || now.status !== 'unknown' || !now.question) return
  next = undefined
  if (choice === 'stay') {
    checking()
    return resumeStored()
  }
  const token = storedToken()
  if (token) void call(v.unknown(), 'POST', '/player/logout', { body: {}, token })
  forgetSession()
  admit(chosen, 'session', NOBODY)
}
