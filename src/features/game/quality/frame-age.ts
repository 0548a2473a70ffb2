import type { ServerTime } from '../../../net/server-clock.ts'
import type { FrameAge } from '../video/state.ts'

/** An age above this may as well be a clock that was set: the server's is read again before it counts. */
const SUSPECT_MS = 500
/** Capture times are whole ms. */
const ROUNDING_MS = 1
/** A picture that was repeated is trusted again after so long without another sign of it. */
const REPEATED_HOLD_MS = 3000

/**
 * Each shown frame of a stream must be captured later than those before it. One that is not is repeated, whatever the
 * clocks say: a recording that is played again, or a server that resends what it kept. The result takes when a frame
 * was captured, and when it was shown, ms, each on a clock of its own.
 */
export function createRepeatDetector(): (capturedAt: number, shownAt: number) => boolean {
  let last = Number.NEGATIVE_INFINITY
  let repeatedUntil = Number.NEGATIVE_INFINITY
  return (capturedAt, shownAt) => {
    if (capturedAt <= last) repeatedUntil = shownAt + REPEATED_HOLD_MS
    last = capturedAt
    return shownAt < repeatedUntil
  }
}

/** The age of a frame captured at this time of the server's clock, `server` being the time when it was shown. */
export function ageOf(capturedAt: number, server: ServerTime | undefined): Omit<FrameAge, 'isRepeated'> {
  const age = server && server.time - capturedAt
  const error = server ? server.error + ROUNDING_MS : 0
  // From the future: the capture times are not of this clock.
  if (age === undefined || age < -error) return { ms: undefined, error }
  return { ms: Math.max(0, Math.round(age)), error: Math.ceil(error) }
}

/** Whether a clock that was set, or that stood while the device slept, would explain this age. */
export const isSuspect = (ms: number | undefined): boolean => ms === undefined || ms > SUSPECT_MS
