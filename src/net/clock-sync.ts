import { TimeAck } from '../contract/clock.ts'
import type { Dispose } from '../contract/result.ts'
import type { Channel } from './socket.ts'

/** The server's time, ms since 1970, and its maximum error, ms. */
export interface ServerTime {
  readonly time: number
  readonly error: number
}

export interface ServerClock {
  /** Adds a sample: the server answered `time` to a request with these two moments of performance.now(). */
  add(sentAt: number, answeredAt: number, time: number): void
  /** The server's time at a moment of performance.now(); undefined before the first sample. */
  at(moment: number): ServerTime | undefined
}

/** Maximum drift between the two clocks; 50 ppm is common, poor clocks have 200. */
const MAX_DRIFT = 200e-6
const MAX_SAMPLES = 8

/**
 * Estimates the server's clock. The server read its clock somewhere between request and answer, so half of
 * the round trip bounds the error of the midpoint, and the drift adds to it with the sample's age. The sample
 * with the least error applies. A sample that contradicts it beyond both errors means that a clock was set,
 * or stopped during sleep: earlier samples are dropped.
 */
export function createServerClock(): ServerClock {
  let samples: { at: number; offset: number; halfTrip: number }[] = []
  const errorAt = ({ at, halfTrip }: (typeof samples)[number], moment: number) =>
    halfTrip + Math.abs(moment - at) * MAX_DRIFT
  const bestAt = (moment: number) =>
    samples.reduce<(typeof samples)[number] | undefined>(
      (best, one) => (best && errorAt(best, moment) <= errorAt(one, moment) ? best : one),
      undefined,
    )
  return {
    add(sentAt, answeredAt, time) {
      const sample = {
        at: answeredAt,
        offset: time - (sentAt + answeredAt) / 2,
        halfTrip: (answeredAt - sentAt) / 2,
      }
      const best = bestAt(answeredAt)
      const isContradiction =
        best && Math.abs(best.offset - sample.offset) > errorAt(best, answeredAt) + sample.halfTrip
      samples = isContradiction ? [sample] : [...samples, sample].slice(-MAX_SAMPLES)
    },
    at(moment) {
      const best = bestAt(moment)
      return best && { time: moment + best.offset, error: errorAt(best, moment) }
    },
  }
}

const BURST = 5
const BURST_INTERVAL_MS = 150
const INTERVAL_MS = 10_000
const ANSWER_TIMEOUT_MS = 4000
/**
 * After this many unanswered requests without any answer the server is considered not to support the event.
 */
const MAX_FAILURES = 3

export interface ClockSync {
  readonly clock: ServerClock
  /** Sends a request now, unless one is pending. Resolves with or without an answer. */
  refresh(): Promise<void>
  stop: Dispose
}

/**
 * Keeps a server's clock in sync over its channel: a burst of requests at first, then one per INTERVAL_MS.
 * Sends nothing in a hidden page, nor after MAX_FAILURES to a server that never answered, until the channel
 * connects again.
 */
export function startClockSync(channel: Pick<Channel, 'request' | 'state'>): ClockSync {
  const clock = createServerClock()
  let count = 0
  let failures = 0
  let isKnown = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: Promise<void> | undefined

  async function request(): Promise<void> {
    if (failures >= MAX_FAILURES || channel.state.peek() !== 'up') return
    const sentAt = performance.now()
    const answer = await channel.request('time', {}, TimeAck, ANSWER_TIMEOUT_MS)
    if (answer.ok) clock.add(sentAt, performance.now(), answer.value.now)
    isKnown ||= answer.ok
    if (!isKnown) failures++
  }
  function refresh(): Promise<void> {
    current ??= request().finally(() => {
      current = undefined
    })
    return current
  }
  async function tick(): Promise<void> {
    if (!document.hidden) await refresh()
    count++
    if (!isStopped) timer = setTimeout(tick, count < BURST ? BURST_INTERVAL_MS : INTERVAL_MS)
  }
  const restart = () => {
    clearTimeout(timer)
    count = 0
    failures = 0
    void tick()
  }
  const stopWatching = channel.state.subscribe((state) => {
    if (state === 'up') restart()
  })
  return {
    clock,
    refresh,
    stop() {
      isStopped = true
      clearTimeout(timer)
      stopWatching()
    },
  }
}
