/*
 * The time by a server's clock. A device's clock may be wrong by days, so no time from a server is compared
 * with `Date.now()`. The app knows two clocks:
 *
 * - the clock of the HTTP servers, from the `Date` header of each answer: `serverNow`;
 * - the monotonic clock of a machine server, by which its video frames are stamped: clock-sync.ts.
 */

/** `time`: ms since 1970, `error`: its maximum error, ms. */
export interface ServerTime {
  readonly time: number
  readonly error: number
}

export interface ServerClock {
  /**
   * Adds an answer. `sentAt`, `answeredAt`: ms of performance.now(). The server wrote the answer between
   * `earliest` and `latest` by its clock, ms since 1970.
   */
  add(sentAt: number, answeredAt: number, earliest: number, latest?: number): void
  /** The time at a moment of performance.now(); undefined before the first answer. */
  at(moment: number): ServerTime | undefined
}

/** Maximum drift between two clocks. 50 ppm is common; a poor clock has 200. */
const MAX_DRIFT = 200e-6

/**
 * Estimates a server's clock. The server wrote each answer between request and receipt, which bounds its
 * offset from performance.now(). Each answer narrows the bounds, and drift widens them with time. An answer
 * outside the bounds means that a clock was set, or stopped while the device slept: then only that answer
 * counts.
 */
export function createServerClock(): ServerClock {
  let known: { low: number; high: number; at: number } | undefined
  const bounds = (moment: number) => {
    const drift = known ? Math.abs(moment - known.at) * MAX_DRIFT : Number.POSITIVE_INFINITY
    return { low: (known?.low ?? 0) - drift, high: (known?.high ?? 0) + drift }
  }
  return {
    add(sentAt, answeredAt, earliest, latest = earliest) {
      const before = bounds(answeredAt)
      const drift = (answeredAt - sentAt) * MAX_DRIFT
      const own = { low: earliest - answeredAt - drift, high: latest - sentAt + drift }
      const low = Math.max(before.low, own.low)
      const high = Math.min(before.high, own.high)
      known = { ...(low <= high ? { low, high } : own), at: answeredAt }
    },
    at(moment) {
      const { low, high } = bounds(moment)
      return known && { time: moment + (low + high) / 2, error: (high - low) / 2 }
    },
  }
}

const httpClock = createServerClock()
/**
 * When the last answer with a time came, by both clocks: performance.now() may stop while the device sleeps,
 * and the device's clock may be set.
 */
let heard = { page: Number.NEGATIVE_INFINITY, device: 0 }

/** Reads the `Date` of an answer. `sentAt`: when the request was sent, ms of performance.now(). */
export function readServerDate(headers: Headers, sentAt: number): void {
  // `Age` tells how long a cache on the way kept the answer. Both headers are whole seconds.
  const age = Number(headers.get('age')) || 0
  const date = Date.parse(headers.get('date') ?? '') + age * 1000
  if (Number.isNaN(date)) return
  const page = performance.now()
  httpClock.add(sentAt, page, date, date + (age ? 2000 : 1000))
  heard = { page, device: Date.now() }
}

/** How long no answer has contained the time, ms. */
export const serverSilenceMs = (): number =>
  Math.max(performance.now() - heard.page, Date.now() - heard.device)

/** The time of the HTTP servers, ms since 1970, to about a second. Undefined before the first answer. */
export const serverTime = (): number | undefined => httpClock.at(performance.now())?.time

/** The same, or the device's time before the first answer. */
export const serverNow = (): number => serverTime() ?? Date.now()

const MAX_WAIT_MS = 24 * 3_600_000
/** Lower for a date, because it may have been compared with the device's clock. */
const MAX_DATED_WAIT_MS = 3_600_000

/**
 * How long an answer asks to wait, ms, by its `Retry-After`: seconds (at most a day), or a date relative to
 * the answer's own `Date` (at most an hour). 0 if it asks for no wait.
 */
export function retryAfterMs(headers: Headers): number {
  const header = headers.get('retry-after') ?? ''
  const ms = Number(header) * 1000
  if (!Number.isNaN(ms)) return Math.min(Math.max(ms, 0), MAX_WAIT_MS)
  const from = Date.parse(headers.get('date') ?? '') || serverNow()
  return Math.min(Math.max(Date.parse(header) - from || 0, 0), MAX_DATED_WAIT_MS)
}
