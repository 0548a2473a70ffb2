import * as v from 'valibot'
import { Code } from '../../contract/codes.ts'
import { SignInAnswer } from '../../contract/http.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { loadCodeTexts, t } from '../../i18n/index.ts'
import { type CallOptions, call } from '../../net/api.ts'
import { renewEarlyCalls } from '../../net/early-calls.ts'
import { kiosk } from '../settings/kiosk-mode.ts'
import { settings, settingsLoaded } from '../settings/settings.ts'
import { fromJson } from '../storage/json.ts'
import { type Area, write } from '../storage/storage.ts'
import { clockAhead, hasExpired } from './jwt.ts'
import {
  completeAnswer,
  type FullAnswer,
  type KnownPlayer,
  parsePlayerKey,
  playerKey,
  toUser,
} from './player.ts'
import { type SessionEnd, setSignedIn, type User } from './state.ts'
import {
  ACTIVE_KEY,
  LOGIN_KEY,
  PIN_KEY,
  PLAYER_KEY,
  REMEMBER_KEY,
  sessionArea,
  storedLogin,
  storedPin,
  storedPlayer,
  storedToken,
  TOKEN_KEY,
} from './stored-token.ts'

/**
 * A login, or a token's check. Where Settings.json could not be read, the call may have gone to any server: an answer
 * without a code is no refusal then, and its message names the cause.
 */
export async function requestSignIn(...request: SignInRequest): Promise<Result<SignInAnswer>> {
  const answer = await call(SignInAnswer, ...request)
  if (answer.ok || answer.error.code || answer.error.category === 'network' || settingsLoaded.peek())
    return answer
  await loadCodeTexts()
  return { ok: false, error: { ...answer.error, category: 'invalid', message: t('site.unread') } }
}
type SignInRequest = [method: 'GET' | 'POST', path: string, options: CallOptions]

/** Asks the server about a token: whether it is valid, the server alone decides. */
export async function validateToken(token: string): Promise<Result<SignInAnswer>> {
  const answer = await requestSignIn('GET', '/validate', { token })
  if (answer.ok) renewEarlyCalls(token, answer.value.token)
  return answer
}

/** Stores for the next login what was chosen at this one, and returns the session's storage. A kiosk stores nothing. */
export function storeRememberChoice(wish: boolean): Area {
  const remember = wish && !kiosk.peek()
  write('local', REMEMBER_KEY, remember ? '1' : undefined)
  return remember ? 'local' : 'session'
}

/**
 * Keeps a session: for all tabs and across visits (`local`), or for this tab alone (`session`). The token comes last:
 * another tab that sees it must see whose it is.
 */
export function storeSession(where: Area, answer: FullAnswer): void {
  const { token, pin_code: pin, ...rest } = answer
  write(where, PLAYER_KEY, playerKey(answer))
  // The script in index.html sends the token nowhere but to `api`.
  const { apiUrl: api } = settings.peek()
  write(where, LOGIN_KEY, JSON.stringify({ ...rest, ahead: clockAhead(token), api }))
  write(where, PIN_KEY, pin ?? undefined)
  write(where, TOKEN_KEY, token)
  if (where === 'local') write('session', TOKEN_KEY, undefined)
}

/** What is stored of the player whose session this is. */
export function storedAnswer(): KnownPlayer {
  const login = v.safeParse(SignInAnswer, { ...Object(fromJson(storedLogin())), token: storedToken() })
  return { ...(login.success && login.output), pin_code: storedPin(), ...parsePlayerKey(storedPlayer()) }
}

/** Whether the stored token is a JWT that has expired: known without a call. */
export const isStoredTokenExpired = (token: string): boolean =>
  hasExpired(token, Number(Object(fromJson(storedLogin())).ahead ?? 0))

/** Forgets the token alone. */
export const dropToken = (): void => write(sessionArea(), TOKEN_KEY, undefined)

/** Keeps what the server gave, and lets the player in. */
export function establishSession(answer: SignInAnswer, where: Area, known: KnownPlayer): User {
  const full = completeAnswer(answer, known)
  const user = toUser(full)
  storeSession(where, full)
  setSignedIn(answer.token, user)
  return user
}

/**
 * A login that the player has just made: it counts as activity. The idle lock requires the PIN of a session that it knows
 * no activity of.
 */
export function establishNewSession(answer: SignInAnswer, where: Area, known: KnownPlayer): User {
  write(where, ACTIVE_KEY, String(Date.now()))
  return establishSession(answer, where, known)
}

/** Did the server say no, and will it again? All else (no answer, too many requests, nonsense) says nothing. */
export const isRejection = ({ category, retryable }: Failure): boolean => !retryable && category !== 'invalid'

/**
 * Why the session ends when the server refuses its token; `otherwise` where the server gives no reason. A server of
 * the specification has no code for an expired token: its plain 401 and its code 10 mean one, as the token was valid.
 */
export function endReason(
  { code, message, params, status }: Pick<Failure, 'code' | 'message' | 'params'> & Partial<Failure>,
  otherwise: 'failed' | 'unauthorized' | 'notAllowed',
): SessionEnd {
  const isPlain = code === Code.badSignature || (code === undefined && status === 401)
  if (code === Code.tokenExpired || (isPlain && otherwise !== 'notAllowed')) return { kind: 'expired' }
  if (isPlain || code === undefined) return { kind: otherwise }
  return { kind: 'message', code, message, params }
}
