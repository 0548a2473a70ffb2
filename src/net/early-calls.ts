import type { FetchResponse } from 'ofetch'
import parseJson from './ofetch-shims.ts'

/*
 * What the script in index.html has sent for the stored token while the app's own code was on its way. The app takes an
 * answer where it would send the same call: to the same address, for the same player.
 */

/** An answer, and its body. */
export type EarlyAnswer = readonly [Response, string]

interface EarlyCalls {
  /** The token that they were sent with. */
  readonly token: string
  /** The answers that nothing has taken yet, by address. */
  readonly calls: Record<string, Promise<EarlyAnswer>>
  /** A connection to the live server of the page's own origin, on which nothing has been sent yet. */
  ws?: WebSocket | undefined
  /** What the connection has received. */
  readonly events: readonly Event[]
}

/** A list that is taken later than this after the start of the page would be too old, ms. */
const MAX_LIST_AGE_MS = 20_000

const early = () => Reflect.get(window, 'reelcastEarly') as EarlyCalls | undefined

/** The token that the server has given in exchange for that of the early calls: lists are its player's. */
let renewed: string | undefined

/** The token of the early calls is valid; `next` is the one that the session continues with. */
export function renewEarlyCalls(token: string, next: string): void {
  if (token === early()?.token) renewed = next
}

/** As ofetch gives an answer. */
const parse = ([response, text]: EarlyAnswer): FetchResponse<unknown> =>
  Object.assign(response, { _data: parseJson(text) })

/** The early answer to a call, once. A list needs a session that continues the token it was requested with. */
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

/** The connection that index.html has opened to this address, with what it has received; once. */
export function takeEarlySocket(url: string): WebSocket | undefined {
  const sent = early()
  const ws = sent?.ws
  if (!sent || !ws) return undefined
  sent.ws = undefined
  if (ws.url !== url || ws.readyState > WebSocket.OPEN) {
    ws.close()
    return undefined
  }
  // Once its new owner has set its handlers.
  queueMicrotask(() => {
    const handlers = ws as unknown as Record<string, ((event: Event) => void) | null>
    for (const event of sent.events) handlers[`on${event.type}`]?.(event)
  })
  return ws
}
