import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../../contract/result.ts'
import { createLatest } from '../../../../core/stale-answers.ts'
import { captureTimeOf } from '../../../../net/capture-time.ts'
import { type ClockSync, startClockSync } from '../../../../net/clock-sync.ts'
import type { ServerTime } from '../../../../net/server-clock.ts'
import type { WhepExtensionContext } from '../../../../net/whep-session.ts'
import { type GameVisit, gameVisit } from '../../play/game-visit.ts'
import { autoplayLeft, pending, spinning } from '../../play/state.ts'
import { type FrameAge, frameAge, pictureAge, setFrameAge } from '../../video/state.ts'
import { addPressDelay, estimatedDelays } from './state.ts'

/** An age above this may as well be a clock that was set: the server's is read again before it counts. */
const SUSPECT_MS = 500
/** Capture times are whole ms. */
const ROUNDING_MS = 1
/** A picture that was repeated is trusted again after so long without another sign of it. */
const REPEATED_HOLD_MS = 3000

/**
 * Each shown frame of a stream must be captured later than those before it. One that is not is repeated,
 * whatever the clocks say: a recording that is played again, or a server that resends what it kept. The
 * result takes when a frame was captured, and when it was shown, ms, each on a clock of its own.
 */
function createRepeatDetector(): (capturedAt: number, shownAt: number) => boolean {
  let last = Number.NEGATIVE_INFINITY
  let repeatedUntil = Number.NEGATIVE_INFINITY
  return (capturedAt, shownAt) => {
    if (capturedAt <= last) repeatedUntil = shownAt + REPEATED_HOLD_MS
    last = capturedAt
    return shownAt < repeatedUntil
  }
}

/** How far the estimates were from the pixels, ms, but on a line that is too slow for its picture. */
const ESTIMATE_ERROR_MS = 60

/** Estimates the age of a frame where its capture time or the server's clock is unknown. */
function estimateAge(isRepeated = false): FrameAge | undefined {
  const delays = estimatedDelays.peek()
  if (!delays && !isRepeated) return undefined
  const ms = delays && Math.round(delays.picture)
  return { ms, error: ESTIMATE_ERROR_MS, isEstimate: true, isRepeated }
}

/**
 * The age of a frame captured at this time of the server's clock, `server` being the time when it was shown.
 * Undefined for a clock that is not known, and for a frame from its future: the capture times are of another.
 */
function measureAge(capturedAt: number, server: ServerTime | undefined, isRepeated: boolean) {
  const age = server && server.time - capturedAt
  const error = server ? server.error + ROUNDING_MS : 0
  if (age === undefined || age < -error) return undefined
  return { ms: Math.max(0, Math.round(age)), error: Math.ceil(error), isRepeated }
}

/** Whether a clock that was set, or that stood while the device slept, would explain this age. */
const isSuspect = (ms: number | undefined): boolean => ms === undefined || ms > SUSPECT_MS

/** How long a suspect age waits for the server's clock, ms, and how often. */
const CONFIRM_TIMEOUT_MS = 200
const CONFIRM_INTERVAL_MS = 2000
/**
 * A frame shown this much before or after performance.now() has its time from another clock (tests set it).
 */
const MAX_DISPLAY_GAP_MS = 100
/** A later spin may have begun without this press; play is refused long before. */
const PRESS_TIMEOUT_MS = 3000

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Measures the age of the frames of one visit; estimates it where their stream carries no capture times. */
function measureSession({ whep, channel }: GameVisit): Dispose {
  let stream: WhepExtensionContext | undefined
  let isRepeat = createRepeatDetector()
  /** Started by the first frame with a capture time. */
  let sync: ClockSync | undefined
  let confirmedAt = Number.NEGATIVE_INFINITY
  const frames = createLatest()

  function captureTime(rtpTimestamp?: number): number | undefined {
    const current = whep.extension()
    if (current !== stream) {
      stream = current
      isRepeat = createRepeatDetector()
    }
    return stream && captureTimeOf(stream.peer, rtpTimestamp)
  }

  /** Sets the age of a frame; a suspect one once the server's clock is read again. */
  async function setAge(capturedAt: number, shownAt: number, isRepeated: boolean): Promise<void> {
    const mark = frames.begin()
    sync ??= startClockSync(channel)
    const { clock, refresh } = sync
    const age = () => measureAge(capturedAt, clock.at(shownAt), isRepeated)
    if (!isRepeated && isSuspect(age()?.ms) && shownAt - confirmedAt > CONFIRM_INTERVAL_MS) {
      confirmedAt = shownAt
      await Promise.race([refresh(), delay(CONFIRM_TIMEOUT_MS)])
    }
    if (!frames.isStale(mark)) setFrameAge(age() ?? estimateAge(isRepeated))
  }

  whep.onFrame = ({ rtpTimestamp, expectedDisplayTime }) => {
    const capturedAt = captureTime(rtpTimestamp)
    if (capturedAt === undefined) {
      frames.invalidate()
      return setFrameAge(estimateAge())
    }
    const now = performance.now()
    const shownAt = Math.abs(expectedDisplayTime - now) < MAX_DISPLAY_GAP_MS ? expectedDisplayTime : now
    void setAge(capturedAt, shownAt, isRepeat(capturedAt, shownAt))
  }
  /** By the server's clock, or by the page's where the age is an estimate. */
  function pressTimes(): PressTimes | undefined {
    const now = performance.now()
    if (!frameAge.peek()?.isEstimate) {
      const server = sync?.clock.at(now)
      // A push took between nothing and the whole round trip, which is twice the error.
      return server && { pushedAt: server.time - server.error, newestCapture: captureTime() }
    }
    const delays = estimatedDelays.peek()
    return delays && { pushedAt: now - delays.line, newestCapture: now - (pictureAge.peek() ?? 0) }
  }
  const stopPresses = watchPresses(pressTimes)
  return () => {
    frames.invalidate()
    whep.onFrame = undefined
    stopPresses()
    sync?.stop()
    setFrameAge(undefined)
  }
}

/** Two times of one clock: when a push that comes now was sent, and when the newest frame was captured. */
interface PressTimes {
  readonly pushedAt: number
  readonly newestCapture: number | undefined
}

/**
 * Measures each spin that the player began by hand: from the press to the first frame that was captured since
 * the machine has begun it.
 */
function watchPresses(times: () => PressTimes | undefined): Dispose {
  let pressedAt: number | undefined
  let wasPressed = false
  let wasSpinning = false
  let request = 0
  const stop = effect(() => {
    const isPressed = pending.value === 'spin' || pending.value === 'press'
    const isSpinning = spinning.value
    if (isPressed && !wasPressed && autoplayLeft.peek() === undefined) pressedAt = performance.now()
    if (isSpinning && !wasSpinning) untracked(start)
    wasPressed = isPressed
    wasSpinning = isSpinning
  })
  function start() {
    cancelAnimationFrame(request)
    const from = pressedAt
    const begunAt = times()?.pushedAt
    pressedAt = undefined
    if (begunAt === undefined || from === undefined) return
    const look = () => {
      const capturedAt = times()?.newestCapture
      if (capturedAt === undefined || performance.now() - from > PRESS_TIMEOUT_MS) return
      // A decoded frame is on the screen with the next one of the page.
      request = requestAnimationFrame(capturedAt < begunAt ? look : add)
    }
    const add = () => addPressDelay(Math.round(performance.now() - from))
    look()
  }
  return () => {
    stop()
    cancelAnimationFrame(request)
  }
}

let stopMeasuring = () => {}

/** Measures the picture of each visit, for as long as the page lives. Called again, it starts anew. */
export function startPictureMeasurement(): void {
  stopMeasuring()
  stopMeasuring = effect(() => {
    const session = gameVisit.value
    return session && untracked(() => measureSession(session))
  })
}
