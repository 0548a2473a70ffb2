import { sql } from 'kysely'
import * as v from 'valibot'
import { fold } from '../../src/contract/normalize-for-search.ts'
import {
  type AmountAction,
  type EventsAnswer,
  PageQuery,
  type SessionsAnswer,
  type TransactionsAnswer,
} from '../../src/contract/player.ts'
import type { Db } from '../store/db.ts'

/** What is asked for. A cursor is the id of the last row of the page before. */
export const HistoryQuery = v.object({
  ...PageQuery.entries,
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
})
type HistoryQuery = v.InferOutput<typeof HistoryQuery>

/**
 * The ids of the machines whose names hold this text, compared as the app compares it: no database folds I, ı, İ and i
 * into one letter. A floor has thousands of names at the most, and a page is still found by its own index.
 */
async function findMachineIds(db: Db, search: string): Promise<number[]> {
  const wanted = fold(search.trim())
  const machines = await db.selectFrom('machines').select(['id', 'name']).execute()
  return machines.filter(({ name }) => fold(name).includes(wanted)).map(({ id }) => id)
}

/** No id: a list of none is no SQL. */
const NONE = [-1]
const listed = (ids: number[]) => (ids.length > 0 ? ids : NONE)

/** The page's rows, and the cursor of the next page when one row more was found than asked for. */
function page<T extends { id: string }>(rows: T[], limit: number) {
  const shown = rows.slice(0, limit)
  return { rows: shown, cursor: rows.length > limit ? shown.at(-1)?.id : null }
}

/** What a movement is to the player: 1 Deposit, 2 Withdraw, 3 Cash In, 4 Cash Out, 5 Hand Pay, 6 JACKPOT. */
function actionOf(kind: string, amount: number): v.InferOutput<typeof AmountAction> {
  if (kind === 'cash-in') return 3
  if (kind === 'cash-out') return 4
  return amount > 0 ? 1 : 2
}

/** What went in and out of a player's wallet, the newest first. */
export async function transactionsOf(db: Db, playerId: string, query: HistoryQuery) {
  let rows = db
    .selectFrom('entries')
    .innerJoin('movements', 'movements.id', 'entries.movement_id')
    .leftJoin('machines', 'machines.id', 'movements.machine_id')
    .select(['movements.id', 'movements.kind', 'movements.created_at', 'machines.name'])
    .select(['entries.amount', 'entries.balance_after'])
    .where('entries.account_id', '=', `wallet:${playerId}`)
    .orderBy('entries.movement_id', 'desc')
    .limit(query.limit + 1)
  if (query.cursor !== undefined) rows = rows.where('entries.movement_id', '<', query.cursor)
  if (query.search)
    rows = rows.where('movements.machine_id', 'in', listed(await findMachineIds(db, query.search)))
  const found = (await rows.execute()).map((row) => ({
    id: String(row.id),
    time: row.created_at.toISOString(),
    action: actionOf(row.kind, row.amount),
    amount: row.amount,
    balance: row.balance_after,
    machine: row.name,
  }))
  return page(found, query.limit) satisfies v.InferInput<typeof TransactionsAnswer>
}

/** A player's visits to machines, the newest first; one that goes on lasts until `now` (ms since 1970). */
export async function visitsOf(db: Db, playerId: string, query: HistoryQuery, now: number) {
  let rows = db
    .selectFrom('visits')
    .innerJoin('machines', 'machines.id', 'visits.machine_id')
    .selectAll('visits')
    .select('machines.name')
    .where('visits.player_id', '=', Number(playerId))
    .orderBy('visits.id', 'desc')
    .limit(query.limit + 1)
  if (query.cursor !== undefined) rows = rows.where('visits.id', '<', query.cursor)
  if (query.search)
    rows = rows.where('visits.machine_id', 'in', listed(await findMachineIds(db, query.search)))
  const found = (await rows.execute()).map((row) => ({
    id: String(row.id),
    machine: row.name,
    start: row.started_at.toISOString(),
    end: row.ended_at?.toISOString() ?? null,
    duration: Math.max(0, (row.ended_at?.getTime() ?? now) - row.started_at.getTime()),
    cashIn: row.cash_in,
    cashOut: row.cash_out,
    spins: row.spins,
    freeSpins: row.free_spins,
  }))
  return page(found, query.limit) satisfies v.InferInput<typeof SessionsAnswer>
}

/** What happened to a player's account, the newest first. */
export async function eventsOf(db: Db, playerId: string, query: HistoryQuery) {
  let rows = db
    .selectFrom('events')
    .leftJoin('machines', (join) => join.on(sql`machines.id::text`, '=', sql`events.details ->> 'machine'`))
    .select(['events.id', 'events.type', 'events.at', 'events.ip', 'machines.name'])
    .where('events.player_id', '=', Number(playerId))
    .orderBy('events.id', 'desc')
    .limit(query.limit + 1)
  if (query.cursor !== undefined) rows = rows.where('events.id', '<', query.cursor)
  const found = (await rows.execute()).map((row) => ({
    id: String(row.id),
    type: row.type,
    time: row.at.toISOString(),
    ip: row.ip,
    machine: row.name,
  }))
  return page(found, query.limit) satisfies v.InferInput<typeof EventsAnswer>
}
