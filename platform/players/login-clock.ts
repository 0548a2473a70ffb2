import type { Clock } from '../lib/clock.ts'

/**
 * The part by which it runs faster or slower after the system's clock was set. The app renews a token after
 * four fifths of its life, so that a quarter would be too fast.
 */
const CATCH_UP = 0.2

/**
 * The clock by which tokens and logins expire. When the system's clock is set it catches up slowly, so that
 * nobody is logged out at once, and nobody for ever. Between the two times the player has the benefit: other
 * processes, and this one after a restart, know the system's time alone.
 */
export function createLoginClock(system: Clock) {
  let smooth = system.now()
  let at = system.steady()

  /** ms since 1970, for what ends neither early nor late: what passes differs by a fifth at most. */
  function smoothNow(): number {
    const elapsed = system.steady() - at
    at += elapsed
    const [slowest, fastest] = [1 - CATCH_UP, 1 + CATCH_UP].map((rate) => smooth + elapsed * rate)
    smooth = Math.min(Math.max(system.now(), slowest ?? smooth), fastest ?? smooth)
    return smooth
  }

  return {
    ...system,
    now: () => Math.min(system.now(), smoothNow()),
    /** ms since 1970, for what begins now: not before `now`, nor before the system's time. */
    issueNow: () => Math.max(system.now(), smoothNow()),
    smoothNow,
  }
}
