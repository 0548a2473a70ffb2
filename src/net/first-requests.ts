import { callOptions } from './call-options.ts'
import { type EarlyCalls, ownSocketUrl } from './early-calls.ts'

/* Requests of the page's first script, sent while the app's code is still loading. */

const SETTINGS_TIMEOUT_MS = 10_000
/** An unused connection is closed after this time. */
const UNUSED_SOCKET_MS = 30_000

/**
 * Requests Settings.json. For a player it is sent without credentials and so shares the connection of
 * /validate; the app's code uses the browser's other six connections.
 */
export const requestSettings = (hasToken: boolean): Promise<Response> =>
  fetch('/Settings.json', {
    credentials: hasToken ? 'omit' : 'same-origin',
    signal: AbortSignal.timeout(SETTINGS_TIMEOUT_MS),
  })

/**
 * Sends these calls with a token, and stores the answers for the app (early-calls.ts). `withSocket`: also
 * connects to the live server of the page's own origin. No data of the player is sent on the connection until
 * the app takes it.
 */
export function sendEarlyCalls(token: string, urls: readonly string[], withSocket: boolean): void {
  const early: EarlyCalls = { token, calls: {}, events: [] }
  // Not enumerable, because it holds the token.
  Object.defineProperty(window, 'reelcastEarly', { value: early, configurable: true })
  for (const url of urls) {
    // The body is read immediately, so that the app can draw its list without a wait.
    const answer = fetch(url, callOptions(token)).then(
      async (response) => [response, await response.text()] as const,
    )
    answer.catch(() => {})
    early.calls[url] = answer
  }
  if (!withSocket) return
  const ws = new WebSocket(ownSocketUrl())
  ws.onopen = ws.onmessage = ws.onclose = (event: Event) => early.events.push(event)
  early.ws = ws
  setTimeout(() => early.ws?.close(), UNUSED_SOCKET_MS)
}
