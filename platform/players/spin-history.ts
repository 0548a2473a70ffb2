import * as v from 'valibot'
import { type SpinsAnswer, SpinsQuery } from '../../src/contract/rules.ts'
import type { Db } from '../store/db.ts'

const Whole = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

/** What is asked for. A cursor is the id of the last row of the page before. */
export const PlayerSpinsQuery = v.object({
  ...SpinsQuery.entries,
  machineId: v.pipe(SpinsQuery.entries.machineId, Whole),
  cursor: v.optional(Whole),
})

/** A player's own spins on one machine, the newest first; the one under way is nobody's to know yet. */
export async function spinsOf(
  db: Db,
  playerId: string,
  { machineId, cursor, limit }: v.InferOutput<typeof PlayerSpinsQuery>,
): Promise<v.InferInput<typeof SpinsAnswer>> {
  let query = db
    .selectFrom('spins')
    .select(['id', 'created_at', 'stake', 'win', 'free', 'jackpot'])
    .where('player_id', '=', Number(playerId))
    .where('machine_id', '=', machineId)
    .where('settled_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const found = await query.execute()
  const rows = found.slice(0, limit).map((row) => ({
    id: String(row.id),
    time: row.created_at.toISOString(),
    stake: row.stake,
    win: row.win + row.jackpot,
    free: row.free,
    jackpot: row.jackpot,
  }))
  return { rows, cursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}
