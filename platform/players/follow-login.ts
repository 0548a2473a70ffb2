import type { Dispose } from '../../src/contract/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logins } from './logins.ts'

/**
 * Calls `onEnd` once no token of this login is valid. It follows the login, not a token: a renewal
 * moves the end, whichever token was used at first. Returns the stop function.
 */
export type FollowLogin = (loginId: string, onEnd: () => void) => Dispose

const RETRY_MS = 1000
/** The longest delay of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Reads the end of a login at the start, when that end is reached, and each `maxPauseMs`: another process may
 * end the login, and its message may not arrive. While the database is unavailable nothing ends.
 */
export function createLoginFollower(
  { endOf }: Pick<Logins, 'endOf'>,
  clock: Clock,
  onError: (error: unknown) => void,
  maxPauseMs = MAX_TIMER_MS,
): FollowLogin {
  return (loginId, onEnd) => {
    let stopped = false
    let cancel = () => {}
    const checkAfter = (ms: number) => {
      if (!stopped) cancel = clock.after(Math.min(ms, maxPauseMs), () => void check())
    }
    async function check(): Promise<void> {
      try {
        const end = await endOf(loginId)
        if (stopped) return
        const left = (end ?? 0) - clock.now()
        if (left > 0) checkAfter(left)
        else onEnd()
      } catch (error) {
        onError(error)
        checkAfter(RETRY_MS)
      }
    }
    void check()
    return () => {
      stopped = true
      cancel()
    }
  }
}
