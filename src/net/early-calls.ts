import type { FetchResponse } from 'ofetch'
import { fromJson } from '../contract/json.ts'

/*
 * The calls that the page's first script sent for the stored token while the app's code was loading. The app
 * uses such an answer in place of the same call: same address, same player.
 */

/** A response and its body. */
export type EarlyAnswer = readonly [Response, string]

interface EarlyCalls {
  /** The token of these calls. */
  readonly token: string
  /** The unused answers, by address. */
  readonly calls: Record<string, Promise<EarlyAnswer>>
  /** A connection to the live server of the page's own origin, on which nothing was sent yet. */
  ws?: WebSocket | undefined
  /** The events that the connection has fired. */
  readonly events: readonly Event[]
}

/** After this time since the start of the page an early list is outdated, ms. */
const MAX_LIST_AGE_MS = 20_000

const early = () => Reflect.get(globalThis, 'reelcastEarly') as EarlyCalls | undefined

/**
 * The token that the server issued in exchange for the early calls' token; the lists belong to its player.
 */
let renewed: string | undefined

/** The server has accepted `token`; the session continues with `next`. */
export function renewEarlyCalls(token: string, next: string): void {
  if (token === early()?.token) renewed = next
}

/** In the form of ofetch's answers. */
const parse = ([response, text]: EarlyAnswer): FetchResponse<unknown> =>
  Object.assign(response, { _data: fromJson(text) })

/**
 * The early answer to a call; each is returned once. A list is returned only to the session that continues
 * its token.
 */
export function takeEarlyCall(
  url: string,
  token: string | undefined,
): Promise<FetchResponse<unknown>> | undefined {
  const sent = early()
  const answer = sent?.calls[url]
  if (!sent || !answer) return undefined
  delete sent.calls[url]
  const isOfSession = url.endsWith('/validate')
    ? token === sent.token
    : token === renewed && performance.now() < MAX_LIST_AGE_MS
  return isOfSession ? answer.then(parse) : undefined
}

/** The connection that the first script opened to this address, once; its events are replayed. */
export function takeEarlySocket(url: string): WebSocket | undefined {
  const sent = early()
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
