import * as v from 'valibot'
import { type SpinsAnswer, SpinsQuery } from '../../src/contract/rules.ts'
import type { Db } from '../store/db.ts'
import { toPage } from './history.ts'

/** Maximum id of a machine. */
const MAX_INT32 = 2 ** 31 - 1
const IntegerId = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

/** `cursor` is the id of the previous page's last row. */
export const PlayerSpinsQuery = v.object({
  ...SpinsQuery.entries,
  machineId: v.pipe(SpinsQuery.entries.machineId, IntegerId, v.maxValue(MAX_INT32)),
  cursor: v.optional(IntegerId),
})

/** The games that a cabinet reported of a player, newest first; undefined: the machine is none. */
async function cabinetGamesOf(
  db: Db,
  playerId: string,
  { machineId, cursor, limit }: v.InferOutput<typeof PlayerSpinsQuery>,
): Promise<v.InferInput<typeof SpinsAnswer> | undefined> {
  const cabinet = await db
    .selectFrom('cabinets')
    .select('machine_id')
    .where('machine_id', '=', machineId)
    .executeTakeFirst()
  if (!cabinet) return undefined
  let query = db
    .selectFrom('cabinet_games')
    .select(['number', 'created_at', 'stake', 'win'])
    .where('player_id', '=', Number(playerId))
    .where('machine_id', '=', machineId)
    .orderBy('number', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('number', '<', cursor)
  const rows = (await query.execute()).map(({ number, created_at, stake, win }) => ({
    ...{ id: String(number), time: created_at.toISOString(), stake, win },
    ...{ free: false, jackpot: 0 },
  }))
  return toPage(rows, limit)
}

/** A player's settled spins on one machine, or games at one cabinet, newest first. */
export async function spinsOf(
  db: Db,
  playerId: string,
  asked: v.InferOutput<typeof PlayerSpinsQuery>,
): Promise<v.InferInput<typeof SpinsAnswer>> {
  const games = await cabinetGamesOf(db, playerId, asked)
  if (games) return games
  const { machineId, cursor, limit } = asked
  let query = db
    .selectFrom('spins')
    .select(['id', 'created_at', 'stake', 'win', 'free', 'jackpot'])
    .where('player_id', '=', Number(playerId))
    .where('machine_id', '=', machineId)
    .where('settled_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const rows = (await query.execute()).map((row) => ({
    id: String(row.id),
    time: row.created_at.toISOString(),
    stake: row.stake,
    win: row.win + row.jackpot,
    free: row.free,
    jackpot: row.jackpot,
  }))
  return toPage(rows, limit)
}
