import type { Level } from './state.ts'

/** One look at the connection. What is undefined is not known, and nothing is concluded from it. */
export interface Sample {
  /** Round trip, ms. */
  rtt: number | undefined
  /** Since the picture last moved, ms; undefined before the first frame. */
  age: number | undefined
  /** Frames decoded in a second, and how many there should have been. */
  fps: number | undefined
  expected: number
  /** Part of the packets that did not come, 0 to 1. */
  loss: number | undefined
}

/** From these on it is no better than that: ms, part of the frames that should come, part of the packets. */
const BOUNDS = {
  fair: { rtt: 250, age: 500, frames: 0.85, loss: 0.02 },
  poor: { rtt: 500, age: 1000, frames: 0.6, loss: 0.05 },
} as const
/** ms without a frame: there is no picture any more. */
const LOST_MS = 3000

/** What one look says. */
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

/** What is shown, and the looks that would have it changed: how many in a row, and what all of them agree on. */
export interface DebouncedLevel {
  readonly level: Level
  readonly count: number
  readonly next: Level
}

export const INITIAL_LEVEL: DebouncedLevel = { level: 'good', count: 0, next: 'good' }

/** Looks in a row that it takes to show something worse, and something better. */
const WORSE_AFTER = 2
const BETTER_AFTER = 4

/**
 * What is shown after one look more, so that the sign does not flicker: worse after two looks that say so, lost at
 * once, better after four in a row, and then no better than the worst of them.
 */
export function debounceLevel(shown: DebouncedLevel, sampleLevel: Level): DebouncedLevel {
  const { level } = shown
  if (sampleLevel === level) return { level, count: 0, next: level }
  if (sampleLevel === 'lost') return { level: sampleLevel, count: 0, next: sampleLevel }
  const isWorse = worse(sampleLevel, level) === sampleLevel
  const isSameDirection = shown.count > 0 && (worse(shown.next, level) === shown.next) === isWorse
  // Down to what all of them say at least, up to what all of them say at most.
  const next = isSameDirection
    ? isWorse
      ? better(sampleLevel, shown.next)
      : worse(sampleLevel, shown.next)
    : sampleLevel
  const looks = isSameDirection ? shown.count + 1 : 1
  if (looks < (isWorse ? WORSE_AFTER : BETTER_AFTER)) return { level, count: looks, next }
  return { level: next, count: 0, next }
}
