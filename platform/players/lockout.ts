import { hash } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { networkOf } from '../config/ip-addresses.ts'
import { setNewest } from '../lib/set-newest.ts'
import type { Db } from '../store/db.ts'
import { createStoredAttempts } from './stored-attempts.ts'
import { spellingKey } from './usernames.ts'

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

/** One count of attempts, including this one, or how long it is blocked. */
export type Counted = { ok: true; failed: number } | { ok: false; blockedMs: number }

/** The count of all networks from which a player has not logged in, as if they were one network. */
const STRANGERS = 'strangers'
/** Attempts of all unknown networks, as a multiple of one network's. */
const STRANGERS_FACTOR = 10
/** After this time without an attempt a count begins anew, ms; retention.ts removes those of players. */
const FORGET_MS = 24 * 60 * 60_000
/** Above what can be hashed while a name is blocked, so that a flood of names lifts no block. */
const MAX_UNKNOWN_COUNTS = 150_000

/**
 * Counts attempts for unknown names as those of players are counted, all spellings of a name as one, so that
 * the answers do not reveal which names exist. A name may be 1,800 characters long, so that its digest is
 * kept.
 */
function createUnknownNameCounter(rule: Config['lockOut'], now: () => number) {
  const counts = new Map<string, { failed: number; until: number }>()
  return (name: string, max: number): Counted => {
    const key = hash('sha256', name, 'base64url')
    const entry = counts.get(key)
    const current = entry && entry.until > now() ? entry : undefined
    if (current && current.failed >= max) return { ok: false, blockedMs: current.until - now() }
    const failed = (current?.failed ?? 0) + 1
    const until = now() + (failed >= max ? rule.blockMs : FORGET_MS)
    setNewest(counts, key, { failed, until }, MAX_UNKNOWN_COUNTS)
    return { ok: true, failed }
  }
}

/**
 * Counts failures across processes: the count including this one, and ms until it expires. A count below
 * `max` expires after `forgetMs`, and one that reaches it after `blockMs`.
 */
export type SharedCount = (
  name: string,
  rule: { max: number; forgetMs: number; blockMs: number },
) => Promise<[count: number, leftMs: number]>

/**
 * `now`: ms since 1970 on a clock that is not set at once (login-clock.ts). `sharedCount`: for unknown names,
 * if other processes use the database.
 */
export function createLockOut(
  db: Db,
  rule: Config['lockOut'],
  now: () => number,
  sharedCount?: SharedCount,
): LockOut {
  const stored = createStoredAttempts(db, rule, now)
  const countHere = createUnknownNameCounter(rule, now)
  async function countUnknown(name: string, max: number): Promise<Counted> {
    const limits = { max, forgetMs: FORGET_MS, blockMs: rule.blockMs }
    const shared = await sharedCount?.(name, limits).catch(() => undefined)
    if (!shared) return countHere(name, max)
    const [count, leftMs] = shared
    return count > max ? { ok: false, blockedMs: leftMs } : { ok: true, failed: count }
  }
  return {
    async countAttempt(usernameKey, ip) {
      if (rule.attempts === 0) return { ok: true, left: undefined }
      const network = networkOf(ip)
      const playerId = await stored.playerOf(usernameKey)
      const count = (of: string, max: number) =>
        playerId === undefined
          ? countUnknown(`${spellingKey(usernameKey)} ${of}`, max)
          : stored.count(playerId, of, max)
      const player = playerId === undefined ? {} : { playerId: String(playerId) }
      const own = await count(network, rule.attempts)
      if (!own.ok) return { ...own, ...player }
      const isKnown = playerId !== undefined && (await stored.isKnown(playerId, network))
      const all = isKnown ? own : await count(STRANGERS, STRANGERS_FACTOR * rule.attempts)
      return all.ok ? { ok: true, left: rule.attempts - own.failed } : { ...all, ...player }
    },

    async resetAttempts(usernameKey, ip) {
      const playerId = await stored.playerOf(usernameKey)
      if (playerId !== undefined) await stored.reset(playerId, [networkOf(ip), STRANGERS])
    },
  }
}
