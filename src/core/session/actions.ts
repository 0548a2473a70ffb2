import { effect } from '@preact/signals-react'
import { SignInAnswer } from '../../contract/http.ts'
import type { Result } from '../../contract/result.ts'
import { isAllowed, loadCodeTexts, setLocale, setOfferedLocales } from '../../i18n/index.ts'
import { call, configureApi } from '../../net/api.ts'
import { setGate } from '../preflight/state.ts'
import { storedLocale } from '../settings/language.ts'
import { loadSettings, settings } from '../settings/settings.ts'
import { parsePlayerKey, playerKey } from './player.ts'
import {
  dropToken,
  endReason,
  establishSession,
  isRejection,
  storeRememberChoice,
  validateToken,
} from './sign-in.ts'
import { currentToken, type SessionEnd, session, setPending, signedOut, type User } from './state.ts'
import { sessionArea, storedPlayer, storedToken } from './stored-token.ts'
import { hasUrlToken } from './url-token.ts'

type SessionLifecycle = typeof import('./session-lifecycle.ts')

/** Pause before a failed chunk is requested again. */
const RETRY_MS = 30_000
/** The logout of another tab and the rejection that it causes arrive within this of each other. */
const BROADCAST_WINDOW_MS = 5_000

let initialization: Promise<void> | undefined
let lifecycle: SessionLifecycle | undefined

/** What keeps and ends a session comes after the page that the player waits for; undefined when it does not come. */
async function loadLifecycle(): Promise<SessionLifecycle | undefined> {
  lifecycle ??= await import('./session-lifecycle.ts').catch(() => undefined)
  return lifecycle
}

/**
 * Forgets the session on this device, and shows the reason on the login screen. The first reason stays, since each
 * connection of the page reports the end; only a logout in another tab corrects it.
 */
export function endSession(end: SessionEnd): void {
  const current = session.peek()
  if (current.status === 'guest' || (current.status === 'unknown' && current.leaving)) return
  const player = current.status === 'player' ? playerKey(current.user) : storedPlayer()
  const area = sessionArea()
  const isRemoved = !storedToken() && end.kind !== 'told'
  if (lifecycle) lifecycle.forgetSession(player)
  else {
    // The token goes at once, all else when the chunk is loaded.
    dropToken()
    void loadLifecycle().then((found) => found?.forgetSession(player))
  }
  signedOut(isRemoved ? { kind: 'elsewhere' } : end)
  const ended = session.peek()
  window.addEventListener(
    'storage',
    async (event) => (await loadLifecycle())?.correctReason(ended, parsePlayerKey(player), area, event),
    { signal: AbortSignal.timeout(BROADCAST_WINDOW_MS) },
  )
}

/** A server does not accept the token any more: ends the session, with the server's own reason where it gives one. */
export const endRejectedSession = (said: Parameters<typeof endReason>[0]): void =>
  endSession(endReason(said, 'unauthorized'))

/** A name and a password for a session. Refusals come back with their code; nothing is retried. */
export async function login(given: {
  username: string
  password: string
  remember: boolean
}): Promise<Result<User>> {
  await initializeApp()
  const username = given.username.trim()
  const body = { username, password: given.password, site_id: settings.peek().siteId }
  const answer = await call(SignInAnswer, 'POST', '/login', { body })
  if (!answer.ok) {
    // Its code has a translation there.
    await loadCodeTexts()
    return answer
  }
  return {
    ok: true,
    value: establishSession(answer.value, storeRememberChoice(given.remember), { id: '', username }),
  }
}

/**
 * Goes on with the token in the address, if there is one and the operator allows it, else with the stored one.
 * A server that says no ends the session; one that can not be asked leaves it unknown, with the failure, so that
 * it can be tried again. The clock of this device has no say.
 */
export async function resume(): Promise<void> {
  setPending()
  const here = session.peek()
  await initializeApp()
  if (session.peek() !== here) return
  if (!hasUrlToken()) return resumeStored()
  const { enterWithUrlToken } = await import('./enter-with-url-token.ts')
  if (session.peek() === here) await enterWithUrlToken()
}

/** Goes on with the stored token alone. */
export async function resumeStored(): Promise<void> {
  const here = session.peek()
  const token = storedToken()
  if (!token) return signedOut()
  // Said on the page, which is drawn when this is over.
  if (/^\/logout\/?$/i.test(location.pathname)) return void logout()
  const where = sessionArea()
  const known = parsePlayerKey(storedPlayer())
  const answer = await validateToken(token)
  if (session.peek() !== here) return
  // Another tab was faster.
  if (storedToken() !== token) return resumeStored()
  if (answer.ok) establishSession(answer.value, where, known)
  else if (isRejection(answer.error)) {
    await loadLifecycle()
    if (session.peek() === here) endSession(endReason(answer.error, 'failed'))
  } else setPending({ failure: answer.error })
}

/**
 * Logs out, from wherever: tells the server, forgets the player, and loads the page anew, so that nothing stays in
 * it, with the reason on the login screen. Where the server can not be reached a page can not be loaded either: it
 * is emptied as it stands. Does nothing when nobody is logged in.
 */
export async function logout(end: SessionEnd = { kind: 'logout' }): Promise<void> {
  const found = await loadLifecycle()
  if (found) await found.logout(end)
  else endSession(end)
}

/**
 * Asks the server now whether the session still holds, for whoever was told elsewhere that it may not; ends it when
 * the server says no. Gives whether the server answered.
 */
export async function checkSession(): Promise<boolean> {
  const found = await loadLifecycle()
  return found ? found.checkSession() : false
}

/** Keeps the session of this page, once there is one. */
async function startLifecycle(): Promise<void> {
  const found = await loadLifecycle()
  if (found) found.startSessionLifecycle()
  else setTimeout(startLifecycle, RETRY_MS)
}

/**
 * Settings, language, the network's environment and the gates: once, whoever asks first. Behind a gate that stays
 * shut it never resolves.
 */
export function initializeApp(): Promise<void> {
  initialization ??= (async () => {
    configureApi({
      baseUrl: () => settings.peek().apiUrl,
      token: currentToken,
      onUnauthorized: endRejectedSession,
    })
    // A logout left something to say before it loaded the page anew.
    if (history.state) void loadLifecycle().then((found) => found?.showLogoutReason())
    effect(() => {
      if (session.value.status === 'player') void startLifecycle()
    })
    await loadSettings()
    const { language, languageSelect, arabic, countryCheck } = settings.peek()
    setOfferedLocales(languageSelect, arabic)
    const chosen = storedLocale()
    // A language that does not come keeps nobody out.
    await setLocale(chosen && isAllowed(chosen, arabic) ? chosen : language).catch(() => {})
    const { gate: seen } = document.documentElement.dataset
    if (countryCheck || seen === 'webrtc' || seen === 'browser') {
      setGate({ at: 'checking' })
      await import('../preflight/actions.ts').then(({ waitForGates }) => waitForGates())
    }
  })()
  return initialization
}
