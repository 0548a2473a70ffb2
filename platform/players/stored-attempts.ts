import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { networkOf } from '../config/ip-addresses.ts'
import type { Db } from '../store/db.ts'
import type { Counted } from './lockout.ts'

/** The wrong passwords of players in the database, which counts each in one statement. */
export function createStoredAttempts(db: Db, rule: Config['lockOut'], now: () => number) {
  const at = () => new Date(now())

  /** ms until the end of a block; a block from before the clock was set back has its whole length again. */
  async function blockedMs(playerId: number, network: string): Promise<number> {
    const row = await db
      .selectFrom('login_attempts')
      .select('blocked_until')
      .where('player_id', '=', playerId)
      .where('network', '=', network)
      .executeTakeFirst()
    const left = Math.max(0, (row?.blocked_until?.getTime() ?? 0) - now())
    if (left <= rule.blockMs) return left
    await db
      .updateTable('login_attempts')
      .set({ blocked_until: new Date(now() + rule.blockMs) })
      .where('player_id', '=', playerId)
      .where('network', '=', network)
      .execute()
    return rule.blockMs
  }

  return {
    /** The player's id; undefined for an unknown name. */
    async playerOf(usernameKey: string): Promise<number | undefined> {
      const query = db.selectFrom('players').select('id').where('username_key', '=', usernameKey)
      return (await query.executeTakeFirst())?.id
    },

    /** Counts an attempt; `max` of them block the network. */
    async count(playerId: number, network: string, max: number): Promise<Counted> {
      const failed = sql<number>`(case when a.blocked_until is null then a.failed else 0 end + 1)`
      const block = (count: typeof failed) => sql`case when ${count} >= ${sql.lit(max)}
        then ${new Date(now() + rule.blockMs)}::timestamptz end`
      const counted = await sql<{ failed: number }>`
        insert into login_attempts as a (player_id, network, failed, blocked_until, at)
        values (${playerId}, ${network}, 1, ${block(sql.lit(1))}, ${at()})
        on conflict (player_id, network) do update
          set failed = ${failed}, blocked_until = ${block(failed)}, at = excluded.at
          where a.blocked_until is null or a.blocked_until <= ${at()}::timestamptz
        returning a.failed`.execute(db)
      const [row] = counted.rows
      if (row) return { ok: true, failed: row.failed }
      return { ok: false, blockedMs: await blockedMs(playerId, network) }
    },

    /** Whether the player has logged in from this network. */
    async isKnown(playerId: number, network: string): Promise<boolean> {
      const logins = await db
        .selectFrom('logins')
        .select('ip')
        .distinct()
        .where('player_id', '=', playerId)
        .where('ip', '!=', '')
        .execute()
      return logins.some(({ ip }) => networkOf(ip) === network)
    },

    async reset(playerId: number, networks: readonly string[]): Promise<void> {
      await db
        .deleteFrom('login_attempts')
        .where('player_id', '=', playerId)
        .where('network', 'in', networks)
        .execute()
    },
  }
}
