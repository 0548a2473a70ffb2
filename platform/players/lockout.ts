import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Db } from '../store/db.ts'

/**
 * An attempt was taken, `left` more may fail (undefined: nobody counts); or none may be made for `blockedMs`, for
 * the player of that name if there is one.
 */
export type Attempt =
  | { ok: true; left: number | undefined }
  | { ok: false; blockedMs: number; playerId?: string }

/**
 * Counts the attempts to log in. One is taken BEFORE the password is compared, so that a hundred at the same
 * time get no more guesses than a hundred in a row. A right password gives them all back.
 */
export interface LockOut {
  take(usernameKey: string): Promise<Attempt>
  resetAttempts(usernameKey: string): Promise<void>
}

const MAX_UNKNOWN_NAMES = 10_000

/** The count of names that belong to nobody: the same answers as for a player, or they would tell who exists. */
function createMemory(rule: Config['lockOut'], now: () => number) {
  const names = new Map<string, { failed: number; until: number }>()
  return (name: string): Attempt => {
    const kept = names.get(name)
    const blocked = kept && kept.failed >= rule.attempts
    if (blocked && kept.until > now()) return { ok: false, blockedMs: kept.until - now() }
    const failed = kept && !blocked ? kept.failed + 1 : 1
    names.delete(name)
    names.set(name, { failed, until: now() + rule.blockMs })
    const [oldest] = names.keys()
    if (names.size > MAX_UNKNOWN_NAMES && oldest !== undefined) names.delete(oldest)
    return { ok: true, left: rule.attempts - failed }
  }
}

export function createLockOut(db: Db, rule: Config['lockOut'], now: () => number): LockOut {
  const takeUnknown = createMemory(rule, now)

  return {
    async take(usernameKey) {
      if (rule.attempts === 0) return { ok: true, left: undefined }
      const at = new Date(now())
      const failed = sql<number>`(case when blocked_until is null then failed_logins else 0 end + 1)`
      const taken = await db
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
      if (taken) return { ok: true, left: rule.attempts - taken.failed_logins }
      const player = await db
        .selectFrom('players')
        .select(['id', 'blocked_until'])
        .where('username_key', '=', usernameKey)
        .executeTakeFirst()
      if (!player) return takeUnknown(usernameKey)
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
