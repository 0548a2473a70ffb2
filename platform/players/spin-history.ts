import { sql } from 'kysely'
import * as v from 'valibot'
import { SpinQuery, type SpinsAnswer, SpinsQuery } from '../../src/contract/rules.ts'
import type { Db } from '../store/db.ts'
import type { SpinRow } from '../store/tables.ts'
import { toPage } from './history.ts'

/** Maximum id of a machine. */
const MAX_INT32 = 2 ** 31 - 1
const IntegerId = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

const MachineId = v.pipe(SpinsQuery.entries.machineId, IntegerId, v.maxValue(MAX_INT32))

/** `cursor` is the id of the previous page's last row. */
export const PlayerSpinsQuery = v.object({
  ...SpinsQuery.entries,
  machineId: MachineId,
  cursor: v.optional(IntegerId),
})

export const PlayerSpinQuery = v.object({
  machineId: MachineId,
  id: v.pipe(SpinQuery.entries.id, IntegerId),
})

type SpinColumns = Pick<SpinRow, 'id' | 'created_at' | 'stake' | 'win' | 'free' | 'jackpot'>

const rowOf = ({ id, created_at, stake, win, free, jackpot }: SpinColumns) => ({
  ...{ id: String(id), time: created_at.toISOString(), stake, win: win + jackpot, free, jackpot },
})

/** A cabinet names neither free games nor the part of a jackpot. */
const rowOfGame = (game: { number: number; created_at: Date; stake: number; win: number }) =>
  rowOf({ ...game, id: game.number, free: false, jackpot: 0 })

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
  return { ...toPage((await query.execute()).map(rowOfGame), limit), recall: true }
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
  return { ...toPage((await query.execute()).map(rowOf), limit), recall: true }
}

/** A player's spin with what was drawn; amounts in cents. */
export interface StoredSpin {
  readonly id: string
  readonly time: string
  readonly stake: number
  /** With the jackpot. */
  readonly win: number
  readonly free: boolean
  readonly jackpot: number
  readonly freeAwarded: number
  /** Undefined: not reported. */
  readonly creditBefore?: number
  readonly creditAfter?: number
  /** What was drawn, and the text of the rules; undefined: a game of a cabinet. */
  readonly drawn?: {
    readonly stops: readonly number[]
    readonly wins: readonly unknown[]
    readonly definition: string | null
  }
}

/** Finds a settled spin of the player on a machine, or a game at a cabinet; undefined: no such one. */
export async function findSpin(
  db: Db,
  playerId: string,
  { machineId, id }: v.InferOutput<typeof PlayerSpinQuery>,
): Promise<StoredSpin | undefined> {
  const game = await db
    .selectFrom('cabinet_games')
    .select(['number', 'created_at', 'stake', 'win', 'credit'])
    .where('machine_id', '=', machineId)
    .where('number', '=', id)
    .where('player_id', '=', Number(playerId))
    .executeTakeFirst()
  if (game) return { ...rowOfGame(game), freeAwarded: 0, creditAfter: game.credit }
  // The movement that took the stake keeps the credit that its answer named.
  const spin = await db
    .selectFrom('spins')
    .leftJoin('game_definitions', 'game_definitions.hash', 'spins.definition')
    .leftJoin('movements', 'movements.request_id', 'spins.request_id')
    .select(['spins.id', 'spins.created_at', 'spins.stake', 'spins.win', 'spins.free', 'spins.jackpot'])
    .select(['spins.free_awarded', 'spins.stops', 'spins.wins', 'game_definitions.definition'])
    .select(sql<number | null>`(movements.answer #>> '{game,credit}')::bigint`.as('credit'))
    .where('spins.id', '=', id)
    .where('spins.machine_id', '=', machineId)
    .where('spins.player_id', '=', Number(playerId))
    .where('spins.settled_at', 'is not', null)
    .executeTakeFirst()
  if (!spin) return undefined
  const { credit, stops, wins, definition } = spin
  return {
    ...rowOf(spin),
    freeAwarded: spin.free_awarded,
    ...(credit === null
      ? {}
      : {
          creditBefore: credit + (spin.free ? 0 : spin.stake),
          creditAfter: credit + spin.win + spin.jackpot,
        }),
    drawn: { stops, wins, definition },
  }
}
