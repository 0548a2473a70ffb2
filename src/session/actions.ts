import { effect } from '@preact/signals-react'
import * as v from 'valibot'
import { Code } from '../contract/codes.ts'
import { SignInAnswer } from '../contract/http.ts'
import type { Result } from '../contract/result.ts'
import { loadRest, offerLanguages, setLocale, storedLocale } from '../i18n/index.ts'
import { call, configureApi } from '../net/api.ts'
import { loadSettings, settings } from '../settings.ts'
import { renewalDelay } from './renewal.ts'
import {
  checking,
  currentToken,
  renewed,
  type SessionEnd,
  session,
  signedIn,
  signedOut,
  type User,
} from './state.ts'
import { dropToken, keepToken, remembers, storedToken, watchStoredRemoval } from './stored-token.ts'

/** A renewal that got no answer is tried again after this, ms. */
const RENEW_AGAIN_MS = 30_000

let ready: Promise<void> | undefined

function userOf(answer: SignInAnswer, username = ''): User {
  return {
    id: answer.id ?? '',
    username: answer.username ?? username,
    name: answer.name ?? '',
    lastname: answer.lastname ?? '',
    roles: [answer.Group === 'admin' || answer.Group === 'staff' ? answer.Group : 'user'],
    permissions: answer.Permissions?.map(({ PermissionId }) => PermissionId),
  }
}

/** Forgets the session on this device, and says why on the login screen. */
export function endSession(end: SessionEnd): void {
  dropToken()
  signedOut(end)
}

/** A name and a password for a session. Refusals come back with their code; nothing is retried. */
export async function login(given: {
  username: string
  password: string
  remember: boolean
}): Promise<Result<User>> {
  await prepare()
  const body = { username: given.username.trim(), password: given.password, site_id: settings.peek().siteId }
  const answer = await call(SignInAnswer, 'POST', '/login', { body })
  if (!answer.ok) {
    // Its code has a translation there.
    await loadRest()
    return answer
  }
  const user = userOf(answer.value, body.username)
  keepToken(answer.value.token, given.remember)
  signedIn(answer.value.token, user)
  return { ok: true, value: user }
}

/**
 * Goes on with the stored token. A server that says no ends the session; one that can not be asked leaves it
 * unknown, with the failure, so that it can be tried again.
 */
export async function resume(): Promise<void> {
  checking()
  await prepare()
  const token = storedToken()
  if (!token) return signedOut()
  const answer = await call(SignInAnswer, 'GET', '/validate', { token })
  if (answer.ok) {
    keepToken(answer.value.token, remembers())
    return signedIn(answer.value.token, userOf(answer.value))
  }
  const { error } = answer
  if (error.category === 'network' || error.category === 'server') return checking(error)
  endSession(error.code === Code.tokenExpired ? { kind: 'expired' } : { kind: 'failed', failure: error })
}

/** Tells the server and forgets the session, also when the server can not be reached. */
export async function logout(): Promise<void> {
  if (session.peek().status !== 'player') return
  const told = call(v.unknown(), 'POST', '/player/logout', { body: {}, token: currentToken() })
  endSession({ kind: 'logout' })
  await told
}

async function renew(token: string): Promise<boolean> {
  const answer = await call(SignInAnswer, 'GET', '/validate')
  if (token !== currentToken()) return true
  if (!answer.ok) return !answer.error.retryable
  keepToken(answer.value.token, remembers())
  renewed(answer.value.token)
  return true
}

/** Renews each token in time, for as long as there is one. */
function keepRenewed(): void {
  effect(() => {
    const now = session.value
    if (now.status !== 'player') return
    const { token } = now
    let timer: ReturnType<typeof setTimeout>
    const later = (ms: number) => {
      timer = setTimeout(async () => {
        if (!(await renew(token)) && token === currentToken()) later(RENEW_AGAIN_MS)
      }, ms)
    }
    const delay = renewalDelay(token)
    if (delay !== undefined) later(delay)
    return () => clearTimeout(timer)
  })
}

/** Settings, language, the network's environment and the other tabs: once, whoever asks first. */
export function prepare(): Promise<void> {
  ready ??= (async () => {
    configureApi({
      baseUrl: () => settings.peek().apiUrl,
      token: currentToken,
      onUnauthorized: ({ code }) =>
        endSession({ kind: code === Code.tokenExpired ? 'expired' : 'unauthorized' }),
    })
    watchStoredRemoval(() => {
      if (currentToken() !== undefined && remembers()) signedOut({ kind: 'elsewhere' })
    })
    keepRenewed()
    await loadSettings()
    const { language, languageSelect, arabic } = settings.peek()
    offerLanguages(languageSelect, arabic)
    const chosen = storedLocale()
    await setLocale(chosen && (chosen !== 'ar' || arabic) ? chosen : language)
  })()
  return ready
}
