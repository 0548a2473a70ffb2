import type { Dispose } from '../../../src/contract/result.ts'
import { videoNow } from '../protocol/video-clock.ts'

/** Calls back at an even rate; returns the function that stops it, which the callback may call too. */
export function startFrameTimer(perSecond: number, callback: (now: number) => void): Dispose {
  const step = 1000 / perSecond
  let next = performance.now() + step
  let timer = setTimeout(tick, step)
  let isStopped = false
  function tick() {
    callback(videoNow())
    if (isStopped) return
    // Scheduled from the start time, so that late timers do not add up; missed frames are dropped.
    next += step
    const now = performance.now()
    if (next < now) next = now + step - ((now - next) % step)
    timer = setTimeout(tick, next - now)
  }
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

const MAX_CATCH_UP_MS = 500

/**
 * Calls back once for every `stepMs` that has passed, in order, also for steps delayed by a busy moment.
 * Returns the function that stops it, which the callback may call too. Steps are dropped after a longer stall
 * alone: RTP counts the samples of sound, so that for a player every dropped step is a lasting delay, for
 * which it enlarges its buffer.
 */
export function startStepTimer(
  stepMs: number,
  wakeMs: number,
  callback: (at: number) => void,
  timeNow = videoNow,
): Dispose {
  let at = timeNow()
  let isStopped = false
  const timer = setInterval(() => {
    const now = timeNow()
    if (now - at > MAX_CATCH_UP_MS) at = now - stepMs
    while (!isStopped && at + stepMs <= now) {
      callback(at)
      at += stepMs
    }
  }, wakeMs)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
