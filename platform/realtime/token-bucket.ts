/** `burst` tokens at most, refilled by `perSecond`. */
export interface RateLimit {
  readonly burst: number
  readonly perSecond: number
}

/** Returns a function that takes a token at `now` (ms); false: none left. */
export function createTokenBucket({ burst, perSecond }: RateLimit, start: number): (now: number) => boolean {
  let tokens = burst
  let last = start
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - last) / 1000) * perSecond)
    last = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
