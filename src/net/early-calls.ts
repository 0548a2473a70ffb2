import type { FetchResponse } from 'ofetch'
import { parseBody } from '../contract/json.ts'

/*
 * The calls that the page's first script sent for the stored token while the app's code was loading
 * (first-requests.ts). The app uses such an answer in place of the same call: same address, same player.
 */

/** A response and its body. */
export type EarlyAnswer = readonly [Response, string]

export interface EarlyCalls {
  /** The token of the calls. */
  readonly token: string
  /** The unused answers, by address. */
  readonly calls: Record<string, Promise<EarlyAnswer>>
  /** A connection to the live server of the page's own origin, on which nothing was sent yet. */
  ws?: WebSocket | undefined
  /** Events that the connection has fired so far. */
  readonly events: Event[]
}

declare global {
  /** Values that the first script leaves for the app. */
  interface Window {
    /** The request for Settings.json. */
    reelcastSettings?: Promise<Response>
    /** Resolves once the first script has read the settings, or has failed to. */
    reelcastRead?: Promise<void>
    reelcastEarly?: EarlyCalls | undefined
  }
}

/** The path of the token check, below `apiUrl`. */
export const VALIDATE_PATH = '/validate'

/** The address at which Socket.IO connects to the live server of the page's own origin. */
export const ownSocketUrl = (): string =>
  `${location.origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`

/** A list that is taken later than this after the start of the page would be outdated, ms. */
const MAX_LIST_AGE_MS = 20_000

/** The renewed token that replaced the token of the early calls; the lists belong to its player. */
let renewed: string | undefined

/** The calls of the first script. Tests that run in Node have no window. */
const earlyCalls = (): EarlyCalls | undefined => globalThis.window?.reelcastEarly

/** Whether the first script has sent calls. */
export const hasEarlyCalls = (): boolean => earlyCalls() !== undefined

/** The server has accepted `token`; the session continues with `next`. */
export function renewEarlyCalls(token: string, next: string): void {
  if (token === earlyCalls()?.token) renewed = next
}

/** In the form of ofetch's answers. */
const parse = ([response, text]: EarlyAnswer): FetchResponse<unknown> =>
  Object.assign(response, { _data: parseBody(text) })

/**
 * The early answer to a call; each is returned once. A list is returned only to the session that continues
 * its token.
 */
export function takeEarlyCall(
  url: string,
  token: string | undefined,
): Promise<FetchResponse<unknown>> | undefined {
  const sent = earlyCalls()
  const answer = sent?.calls[url]
  if (!sent || !answer) return undefined
  delete sent.calls[url]
  const isOfSession = url.endsWith(VALIDATE_PATH)
    ? token === sent.token
    : token === renewed && performance.now() < MAX_LIST_AGE_MS
  return isOfSession ? answer.then(parse) : undefined
}

/**
 * Returns the connection that the first script opened to this address, once. Its earlier events fire again.
 */
export function takeEarlySocket(url: string): WebSocket | undefined {
  const sent = earlyCalls()
  const ws = sent?.ws
  if (!sent || !ws) return undefined
  sent.ws = undefined
  if (ws.url !== url || ws.readyState > WebSocket.OPEN) {
    ws.close()
    return undefined
  }
  // After the new owner has set its handlers.
  queueMicrotask(() => {
    const handlers = ws as unknown as Record<string, ((event: Event) => void) | null>
    for (const event of sent.events) handlers[`on${event.type}`]?.(event)
  })
  return ws
}
