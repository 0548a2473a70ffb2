import * as v from 'valibot'
import { Code } from '../../contract/codes.ts'
import { SignInAnswer } from '../../contract/http.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { loadCodeTexts, t } from '../../i18n/index.ts'
import { type CallOptions, call } from '../../net/api.ts'
import { renewEarlyCalls, VALIDATE_PATH } from '../../net/early-calls.ts'
import { serverTime } from '../../net/server-clock.ts'
import { kiosk } from '../settings/kiosk-mode.ts'
import { settings, settingsLoaded } from '../settings/settings.ts'
import { type Area, read, write } from '../storage/storage.ts'
import { timeOf } from './jwt.ts'
import {
  completeAnswer,
  type FullAnswer,
  type KnownPlayer,
  parsePlayerKey,
  playerKey,
  toUser,
} from './player.ts'
import { currentToken, type SessionEnd, setSignedIn, type User } from './state.ts'
import { storedLogin } from './stored-login.ts'
import {
  ACTIVE_KEY,
  LOGIN_ID_KEY,
  LOGIN_KEY,
  PIN_KEY,
  PLAYER_KEY,
  REMEMBER_KEY,
  storedPin,
  storedPlayer,
  storedToken,
  TOKEN_KEY,
} from './stored-token.ts'

/**
 * Sends a login or the validation of a token. Without Settings.json the call may have reached the wrong
 * server: a failure without a code is then no refusal, and its message names the cause.
 */
export async function requestSignIn(...request: SignInRequest): Promise<Result<SignInAnswer>> {
  const answer = await call(SignInAnswer, ...request)
  if (answer.ok || answer.error.code || answer.error.category === 'network' || settingsLoaded.peek())
    return answer
  await loadCodeTexts()
  return { ok: false, error: { ...answer.error, category: 'invalid', message: t('session.unreadSettings') } }
}
type SignInRequest = [method: 'GET' | 'POST', path: string, options: CallOptions]

/** Validates a token at the server. */
export async function validateToken(token: string): Promise<Result<SignInAnswer>> {
  const answer = await requestSignIn('GET', VALIDATE_PATH, { token })
  if (answer.ok) renewEarlyCalls(token, answer.value.token)
  return answer
}

/**
 * Ends a login that this page does not use, at the server: nothing else would. Its answer changes nothing.
 */
export function endUnusedLogin(token: string): void {
  // A server may answer two logins of a player with one token.
  if (token !== currentToken()) void call(v.unknown(), 'POST', '/player/logout', { body: {}, token })
}

/**
 * Stores the choice for the next login, and returns the storage area of the session. A kiosk never remembers
 * a player.
 */
export function storeRememberChoice(wish: boolean): Area {
  if (kiosk.peek()) return 'session'
  write('local', REMEMBER_KEY, wish ? undefined : '0')
  return wish ? 'local' : 'session'
}

/**
 * Stores a session: for all tabs and page loads (`local`), or for this tab (`session`). The token is written
 * last, so that another tab that sees it also sees its player.
 */
export function storeSession(where: Area, answer: FullAnswer): void {
  const { token, pin_code: pin, ...rest } = answer
  write(where, PLAYER_KEY, playerKey(answer))
  // The page's first script sends the token only to `api`.
  const { apiUrl: api } = settings.peek()
  // How far this device's clock is ahead of the server's, ms. Without the server's time the token counts as
  // new. An older one then seems to expire later, and the server decides.
  const ahead = Date.now() - (serverTime() ?? timeOf(token, 'iat'))
  write(where, LOGIN_KEY, JSON.stringify({ ...rest, ahead, api }))
  write(where, PIN_KEY, pin ?? undefined)
  if (!read(where, LOGIN_ID_KEY)) write(where, LOGIN_ID_KEY, String(Date.now()))
  write(where, TOKEN_KEY, token)
  if (where === 'local') write('session', TOKEN_KEY, undefined)
}

/** The stored fields of the session's player. */
export function storedAnswer(): KnownPlayer {
  const login = v.safeParse(SignInAnswer, { ...storedLogin(), token: storedToken() })
  return { ...(login.success && login.output), pin_code: storedPin(), ...parsePlayerKey(storedPlayer()) }
}

/** Stores the session and signs the player in. */
export function establishSession(answer: SignInAnswer, where: Area, known: KnownPlayer): User {
  const full = completeAnswer(answer, known)
  const user = toUser(full)
  storeSession(where, full)
  setSignedIn(answer.token, user)
  return user
}

/**
 * Establishes the session of a login that was just made, which counts as activity: the idle lock requires the
 * PIN for a session without known activity.
 */
export function establishNewSession(answer: SignInAnswer, where: Area, known: KnownPlayer): User {
  write(where, ACTIVE_KEY, String(Date.now()))
  return establishSession(answer, where, known)
}

/**
 * Whether a failure is the server's final refusal. No answer, 429, 5xx and unreadable answers are not; nor is
 * an answer without a reason, such as a proxy's 404, unless its status says it.
 */
export const isRejection = ({ category, retryable, code, message, status }: Failure): boolean =>
  !retryable &&
  category !== 'invalid' &&
  (code !== undefined || !!message || status === 401 || status === 403)

/**
 * The reason for the session's end when the server refuses its token; `otherwise` if the server sends none. A
 * server of the specification has no code for an expired token: once a token was valid, a plain 401 or code
 * 10 means that it expired.
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
