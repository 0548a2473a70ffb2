import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Dispose } from '../../contract/result.ts'
import { fetchServerTime } from '../../net/http-date.ts'

/** The clock is synchronised again after this, ms: performance.now() may stop while a device sleeps. */
const MAX_SYNC_AGE_MS = 300_000

const secondsSignal = signal(0)
/** Increases every second while the page is visible. */
export const seconds: ReadonlySignal<number> = secondsSignal

let lastSync: { time: number; at: number } | undefined
let requestedAt = Number.NEGATIVE_INFINITY

/** The server's time, ms since 1970; the device's before the first synchronisation. */
export function serverNow(): number {
  return lastSync ? lastSync.time + (performance.now() - lastSync.at) : Date.now()
}

/** Fetches the server's time, unless it is recent. */
export async function syncServerClock(): Promise<void> {
  const now = performance.now()
  if (now - requestedAt < MAX_SYNC_AGE_MS) return
  requestedAt = now
  const answer = await fetchServerTime()
  if (answer) lastSync = answer
  // Retried in 10 s; until then the last known offset is used.
  else requestedAt = now - MAX_SYNC_AGE_MS + 10_000
  secondsSignal.value++
}

/** Starts `seconds`; it pauses while the page is hidden. */
export function startSeconds(): Dispose {
  let timer: ReturnType<typeof setInterval> | undefined
  const update = () => {
    clearInterval(timer)
    if (document.hidden) {
      // The device may sleep now: synchronise again afterwards.
      requestedAt = Number.NEGATIVE_INFINITY
      return
    }
    secondsSignal.value++
    timer = setInterval(() => secondsSignal.value++, 1000)
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', update)
  }
}
