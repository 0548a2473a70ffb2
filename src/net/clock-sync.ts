import { TimeAck } from '../contract/clock.ts'
import type { Dispose } from '../contract/result.ts'
import type { Channel } from './socket.ts'

/** The server's clock at a moment of performance.now(): ms since 1970, and how far it may be off, ms. */
export interface ServerTime {
  readonly time: number
  readonly error: number
}

export interface ServerClock {
  /** The server answered `time` to a request sent and answered at these moments of performance.now(). */
  add(sentAt: number, answeredAt: number, time: number): void
  /** Undefined before the first answer. */
  at(moment: number): ServerTime | undefined
}

/** How much faster or slower than the server's a device's clock may run; 50 ppm is common, a poor one has 200. */
const MAX_DRIFT = 200e-6
const MAX_SAMPLES = 8

/**
 * Estimates the server's clock. An answer was given somewhere between request and receipt, so that half of the round
 * trip bounds the error of the time halfway, and the drift adds to it with the sample's age. The sample with the least
 * error counts. One that contradicts it within both errors means that a clock was set, or stood while the device slept:
 * earlier samples no longer count.
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
/** Requests without any answer so far: the server does not know them. */
const MAX_FAILURES = 3

export interface ClockSync {
  readonly clock: ServerClock
  /** Asks at once, unless a request is under way. Resolves when it is answered, or is not. */
  refresh(): Promise<void>
  stop: Dispose
}

/**
 * Keeps a server's clock in sync over its channel: some requests at once, then one each INTERVAL_MS. Nothing is sent
 * in a hidden page, or to a server that has left the first MAX_FAILURES unanswered, until the channel connects again.
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
