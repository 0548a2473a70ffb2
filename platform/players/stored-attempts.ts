import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { networkOf } from '../config/ip-addresses.ts'
import type { Db } from '../store/db.ts'

/** Attempts of all unknown networks, as a multiple of one network's. */
const UNKNOWN_NETWORKS = 10

/** The wrong passwords of players in the database, which counts each in one statement. */
export function createStoredAttempts(db: Db, rule: Config['lockOut'], now: () => number) {
  const blockEnd = () => new Date(now() + rule.blockMs)

  return {
    /** The player's id; undefined for an unknown name. */
    async playerOf(usernameKey: string): Promise<number | undefined> {
      const query = db.selectFrom('players').select('id').where('username_key', '=', usernameKey)
      return (await query.executeTakeFirst())?.id
    },

    /** The network's failures so far; undefined while it is blocked. */
    async countOfNetwork(playerId: number, network: string): Promise<number | undefined> {
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
    },

    /** Counts an attempt from an unknown network; false while those are blocked. */
    async countOfStrangers(playerId: number): Promise<boolean> {
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

    /** How long this network, or all unknown ones, are blocked. */
    async blockedMs(playerId: number, network: string): Promise<number> {
      const { own, all } = await db
        .selectFrom('players')
        .leftJoin('login_attempts as a', (join) =>
          join.onRef('a.player_id', '=', 'players.id').on('a.network', '=', network),
        )
        .select(['a.blocked_until as own', 'players.blocked_until as all'])
        .where('players.id', '=', playerId)
        .executeTakeFirstOrThrow()
      return Math.max(0, ...[own, all].map((until) => (until?.getTime() ?? 0) - now()))
    },

    async reset(playerId: number, network: string): Promise<void> {
      await db
        .deleteFrom('login_attempts')
        .where('player_id', '=', playerId)
        .where('network', '=', network)
        .execute()
      await db
        .updateTable('players')
        .set({ failed_logins: 0, blocked_until: null })
        .where('id', '=', playerId)
        .execute()
    },
  }
}
