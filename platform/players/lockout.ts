import type { Config } from '../config/config.ts'
import { networkOf } from '../config/ip-addresses.ts'
import type { Db } from '../store/db.ts'
import { createStoredAttempts } from './stored-attempts.ts'

/**
 * A permitted attempt, with the remaining failures `left` (undefined: unlimited), or one that is blocked for
 * `blockedMs`.
 */
export type Attempt =
  | { ok: true; left: number | undefined }
  | { ok: false; blockedMs: number; playerId?: string }

/**
 * Limits wrong passwords by name and network, so that a guesser cannot lock out a player on another network.
 * All unknown networks together have a limit too, from which networks of the player's earlier logins are
 * exempt. Attempts count BEFORE the password is verified, so concurrent ones gain no extra guesses.
 */
export interface LockOut {
  countAttempt(usernameKey: string, ip: string): Promise<Attempt>
  /** Call it after a correct password. */
  resetAttempts(usernameKey: string, ip: string): Promise<void>
}

const MAX_UNKNOWN_NAMES = 10_000

/**
 * Counts attempts for unknown names, with the same answers as for players, so that they do not reveal which
 * names exist.
 */
function createUnknownNameCounter(rule: Config['lockOut'], now: () => number) {
  const names = new Map<string, { failed: number; until: number }>()
  return (name: string): Attempt => {
    const entry = names.get(name)
    const blocked = entry && entry.failed >= rule.attempts
    if (blocked && entry.until > now()) return { ok: false, blockedMs: entry.until - now() }
    const failed = entry && !blocked ? entry.failed + 1 : 1
    names.delete(name)
    names.set(name, { failed, until: now() + rule.blockMs })
    const [oldest] = names.keys()
    if (names.size > MAX_UNKNOWN_NAMES && oldest !== undefined) names.delete(oldest)
    return { ok: true, left: rule.attempts - failed }
  }
}

/** Counts failures across processes: the count including this one, and ms until it expires. */
export type SharedCount = (
  name: string,
  forgetMs: number,
  max: number,
) => Promise<[count: number, leftMs: number]>

/** `sharedCount`: for unknown names, if other processes use the database. */
export function createLockOut(
  db: Db,
  rule: Config['lockOut'],
  now: () => number,
  sharedCount?: SharedCount,
): LockOut {
  const stored = createStoredAttempts(db, rule, now)
  const countHere = createUnknownNameCounter(rule, now)
  async function countUnknown(name: string): Promise<Attempt> {
    const shared = await sharedCount?.(name, rule.blockMs, rule.attempts).catch(() => undefined)
    if (!shared) return countHere(name)
    const [count, leftMs] = shared
    return count > rule.attempts
      ? { ok: false, blockedMs: leftMs }
      : { ok: true, left: rule.attempts - count }
  }
  return {
    async countAttempt(usernameKey, ip) {
      if (rule.attempts === 0) return { ok: true, left: undefined }
      const network = networkOf(ip)
      const playerId = await stored.playerOf(usernameKey)
      if (playerId === undefined) return countUnknown(`${usernameKey} ${network}`)
      const failed = await stored.countOfNetwork(playerId, network)
      const isBlocked =
        failed === undefined ||
        (!(await stored.isKnown(playerId, network)) && !(await stored.countOfStrangers(playerId)))
      if (!isBlocked) return { ok: true, left: rule.attempts - failed }
      return { ok: false, blockedMs: await stored.blockedMs(playerId, network), playerId: String(playerId) }
    },

    async resetAttempts(usernameKey, ip) {
      const playerId = await stored.playerOf(usernameKey)
      if (playerId !== undefined) await stored.reset(playerId, networkOf(ip))
    },
  }
}
