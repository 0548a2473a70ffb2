import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

/*
 * The rows of the books, with the text that the hash of each one's link covers: JSON, amounts in cents, times
 * in ms since 1970 (movements and their spins) or µs (all others), an answer by its hash. The formats never
 * change. The database returns a whole batch as one value, a line for each row: the embedded one needs a
 * third of the time for that of what it needs for rows and columns.
 */

/** A row as its chain has it. */
export interface ChainedRow {
  /** Its number in the chain. */
  readonly id: number
  /** What its link covers; undefined while the row is not final: a spin that is not settled. */
  readonly content: string | undefined
  /** When it became final, in ms since 1970. */
  readonly at: number
}

/** Account, amount, balance after it. */
export type Line = readonly [account: string, amount: number, after: number]

/** Cents that a movement moved to an account. */
export const amountOf = (lines: readonly Line[], account: string): number =>
  lines.find(([name]) => name === account)?.[1] ?? 0

export interface ChainedMovement extends ChainedRow {
  readonly content: string
  readonly requestId: string
  readonly kind: string
  readonly fingerprint: string
  readonly player: number | null
  readonly machine: number | null
  readonly lines: readonly Line[]
  /** The spin that it started. */
  readonly spin: SpinText | undefined
  /** Of a cash-in or cash-out: the visit that it belongs to; undefined in books of 2.3.4. */
  readonly visit: number | undefined
  /** Of one that begins a cabinet's transfer: its id. */
  readonly transfer: string | undefined
}

/** A spin as JSON without brackets. */
export interface SpinText {
  /** What is final when it starts. */
  readonly facts: string
  /** Id, jackpot, time of the settlement in µs or null. */
  readonly settlement: string
}

/** The spins by their request ids. */
export type Spins = ReadonlyMap<string, SpinText>

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`)
const us = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000000)::bigint`)

const movementText = sql`concat_ws(', ', m.id, to_json(m.request_id), to_json(m.kind), to_json(m.fingerprint),
  coalesce(m.player_id::text, 'null'), coalesce(m.machine_id::text, 'null'),
  '"' || encode(sha256(convert_to(m.answer::text, 'UTF8')), 'hex') || '"', ${ms('m.created_at')})`

const entryText = sql`concat_ws(', ', e.movement_id, to_json(e.account_id), e.amount, e.balance_after)`

const spinText = sql`concat_ws(', ', s.id, s.machine_id, s.player_id, s.visit_id, to_json(s.game),
  coalesce(to_json(s.definition)::text, 'null'), s.stake, to_json(s.free), s.stops, s.wins, s.win,
  to_json(s.jackpot_hit), s.free_awarded, ${ms('s.created_at')})`

const settlementText = sql`concat_ws(', ', s.id, s.jackpot, coalesce(${us('s.settled_at')}::text, 'null'))`

/** JSON holds no raw line break and no raw tab. */
const linesOf = (text: string | null | undefined): string[] => (text ? text.split('\n') : [])
/**
 * The rows of lines that are arrays without their brackets; parsed at once, which is quicker than one by one.
 */
const parseLines = <R>(lines: readonly string[]): R[] =>
  JSON.parse(lines.length ? `[[${lines.join('],[')}]]` : '[]')

const spinLine = sql`to_json(s.request_id) || E'\t' || ${spinText} || E'\t' || ${settlementText}`
function toSpins(text: string | null | undefined): Spins {
  const lines = linesOf(text).map((line) => line.split('\t', 3))
  const requestIds: string[] = JSON.parse(`[${lines.map(([requestId]) => requestId).join(',')}]`)
  return new Map(
    requestIds.map((requestId, at) => {
      const [, facts = '', settlement = ''] = lines[at] ?? []
      return [requestId, { facts, settlement }]
    }),
  )
}

/** The spins after `afterId`, at most `limit`, in the order of their ids; `lastId` is that of the last. */
export async function readSpins(
  db: Db | Trx,
  afterId: number,
  limit: number,
): Promise<{ spins: Spins; lastId: number }> {
  const { rows } = await sql<{ text: string | null; last: number | null }>`
    select string_agg(${spinLine}, E'\n' order by s.id) as text, max(s.id) as last
    from (select * from spins where id > ${afterId}::bigint order by id limit ${limit}::int) s`.execute(db)
  return { spins: toSpins(rows[0]?.text), lastId: rows[0]?.last ?? afterId }
}

/** The spins of these requests. */
export async function findSpins(db: Db | Trx, requestIds: readonly string[]): Promise<Spins> {
  if (requestIds.length === 0) return new Map()
  // Lateral, with a limit: each is looked up by the index.
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(${spinLine}, E'\n') as text
    from jsonb_array_elements_text(${JSON.stringify(requestIds)}::jsonb) as wanted,
      lateral (select * from spins where request_id = wanted limit 1) s`.execute(db)
  return toSpins(rows[0]?.text)
}

interface MovementBatch {
  readonly movements: readonly ChainedMovement[]
  /** Ids that have entries and no movement. */
  readonly lost: readonly number[]
}

type Head = [
  id: number,
  requestId: string,
  kind: string,
  fingerprint: string,
  player: number | null,
  machine: number | null,
  answer: string,
  at: number,
]

/** The movements after `afterId`, at most `limit`, in their order. `find`: how their spins are found. */
export async function readMovements(
  db: Db | Trx,
  afterId: number,
  limit: number,
  find: (requestIds: readonly string[]) => Promise<Spins>,
  lastId = Number.MAX_SAFE_INTEGER,
): Promise<MovementBatch> {
  const { rows } = await sql<{ text: string | null; last: number | null; answers: string | null }>`
    select string_agg(${movementText}, E'\n' order by m.id) as text, max(m.id) as last,
      string_agg(concat_ws(', ', m.id, coalesce(m.answer ->> 'visit', 'null'),
          coalesce(to_json(m.answer ->> 'id')::text, 'null')), E'\n')
        filter (where m.kind in ('cash-in', 'cash-in-back', 'cash-out', 'transit-in', 'transit-out')) as answers
    from (select * from movements where id > ${afterId}::bigint and id <= ${lastId}::bigint
      order by id limit ${limit}::int) m`.execute(db)
  const { rows: entries } = await sql<{ text: string | null }>`
    select string_agg(${entryText}, E'\n' order by e.movement_id, e.account_id collate "C") as text from entries e
    where e.movement_id > ${afterId}::bigint and e.movement_id <= ${rows[0]?.last ?? lastId}::bigint`.execute(
    db,
  )
  const texts = linesOf(rows[0]?.text)
  const heads = parseLines<Head>(texts)
  const answers = new Map(
    parseLines<[id: number, visit: number | null, transfer: string | null]>(linesOf(rows[0]?.answers)).map(
      ([id, visit, transfer]) => [id, { visit: visit ?? undefined, transfer: transfer ?? undefined }],
    ),
  )
  const startsSpin = (kind: string) => kind === 'stake' || kind === 'free-spin'
  const spins = await find(heads.flatMap(([, requestId, kind]) => (startsSpin(kind) ? [requestId] : [])))
  const lineTexts = linesOf(entries[0]?.text)
  const lines = parseLines<[id: number, ...Line]>(lineTexts)
  const lost = new Set<number>()
  let next = 0
  const movements = heads.map((head, at): ChainedMovement => {
    const [id, requestId, kind, fingerprint, player, machine, , time] = head
    for (; (lines[next]?.[0] ?? id) < id; next += 1) lost.add(lines[next]?.[0] ?? id)
    const own: Line[] = []
    const ownTexts: string[] = []
    for (let line = lines[next]; line?.[0] === id; next += 1, line = lines[next]) {
      own.push([line[1], line[2], line[3]])
      const text = lineTexts[next] ?? ''
      ownTexts.push(`[${text.slice(text.indexOf(' ') + 1)}]`)
    }
    const spin = startsSpin(kind) ? spins.get(requestId) : undefined
    const content = `[${texts[at]}, ${own.length ? `[${ownTexts.join(', ')}]` : 'null'}, ${spin ? `[${spin.facts}]` : 'null'}]`
    return {
      id,
      requestId,
      kind,
      fingerprint,
      player,
      machine,
      at: time,
      lines: own,
      spin,
      visit: answers.get(id)?.visit,
      transfer: answers.get(id)?.transfer,
      content,
    }
  })
  for (; next < lines.length; next += 1) lost.add(lines[next]?.[0] ?? 0)
  return { movements, lost: [...lost] }
}

/** A settlement, from its text. */
export function toSettlement(text: string): ChainedRow {
  const [id, , settled] = text.split(', ', 3)
  const isSettled = settled !== 'null'
  return { id: Number(id), content: isSettled ? `[${text}]` : undefined, at: Number(settled) / 1000 }
}

/** The settlements of the spins after `afterId`, at most `limit`, in their order. */
export async function readSettlements(
  db: Db | Trx,
  afterId: number,
  limit: number,
  lastId: number,
): Promise<ChainedRow[]> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(${settlementText}, E'\n' order by s.id) as text
    from (select * from spins where id > ${afterId}::bigint and id <= ${lastId}::bigint
      order by id limit ${limit}::int) s`.execute(db)
  return linesOf(rows[0]?.text).map(toSettlement)
}

/** Reads rows that `select` returns as `no`, `content` and `at` in µs. */
function reader(select: RawBuilder<unknown>) {
  return async (db: Db | Trx, afterId: number, limit: number, lastId = Number.MAX_SAFE_INTEGER) => {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(no || E'\t' || coalesce(at, 0) || E'\t' || content, E'\n' order by no) as text from (
        select * from (${select}) r where no > ${afterId}::bigint and no <= ${lastId}::bigint
        order by no limit ${limit}::int) r`.execute(db)
    return linesOf(rows[0]?.text).map((line): ChainedRow & { content: string } => {
      const [id, at, content = ''] = line.split('\t', 3)
      return { id: Number(id), at: Number(at) / 1000, content }
    })
  }
}

/** The starts and ends of visits, in the order of their numbers. */
export const readVisitEvents = reader(sql`
  select id as no, ${us('started_at')} as at,
    jsonb_build_array('start', id, player_id, machine_id, ${us('started_at')})::text as content from visits
  union all select end_no, ${us('ended_at')},
    jsonb_build_array('end', id, player_id, machine_id, ${us('started_at')}, ${us('ended_at')},
      cash_in, cash_out, spins, free_spins)::text from visits where end_no is not null`)

export const readActions = reader(sql`
  select id as no, ${us('at')} as at,
    jsonb_build_array(id, action, target, outcome, ip, ${us('at')})::text as content from operator_actions`)
