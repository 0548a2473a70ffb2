import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { networkOf } from '../config/ip-addresses.ts'
import type { Db } from '../store/db.ts'

/** An attempt that may go on, with the failures `left` (undefined: unlimited), or one that is blocked for `blockedMs`. */
export type Attempt =
  | { ok: true; left: number | undefined }
  | { ok: false; blockedMs: number; playerId?: string }

/**
 * Limits wrong passwords by name and network, so that nobody can lock a player out who is elsewhere. All unknown networks
 * together have a limit too; one that the player has logged in from passes it. Attempts count BEFORE the password is
 * verified, so concurrent ones gain no extra guesses.
 */
export interface LockOut {
  countAttempt(usernameKey: string, ip: string): Promise<Attempt>
  /** After a right password. */
  resetAttempts(usernameKey: string, ip: string): Promise<void>
}

/** Attempts of all unknown networks, per attempt of one. */
const UNKNOWN_NETWORKS = 10
const MAX_UNKNOWN_NAMES = 10_000

/** Attempts for unknown names, answered as for players so as not to reveal which names exist. */
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

/** Counts failures that all processes share: the count with this one, and ms until it is forgotten. */
export type SharedCount = (
  name: string,
  forgetMs: number,
  max: number,
) => Promise<[count: number, leftMs: number]>

/** `sharedCount`: for unknown names, with other processes on the database. */
export function createLockOut(
  db: Db,
  rule: Config['lockOut'],
  now: () => number,
  sharedCount?: SharedCount,
): LockOut {
  const countHere = createUnknownNameCounter(rule, now)
  async function countUnknown(name: string): Promise<Attempt> {
    const shared = await sharedCount?.(name, rule.blockMs, rule.attempts).catch(() => undefined)
    if (!shared) return countHere(name)
    const [count, leftMs] = shared
    return count > rule.attempts
      ? { ok: false, blockedMs: leftMs }
      : { ok: true, left: rule.attempts - count }
  }
  const blockEnd = () => new Date(now() + rule.blockMs)

  /** The failures of a network so far, undefined while it is blocked. */
  async function countOfNetwork(playerId: number, network: string): Promise<number | undefined> {
    const at = new Date(now())
    const failed = sql<number>`(case when a.blocked_until is null then a.failed else 0 end + 1)`
    const block = (count: typeof failed) => sql`case when ${count} >= ${sql.lit(rule.attempts)}
      then ${blockEnd()}::timestamptz end`
    const counted = await sql<{ failed: number }>`
      insert into login_attempts as a (player_id, network, failed, blocked_until, at)
      values (${playerId}, ${network}, 1, ${block(sql.lit(1))}, ${at})
      on conflict (player_id, network) do update
        set failed = ${failed}, blocked_until = ${block(failed)}, at = excluded.at
        where a.blocked_until is null or a.blocked_until <= ${at}::timestamptz
      returning a.failed`.execute(db)
    return counted.rows[0]?.failed
  }

  /** Counts an attempt from an unknown network; false while those are blocked. */
  async function countOfStrangers(playerId: number): Promise<boolean> {
    const failed = sql<number>`(case when blocked_until is null then failed_logins else 0 end + 1)`
    const counted = await db
      .updateTable('players')
      .set({
        failed_logins: failed,
        blocked_until: sql<Date | null>`case when ${failed} >= ${sql.lit(UNKNOWN_NETWORKS * rule.attempts)}
          then ${blockEnd()}::timestamptz end`,
      })
      .where('id', '=', playerId)
      .where((when) =>
        when.or([when('blocked_until', 'is', null), when('blocked_until', '<=', new Date(now()))]),
      )
      .returning('id')
      .executeTakeFirst()
    return counted !== undefined
  }

  async function isKnown(playerId: number, network: string): Promise<boolean> {
    const logins = await db
      .selectFrom('logins')
      .select('ip')
      .distinct()
      .where('player_id', '=', playerId)
      .where('ip', '!=', '')
      .execute()
    return logins.some(({ ip }) => networkOf(ip) === network)
  }

  async function blockedMs(playerId: number, network: string): Promise<number> {
    const { own, all } = await db
      .selectFrom('players')
      .leftJoin('login_attempts as a', (join) =>
        join.onRef('a.player_id', '=', 'players.id').on('a.network', '=', network),
      )
      .select(['a.blocked_until as own', 'players.blocked_until as all'])
      .where('players.id', '=', playerId)
      .executeTakeFirstOrThrow()
    return Math.max(0, ...[own, all].map((until) => (until?.getTime() ?? 0) - now()))
  }

  const idOf = async (usernameKey: string) =>
    (await db.selectFrom('players').select('id').where('username_key', '=', usernameKey).executeTakeFirst())
      ?.id

  return {
    async countAttempt(usernameKey, ip) {
      if (rule.attempts === 0) return { ok: true, left: undefined }
      const network = networkOf(ip)
      const playerId = await idOf(usernameKey)
      if (playerId === undefined) return countUnknown(`${usernameKey} ${network}`)
      const failed = await countOfNetwork(playerId, network)
      const isBlocked =
        failed === undefined || (!(await isKnown(playerId, network)) && !(await countOfStrangers(playerId)))
      if (!isBlocked) return { ok: true, left: rule.attempts - failed }
      return { ok: false, blockedMs: await blockedMs(playerId, network), playerId: String(playerId) }
    },

    async resetAttempts(usernameKey, ip) {
      const playerId = await idOf(usernameKey)
      if (playerId === undefined) return
      await db
        .deleteFrom('login_attempts')
        .where('player_id', '=', playerId)
        .where('network', '=', networkOf(ip))
        .execute()
      await db
        .updateTable('players')
        .set({ failed_logins: 0, blocked_until: null })
        .where('id', '=', playerId)
        .execute()
    },
  }
}
