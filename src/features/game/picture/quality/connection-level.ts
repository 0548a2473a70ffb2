import type { Level } from './state.ts'

/** One sample of the connection. Undefined values are unknown and not rated. */
export interface Sample {
  /** Round trip, ms. */
  rtt: number | undefined
  /** ms since the last frame; undefined before the first one. */
  age: number | undefined
  /** Frames decoded a second, and the expected number. */
  fps: number | undefined
  expected: number
  /** Lost packets, 0 to 1. */
  loss: number | undefined
}

/** From these bounds on a level applies: ms, share of the expected frames, share of lost packets. */
const BOUNDS = {
  fair: { rtt: 250, age: 500, frames: 0.85, loss: 0.02 },
  poor: { rtt: 500, age: 1000, frames: 0.6, loss: 0.05 },
} as const
/** Without a frame for this long the video is lost. */
const LOST_MS = 3000

export function rateSample({ rtt, age, fps, expected, loss }: Sample): Level {
  if (age === undefined || age >= LOST_MS) return 'lost'
  const isAt = (level: keyof typeof BOUNDS) => {
    const bound = BOUNDS[level]
    return (
      (rtt ?? 0) >= bound.rtt ||
      age >= bound.age ||
      (loss ?? 0) >= bound.loss ||
      (fps ?? expected) < bound.frames * expected
    )
  }
  if (isAt('poor')) return 'poor'
  return isAt('fair') ? 'fair' : 'good'
}

const ORDER: readonly Level[] = ['good', 'fair', 'poor', 'lost']
const worse = (a: Level, b: Level): Level => (ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b)
const better = (a: Level, b: Level): Level => (worse(a, b) === a ? b : a)

/** The shown level, and the consecutive samples that differ from it: their number and common level. */
export interface DebouncedLevel {
  readonly level: Level
  readonly count: number
  readonly next: Level
}

export const INITIAL_LEVEL: DebouncedLevel = { level: 'good', count: 0, next: 'good' }

/** Consecutive samples required to lower and to raise the shown level. */
const WORSE_AFTER = 2
const BETTER_AFTER = 4

/**
 * Applies one sample without flicker: lowers after two samples, to `lost` at once, and raises after four, to
 * the worst of them.
 */
export function debounceLevel(shown: DebouncedLevel, sampleLevel: Level): DebouncedLevel {
  const { level } = shown
  if (sampleLevel === level) return { level, count: 0, next: level }
  if (sampleLevel === 'lost') return { level: sampleLevel, count: 0, next: sampleLevel }
  const isWorse = worse(sampleLevel, level) === sampleLevel
  const isSameDirection = shown.count > 0 && (worse(shown.next, level) === shown.next) === isWorse
  // The least change that all of them agree on.
  const next = isSameDirection
    ? isWorse
      ? better(sampleLevel, shown.next)
      : worse(sampleLevel, shown.next)
    : sampleLevel
  const looks = isSameDirection ? shown.count + 1 : 1
  if (looks < (isWorse ? WORSE_AFTER : BETTER_AFTER)) return { level, count: looks, next }
  return { level: next, count: 0, next }
}
