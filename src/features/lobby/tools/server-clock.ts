import { type ReadonlySignal, signal } from '@preact/signals-react'
import { fetchServerTime } from '../../../net/server-time.ts'

/** How long an answer about the time is good, ms: a device that slept has lost count. */
const MAX_SYNC_AGE_MS = 300_000

const secondsSignal = signal(0)
/** Grows by the second while the lobby is seen. */
export const seconds: ReadonlySignal<number> = secondsSignal

let lastSync: { time: number; at: number } | undefined
let requestedAt = Number.NEGATIVE_INFINITY

/** What time it is, ms since 1970: by the server's clock as soon as that has been asked, else by the device's. */
export function serverNow(): number {
  return lastSync ? lastSync.time + (performance.now() - lastSync.at) : Date.now()
}

/** Asks the server for the time, unless it has just said it. */
export async function syncServerClock(): Promise<void> {
  const now = performance.now()
  if (now - requestedAt < MAX_SYNC_AGE_MS) return
  requestedAt = now
  const answer = await fetchServerTime()
  if (answer) lastSync = answer
  // Soon again; meanwhile what is known is the best there is.
  else requestedAt = now - MAX_SYNC_AGE_MS + 10_000
  secondsSignal.value++
}

/** Counts the seconds while the page can be seen. Answers how to stop. */
export function startSeconds(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const look = () => {
    clearInterval(timer)
    if (document.hidden) {
      // It may sleep now: the time is asked for again.
      requestedAt = Number.NEGATIVE_INFINITY
      return
    }
    secondsSignal.value++
    timer = setInterval(() => secondsSignal.value++, 1000)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
