import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Db } from '../store/db.ts'

/** An attempt that may go on, with the failures `left` (undefined: unlimited), or one that is blocked for `blockedMs`. */
export type Attempt =
  | { ok: true; left: number | undefined }
  | { ok: false; blockedMs: number; playerId?: string }

/** Limits failed logins. Attempts count BEFORE the password is verified, so concurrent ones gain no extra guesses. */
export interface LockOut {
  countAttempt(usernameKey: string): Promise<Attempt>
  /** After a successful login. */
  resetAttempts(usernameKey: string): Promise<void>
}

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

export function createLockOut(db: Db, rule: Config['lockOut'], now: () => number): LockOut {
  const countUnknown = createUnknownNameCounter(rule, now)

  return {
    async countAttempt(usernameKey) {
      if (rule.attempts === 0) return { ok: true, left: undefined }
      const at = new Date(now())
      const failed = sql<number>`(case when blocked_until is null then failed_logins else 0 end + 1)`
      const counted = await db
        .updateTable('players')
        .set({
          failed_logins: failed,
          blocked_until: sql<Date | null>`case when ${failed} >= ${sql.lit(rule.attempts)}
            then ${new Date(now() + rule.blockMs)}::timestamptz end`,
        })
        .where('username_key', '=', usernameKey)
        .where((when) => when.or([when('blocked_until', 'is', null), when('blocked_until', '<=', at)]))
        .returning('failed_logins')
        .executeTakeFirst()
      if (counted) return { ok: true, left: rule.attempts - counted.failed_logins }
      const player = await db
        .selectFrom('players')
        .select(['id', 'blocked_until'])
        .where('username_key', '=', usernameKey)
        .executeTakeFirst()
      if (!player) return countUnknown(usernameKey)
      const blockedMs = Math.max(0, (player.blocked_until?.getTime() ?? 0) - now())
      return { ok: false, blockedMs, playerId: String(player.id) }
    },

    async resetAttempts(usernameKey) {
      await db
        .updateTable('players')
        .set({ failed_logins: 0, blocked_until: null })
        .where('username_key', '=', usernameKey)
        .execute()
    },
  }
}
