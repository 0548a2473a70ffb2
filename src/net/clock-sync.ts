import { TimeAck } from '../contract/clock.ts'
import type { Dispose } from '../contract/result.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'
import type { Channel } from './socket.ts'

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
    // A new connection may have begun another series meanwhile; only one timer may run.
    clearTimeout(timer)
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
