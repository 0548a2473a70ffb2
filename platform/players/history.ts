import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { normalizeForSearch } from '../../src/contract/normalize-for-search.ts'
import {
  type AmountAction,
  type EventsAnswer,
  type HistoryWord,
  PageQuery,
  type SessionsAnswer,
  type TransactionsAnswer,
} from '../../src/contract/player.ts'
import type { Db } from '../store/db.ts'

/** `cursor` is the id of the previous page's last row. */
export const HistoryQuery = v.object({
  ...PageQuery.entries,
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
})
type HistoryQuery = v.InferOutput<typeof HistoryQuery>

/**
 * The ids of machines whose names contain the text. Compared here, as in the app, because no database treats
 * I, ı, İ and i as one letter; a floor has at most a few thousand names.
 */
async function findMachineIds(db: Db, search: string): Promise<number[]> {
  const needle = normalizeForSearch(search.trim())
  const machines = await db.selectFrom('machines').select(['id', 'name']).execute()
  return machines.filter(({ name }) => normalizeForSearch(name).includes(needle)).map(({ id }) => id)
}

const MAX_ID = Number.MAX_SAFE_INTEGER

/** SQL has no empty list: no row has the id -1. */
const nonEmpty = (ids: number[]) => (ids.length > 0 ? ids : [-1])

/**
 * The newest ids of rows at machines whose names contain the text, at most `count`. `idsOf`: the query of one
 * machine's ids, `machine.id`, newest first. Reads the newest row of each machine, and some rows of those
 * that come first: not all rows of a player who has never been at these machines.
 */
async function findIds(
  db: Db,
  search: string,
  count: number,
  idsOf: RawBuilder<{ id: number }>,
): Promise<number[]> {
  const machines = JSON.stringify(await findMachineIds(db, search))
  const { rows } = await sql<{ id: number }>`
    select newest.id from (
      select machine.id from (select value::int as id from jsonb_array_elements_text(${machines}::jsonb)) machine
      cross join lateral (${idsOf} limit 1) newest
      order by newest.id desc limit ${count}::int
    ) machine
    cross join lateral (${idsOf} limit ${count}::int) newest
    order by newest.id desc limit ${count}::int`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The SQL of the condition and the order of `findIds`: a range of the index. With an equality in place of it,
 * the planner may walk through the newest rows of all machines, to find one of a machine at which nobody has
 * been.
 */
function ofMachine(table: string, playerId: string, { cursor = MAX_ID }: HistoryQuery) {
  const [player, machine, id] = ['player_id', 'machine_id', 'id'].map((column) =>
    sql.ref(`${table}.${column}`),
  )
  return sql`${player} = ${Number(playerId)}::bigint and (${machine}, ${id}) > (machine.id, 0::bigint)
    and (${machine}, ${id}) < (machine.id, ${cursor}::bigint) order by ${machine} desc, ${id} desc`
}

/** One row more than `limit` was queried, to know whether there is a next page. */
export function toPage<T extends { id: string }>(rows: T[], limit: number) {
  const shown = rows.slice(0, limit)
  return { rows: shown, cursor: rows.length > limit ? shown.at(-1)?.id : null }
}

/** The wire's action of a movement: 1 deposit, 2 withdrawal, 3 cash-in, 4 cash-out, 5 hand pay, 6 jackpot. */
function actionOf(kind: string, amount: number): v.InferOutput<typeof AmountAction> {
  if (kind === 'cash-in') return 3
  // A cabinet that did not take a load gives it back.
  if (kind === 'cash-out' || kind === 'cash-in-back') return 4
  if (kind === 'settle') return 5
  return amount > 0 ? 1 : 2
}

/** The origin of a movement's money, in the words of contract/player.ts. */
function originOf(kind: string, amount: number): HistoryWord {
  if (kind === 'cash-out' || kind === 'cash-in-back' || kind === 'settle') return 'machine'
  return kind === 'cash-in' || amount < 0 ? 'wallet' : 'operator'
}

/** The purpose of a movement; null for ordinary ones. */
function tagOf({ kind, request_id }: { kind: string; request_id: string }): HistoryWord | null {
  if (kind === 'discount' || kind === 'bonus') return kind
  if (kind === 'cash-in-back') return 'returned'
  // floor/ports/transfer.ts and floor/end-visit.ts write `visit`, floor/start-transfer.ts writes `auto-`.
  if (kind === 'cash-out' && /^(visit|transfer:auto-)/.test(request_id)) return 'automatic'
  return null
}

/** The movements of a player's wallet, newest first. */
export async function transactionsOf(db: Db, playerId: string, query: HistoryQuery) {
  let rows = db
    .selectFrom('entries')
    .innerJoin('movements', 'movements.id', 'entries.movement_id')
    .leftJoin('machines', 'machines.id', 'movements.machine_id')
    .select([
      'movements.id',
      'movements.kind',
      'movements.request_id',
      'movements.created_at',
      'machines.name',
    ])
    .select(['entries.amount', 'entries.balance_after'])
    .where('entries.account_id', '=', `wallet:${playerId}`)
    .orderBy('entries.movement_id', 'desc')
    .limit(query.limit + 1)
  if (query.cursor !== undefined) rows = rows.where('entries.movement_id', '<', query.cursor)
  if (query.search) {
    const ids = sql<{ id: number }>`
      select m.id from movements m
      where m.kind in ('cash-in', 'cash-in-back', 'cash-out', 'settle')
        and (select true from entries where movement_id = m.id and account_id = ${`wallet:${playerId}`})
        and ${ofMachine('m', playerId, query)}`
    rows = rows.where(
      'entries.movement_id',
      'in',
      nonEmpty(await findIds(db, query.search, query.limit + 1, ids)),
    )
  }
  const found = (await rows.execute()).map((row) => ({
    id: String(row.id),
    time: row.created_at.toISOString(),
    action: actionOf(row.kind, row.amount),
    amount: row.amount,
    balance: row.balance_after,
    machine: row.name,
    from: originOf(row.kind, row.amount),
    tag: tagOf(row),
  }))
  return toPage(found, query.limit) satisfies v.InferInput<typeof TransactionsAnswer>
}

/** A player's visits, newest first; the duration of an open one ends at `now` (ms since 1970). */
export async function visitsOf(db: Db, playerId: string, query: HistoryQuery, now: number) {
  let page = db
    .selectFrom('visits')
    .selectAll()
    .where('player_id', '=', Number(playerId))
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  if (query.cursor !== undefined) page = page.where('id', '<', query.cursor)
  if (query.search) {
    const ids = sql<{ id: number }>`
      select v.id from visits v where ${ofMachine('v', playerId, query)}`
    page = page.where('id', 'in', nonEmpty(await findIds(db, query.search, query.limit + 1, ids)))
  }
  // Joined afterwards: of the page alone.
  const rows = db
    .selectFrom(page.as('visits'))
    .innerJoin('machines', 'machines.id', 'visits.machine_id')
    .innerJoin('brands', 'brands.id', 'machines.brand_id')
    .selectAll('visits')
    .select(['machines.name', 'brands.name as brand'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('spins')
            .select('spins.id')
            .whereRef('spins.visit_id', '=', 'visits.id')
            // As a literal: the index has no other spins.
            .where('spins.jackpot_hit', '=', sql.lit(true))
            .where('spins.settled_at', 'is not', null),
        )
        .as('jackpot'),
    )
    .orderBy('visits.id', 'desc')
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
    from: row.brand,
    tag: row.jackpot ? ('jackpot' satisfies HistoryWord) : null,
  }))
  return toPage(found, query.limit) satisfies v.InferInput<typeof SessionsAnswer>
}

/** The events of a player's account, newest first. */
export async function eventsOf(db: Db, playerId: string, query: HistoryQuery) {
  let page = db
    .selectFrom('events')
    .selectAll()
    .where('player_id', '=', Number(playerId))
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  if (query.cursor !== undefined) page = page.where('id', '<', query.cursor)
  const rows = db
    .selectFrom(page.as('events'))
    .leftJoin('machines', (join) => join.on(sql`machines.id::text`, '=', sql`events.details ->> 'machine'`))
    .select(['events.id', 'events.type', 'events.at', 'events.ip', 'machines.name'])
    .orderBy('events.id', 'desc')
  const found = (await rows.execute()).map((row) => ({
    id: String(row.id),
    type: row.type,
    time: row.at.toISOString(),
    ip: row.ip,
    machine: row.name,
  }))
  return toPage(found, query.limit) satisfies v.InferInput<typeof EventsAnswer>
}
