import { setNewest } from './set-newest.ts'

/** `burst` tokens at most, refilled by `perSecond`. */
export interface RateLimit {
  readonly burst: number
  readonly perSecond: number
}

/** Returns a function that takes a token at `now` (ms, steady); it returns false if there is none. */
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

/** Maximum number of keys; the one that was not used for the longest time is dropped first. */
const MAX_KEYS = 10_000

/** A bucket for each key, such as an address. */
export function createTokenBuckets(limit: RateLimit) {
  const buckets = new Map<string, (now: number) => boolean>()
  return {
    take(key: string, now: number): boolean {
      const bucket = buckets.get(key) ?? createTokenBucket(limit, now)
      setNewest(buckets, key, bucket, MAX_KEYS)
      return bucket(now)
    },
    /** Makes a bucket full again. */
    refill: (key: string) => void buckets.delete(key),
  }
}
