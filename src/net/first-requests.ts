import { callOptions } from './call-options.ts'
import { type EarlyCalls, ownSocketUrl } from './early-calls.ts'

/* What the page's first script sends while the app's own code is on its way. */

const SETTINGS_TIMEOUT_MS = 10_000
/** A connection that the app has not taken by then is closed. */
const UNUSED_SOCKET_MS = 30_000

/**
 * Requests Settings.json. For a player it has no credentials, and so shares the connection of /validate: the
 * app's code takes all six others.
 */
export const requestSettings = (hasToken: boolean): Promise<Response> =>
  fetch('/Settings.json', {
    credentials: hasToken ? 'omit' : 'same-origin',
    signal: AbortSignal.timeout(SETTINGS_TIMEOUT_MS),
  })

/**
 * Sends these calls for a token, and leaves the answers to the app (early-calls.ts). `withSocket`: also
 * connects to the live server of the page's own origin. The connection carries nothing of the player until
 * the app takes it.
 */
export function sendEarlyCalls(token: string, urls: readonly string[], withSocket: boolean): void {
  const early: EarlyCalls = { token, calls: {}, events: [] }
  // Not enumerable, as it holds the token.
  Object.defineProperty(window, 'reelcastEarly', { value: early, configurable: true })
  for (const url of urls) {
    // Read at once: the app draws its list without a wait.
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
