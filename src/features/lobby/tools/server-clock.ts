import { type ReadonlySignal, signal } from '@preact/signals-react'
import { askServerTime } from '../../../net/server-time.ts'

/** How long an answer about the time is good, ms: a device that slept has lost count. */
const GOOD_MS = 300_000

const second = signal(0)
/** Grows by the second while the lobby is seen. */
export const seconds: ReadonlySignal<number> = second

let known: { time: number; at: number } | undefined
let askedAt = Number.NEGATIVE_INFINITY

/** What time it is, ms since 1970: by the server's clock as soon as that has been asked, else by the device's. */
export function serverNow(): number {
  return known ? known.time + (performance.now() - known.at) : Date.now()
}

/** Asks the server for the time, unless it has just said it. */
export async function askTime(): Promise<void> {
  const now = performance.now()
  if (now - askedAt < GOOD_MS) return
  askedAt = now
  const answer = await askServerTime()
  if (answer) known = answer
  // Soon again; meanwhile what is known is the best there is.
  else askedAt = now - GOOD_MS + 10_000
  second.value++
}

/** Counts the seconds while the page can be seen. Answers how to stop. */
export function countSeconds(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const look = () => {
    clearInterval(timer)
    if (document.hidden) {
      // It may sleep now: the time is asked for again.
      askedAt = Number.NEGATIVE_INFINITY
      return
    }
    second.value++
    timer = setInterval(() => second.value++, 1000)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
