import { Code } from '../../contract/codes.ts'
import { localesToOffer } from '../../contract/locales.ts'
import { isLogoutPath } from '../../contract/pages.ts'
import { failed, type Result } from '../../contract/result.ts'
import { trimName } from '../../contract/trim-name.ts'
import { loadCodeTexts, setLocale, setOfferedLocales } from '../../i18n/index.ts'
import { configureApi } from '../../net/api.ts'
import { setGate } from '../gates/state.ts'
import { loadSettings, settings, settingsLoaded } from '../settings/settings.ts'
import { startLocale } from '../settings/start-locale.ts'
import { loadGates, loadSessionLifecycle, loadUrlTokenEntry } from './late.ts'
import { parsePlayerKey, playerKey } from './player.ts'
import {
  endReason,
  endUnusedLogin,
  establishNewSession,
  establishSession,
  isRejection,
  requestSignIn,
  storedAnswer,
  storeRememberChoice,
  validateToken,
} from './sign-in.ts'
import { currentToken, type SessionEnd, session, setPending, setSignedOut, type User } from './state.ts'
import { isStoredTokenExpired } from './stored-login.ts'
import { sessionArea, storedPlayer, storedToken } from './stored-token.ts'
import { hasUrlToken } from './url-token.ts'
import { forgetSession } from './wipe.ts'

/** Delay before a failed chunk is loaded again. */
const RETRY_MS = 30_000
/** Maximum time between another tab's logout and the rejection that it causes here. */
const BROADCAST_WINDOW_MS = 5_000

let initialization: Promise<void> | undefined
let lifecycle: Awaited<ReturnType<typeof loadSessionLifecycle>> | undefined

/** Loaded after the first page; undefined if the chunk fails to load. */
async function loadLifecycle(): Promise<typeof lifecycle> {
  lifecycle ??= await loadSessionLifecycle().catch(() => undefined)
  return lifecycle
}

/**
 * Ends the session on this device, and shows the reason on the login screen. Each connection of the page
 * reports the end; the first reason stays, and only a logout in another tab corrects it.
 */
export function endSession(end: SessionEnd): void {
  const current = session.peek()
  if (current.status === 'guest' || (current.status === 'unknown' && current.leaving)) return
  const player = current.status === 'player' ? playerKey(current.user) : storedPlayer()
  const area = sessionArea()
  const isRemoved = !storedToken() && end.kind !== 'message'
  forgetSession(player)
  setSignedOut(isRemoved ? { kind: 'elsewhere' } : end)
  const ended = session.peek()
  window.addEventListener(
    'storage',
    async (event) => (await loadLifecycle())?.correctReason(ended, parsePlayerKey(player), area, event),
    { signal: AbortSignal.timeout(BROADCAST_WINDOW_MS) },
  )
}

/** Ends a session whose token the server rejects, with the server's reason if it has one. */
export const endRejectedSession = (failure: Parameters<typeof endReason>[0]): void =>
  endSession(endReason(failure, 'unauthorized'))

/** Logs in. A refusal is returned with its code; nothing is retried. */
export async function login(credentials: {
  username: string
  password: string
  remember: boolean
}): Promise<Result<User>> {
  await initializeApp()
  const username = trimName(credentials.username)
  const body = { username, password: credentials.password, site_id: settings.peek().siteId }
  const answer = await requestSignIn('POST', '/login', { body })
  if (!answer.ok) {
    // They contain the text of the refusal.
    await loadCodeTexts()
    return answer
  }
  const current = session.peek()
  // Another login has finished meanwhile, such as one by phone: that one stays.
  if (current.status === 'player') {
    endUnusedLogin(answer.value.token)
    return { ok: true, value: current.user }
  }
  return {
    ok: true,
    value: establishNewSession(answer.value, storeRememberChoice(credentials.remember), { id: '', username }),
  }
}

/**
 * Resumes the session of the token in the address, if the operator allows it, else of the stored token. A
 * rejection ends the session; without an answer it stays unknown, with the failure, and can be retried. A
 * stored JWT that has expired is not sent; only the server decides whether any other token is valid.
 */
export async function resume(): Promise<void> {
  setPending()
  const before = session.peek()
  const isRetry = initialization !== undefined
  await initializeApp()
  // Server, language and gates depend on the settings: once they can be read, the page starts anew.
  if (isRetry && !settingsLoaded.peek()) {
    await loadSettings()
    if (settingsLoaded.peek()) return location.reload()
  }
  if (session.peek() !== before) return
  if (!hasUrlToken()) return resumeStored()
  const { enterWithUrlToken } = await loadUrlTokenEntry()
  if (session.peek() === before) await enterWithUrlToken()
}

export async function resumeStored(): Promise<void> {
  const before = session.peek()
  const token = storedToken()
  if (!token) return setSignedOut()
  // The page shows the reason once this resolves.
  if (isLogoutPath(location.pathname)) return void logout()
  const area = sessionArea()
  const known = storedAnswer()
  const answer = isStoredTokenExpired(token)
    ? failed('auth', { code: Code.tokenExpired })
    : await validateToken(token)
  if (session.peek() !== before) return
  // Another tab has stored another token meanwhile.
  if (storedToken() !== token) return resumeStored()
  if (answer.ok) establishSession(answer.value, area, known)
  else if (isRejection(answer.error)) {
    await loadLifecycle()
    if (session.peek() === before) endSession(endReason(answer.error, 'failed'))
  } else setPending({ failure: answer.error })
}

/**
 * Logs out on the server, removes the player's data, and reloads the page with the reason on the login
 * screen, so that no data of the player stays in memory. Without a network the page cannot be reloaded: its
 * state is reset instead. Does nothing for a guest.
 */
export async function logout(end: SessionEnd = { kind: 'logout' }): Promise<void> {
  const loaded = await loadLifecycle()
  if (loaded) await loaded.logout(end)
  else endSession(end)
}

/**
 * Validates the token now, and ends the session if the server rejects it. Resolves to whether the server
 * answered.
 */
export async function checkSession(): Promise<boolean> {
  const loaded = await loadLifecycle()
  return loaded ? loaded.checkSession(endSession) : false
}

/** Starts the renewal of the token and the synchronization with other tabs, once. Retries a failed chunk. */
export async function startLifecycle(): Promise<void> {
  const loaded = await loadLifecycle()
  if (loaded) loaded.startSessionLifecycle(endSession, resume)
  else setTimeout(startLifecycle, RETRY_MS)
}

/**
 * Loads settings and language, configures the API and waits for the gates, once. Does not resolve while a
 * gate blocks.
 */
export function initializeApp(): Promise<void> {
  initialization ??= (async () => {
    configureApi({
      baseUrl: () => settings.peek().apiUrl,
      token: currentToken,
      onUnauthorized: endRejectedSession,
    })
    // `logout` stored its reason in the history's state before it reloaded the page.
    if (history.state) void loadLifecycle().then((loaded) => loaded?.showLogoutReason())
    await loadSettings()
    const { language, languageSelect, arabic, countryCheck } = settings.peek()
    const offers = localesToOffer(languageSelect, arabic)
    setOfferedLocales(offers)
    // A language that fails to load does not block the login.
    await setLocale(startLocale(offers, language)).catch(() => {})
    const { gate: seen } = document.documentElement.dataset
    if (countryCheck || seen === 'webrtc' || seen === 'browser') {
      setGate({ kind: 'checking' })
      const gates = await loadGates().catch(() => {})
      // Without its code no gate opens; not every browser loads a failed module again in the same page.
      if (!gates) return new Promise(() => setTimeout(() => location.reload(), RETRY_MS))
      await gates.waitForGates()
    }
  })()
  return initialization
}
