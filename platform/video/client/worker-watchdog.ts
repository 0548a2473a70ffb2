import type { Answer } from '../protocol/ipc.ts'
import type { VideoWorker } from './fork-worker.ts'

/** Unanswered pings after which the worker is killed; one that is still starting gets more. */
const MAX_MISSED_PINGS = { ready: 5, starting: 40 }

interface WatchdogOptions {
  /** The worker to watch, if there is one. */
  current(): VideoWorker | undefined
  /** A worker that is starting is not pinged, and has more time. */
  isStarting(): boolean
  /** Resolves to the answer, or to undefined. */
  ping(): Promise<Answer | undefined>
  onHang(worker: VideoWorker): void
}

/**
 * Finds a worker that hangs in the native library: it is alive, but does not answer. Unanswered pings count,
 * not time: while this process was busy, or the whole machine slept, only one was sent.
 */
export function startWatchdog(intervalMs: number, { current, isStarting, ping, onHang }: WatchdogOptions) {
  let missedPings = 0
  function check(): void {
    const worker = current()
    if (!worker) return
    if (missedPings >= (isStarting() ? MAX_MISSED_PINGS.starting : MAX_MISSED_PINGS.ready)) {
      missedPings = 0
      onHang(worker)
      return
    }
    missedPings += 1
    if (isStarting()) return
    void ping().then((answer) => {
      if (answer && worker === current()) missedPings = 0
    })
  }
  const timer = setInterval(check, intervalMs)
  timer.unref()
  return {
    reset() {
      missedPings = 0
    },
    stop: () => clearInterval(timer),
  }
}
