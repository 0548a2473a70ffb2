import type { Dispose } from '../../../src/contract/result.ts'
/** Calls back at an even rate; returns the function that stops it. */
export function startFrameTimer(perSecond: number, callback: (now: number) => void): Dispose {
  const step = 1000 / perSecond
  let next = performance.now() + step
  let timer = setTimeout(tick, step)
  function tick() {
    callback(Date.now())
    // Scheduled from the start time, so that late timers do not add up; missed frames are dropped.
    next += step
    const now = performance.now()
    if (next < now) next = now + step - ((now - next) % step)
    timer = setTimeout(tick, next - now)
  }
  return () => clearTimeout(timer)
}

const MAX_LAG_MS = 60

/**
 * Calls back once for every `stepMs` that has passed, in order, also for steps delayed by a busy moment. Returns the
 * function that stops it.
 */
export function startStepTimer(stepMs: number, wakeMs: number, callback: (at: number) => void): Dispose {
  let at = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    // An overloaded machine skips steps: catching up in full would leave no time to draw.
    if (now - at > MAX_LAG_MS || now < at) at = now - stepMs
    while (at + stepMs <= now) {
      callback(at)
      at += stepMs
    }
  }, wakeMs)
  return () => clearInterval(timer)
}
