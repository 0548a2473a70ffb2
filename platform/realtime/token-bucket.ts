/** How often something may happen: `burst` at once, `perSecond` in the long run. */
export interface Limit {
  readonly burst: number
  readonly perSecond: number
}

/** Answers a function that says whether one more is allowed at `now` (ms). */
export function createTokenBucket({ burst, perSecond }: Limit, start: number): (now: number) => boolean {
  let left = burst
  let last = start
  return (now) => {
    left = Math.min(burst, left + ((now - last) / 1000) * perSecond)
    last = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
