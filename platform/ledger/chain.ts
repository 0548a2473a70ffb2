import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

/*
 * A hash chain over the movements, in the order of their ids. Each hash covers the one before it and everything that is
 * final of its movement: the row, its entries, and the spin that it started. A platform appends to the chain while it
 * runs, apart from the commands, which do not wait for it.
 */

/** Account, amount, balance after it. */
export type Line = readonly [account: string, amount: number, after: number]

/** A movement as it is in the database. */
export interface ChainedMovement {
  readonly id: number
  readonly requestId: string
  readonly kind: string
  readonly lines: readonly Line[]
  /** The spin that it started, as JSON without its brackets. */
  readonly spin: string | undefined
  /** What its hash covers, as JSON. */
  readonly content: string
}

/*
 * The content of a movement is the text of a jsonb array: amounts in cents, times in ms since 1970, the answer by its
 * hash. Its format never changes. The database gives the texts of a whole batch as one value, a line for each row:
 * the embedded one needs a third of the time for that of what it needs for rows and columns.
 */

const movementText = sql`concat_ws(', ', m.id, to_json(m.request_id), to_json(m.kind), to_json(m.fingerprint),
  coalesce(m.player_id::text, 'null'), coalesce(m.machine_id::text, 'null'),
  '"' || encode(sha256(convert_to(m.answer::text, 'UTF8')), 'hex') || '"',
  (extract(epoch from m.created_at) * 1000)::bigint)`

const entryText = sql`concat_ws(', ', e.movement_id, to_json(e.account_id), e.amount, e.balance_after)`

const spinText = sql`concat_ws(', ', s.id, s.machine_id, s.player_id, s.visit_id, to_json(s.game),
  coalesce(to_json(s.definition)::text, 'null'), s.stake, to_json(s.free), s.stops, s.wins, s.win,
  to_json(s.jackpot_hit), s.free_awarded, (extract(epoch from s.created_at) * 1000)::bigint)`

/** JSON holds no raw line break. */
const linesOf = (text: string | null | undefined): string[] => (text ? text.split('\n') : [])
/** The rows of lines that are arrays without their brackets; parsed at once, which is quicker than one by one. */
const parseLines = <R>(lines: readonly string[]): R[] =>
  JSON.parse(lines.length ? `[[${lines.join('],[')}]]` : '[]')

/** The texts of spins, as JSON without brackets, by their request ids. */
export type Spins = ReadonlyMap<string, string>

const spinLine = sql`to_json(s.request_id) || E'\t' || ${spinText}`
function toSpins(text: string | null | undefined): Spins {
  const lines = linesOf(text).map((line) => line.split('\t', 2))
  const requestIds: string[] = JSON.parse(`[${lines.map(([requestId]) => requestId).join(',')}]`)
  return new Map(requestIds.map((requestId, at) => [requestId, lines[at]?.[1] ?? '']))
}

/** The spins after `afterId`, at most `limit`; `lastId` is that of the last. */
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

/** The movements after `afterId`, at most `limit`, in their order. `find`: how their spins are found. */
export async function readMovements(
  db: Db | Trx,
  afterId: number,
  limit: number,
  find: (requestIds: readonly string[]) => Promise<Spins>,
  lastId = Number.MAX_SAFE_INTEGER,
): Promise<MovementBatch> {
  const { rows } = await sql<{ text: string | null; last: number | null }>`
    select string_agg(${movementText}, E'\n' order by m.id) as text, max(m.id) as last
    from (select * from movements where id > ${afterId}::bigint and id <= ${lastId}::bigint
      order by id limit ${limit}::int) m`.execute(db)
  const { rows: entries } = await sql<{ text: string | null }>`
    select string_agg(${entryText}, E'\n' order by e.movement_id, e.account_id collate "C") as text from entries e
    where e.movement_id > ${afterId}::bigint and e.movement_id <= ${rows[0]?.last ?? lastId}::bigint`.execute(
    db,
  )
  const texts = linesOf(rows[0]?.text)
  const heads = parseLines<[id: number, requestId: string, kind: string]>(texts)
  const startsSpin = (kind: string) => kind === 'stake' || kind === 'free-spin'
  const spins = await find(heads.flatMap(([, requestId, kind]) => (startsSpin(kind) ? [requestId] : [])))
  const lineTexts = linesOf(entries[0]?.text)
  const lines = parseLines<[id: number, ...Line]>(lineTexts)
  const lost = new Set<number>()
  let next = 0
  const movements = heads.map(([id, requestId, kind], at): ChainedMovement => {
    for (; (lines[next]?.[0] ?? id) < id; next += 1) lost.add(lines[next]?.[0] ?? id)
    const own: Line[] = []
    const ownTexts: string[] = []
    for (let line = lines[next]; line?.[0] === id; next += 1, line = lines[next]) {
      own.push([line[1], line[2], line[3]])
      const text = lineTexts[next] ?? ''
      ownTexts.push(`[${text.slice(text.indexOf(' ') + 1)}]`)
    }
    const spin = startsSpin(kind) ? spins.get(requestId) : undefined
    const content = `[${texts[at]}, ${own.length ? `[${ownTexts.join(', ')}]` : 'null'}, ${spin ? `[${spin}]` : 'null'}]`
    return { id, requestId, kind, lines: own, spin, content }
  })
  for (; next < lines.length; next += 1) lost.add(lines[next]?.[0] ?? 0)
  return { movements, lost: [...lost] }
}

export const chainHash = (previous: string, { content }: Pick<ChainedMovement, 'content'>): string =>
  hash('sha256', `${previous}\n${content}`)

const BATCH = 500
const WAIT_MS = 20

/** Transactions that are writing movements, in this database. */
async function writers(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ vxid: string }>`
    select virtualtransaction as vxid from pg_locks
    where relation = 'movements'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return new Set(rows.map(({ vxid }) => vxid))
}

/**
 * The highest id below which no movement can appear any more: ids are drawn before the commit, so a lower one may still
 * be under way. Waits for those transactions, and blocks none.
 */
async function lastFinalId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from movements`.execute(db)
  let open = await writers(db)
  while (open.size > 0) {
    await sleep(WAIT_MS)
    const now = await writers(db)
    open = new Set([...open].filter((vxid) => now.has(vxid)))
  }
  return rows[0]?.id ?? 0
}

/** Appends all movements so far to the chain. */
export async function extendChain(db: Db): Promise<void> {
  const last = await lastFinalId(db)
  for (;;) {
    const head = await db
      .selectFrom('movement_chain')
      .selectAll()
      .orderBy('movement_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const find = (requestIds: readonly string[]) => findSpins(db, requestIds)
    const { movements } = await readMovements(db, head?.movement_id ?? 0, BATCH, find, last)
    if (movements.length === 0) return
    let previous = head?.hash ?? ''
    const links = movements.map((movement) => {
      previous = chainHash(previous, movement)
      return { movement_id: movement.id, hash: previous }
    })
    // Another process of the floor may have written the same links: they depend on the movements alone.
    await sql`insert into movement_chain
      select * from jsonb_to_recordset(${JSON.stringify(links)}) as link (movement_id bigint, hash text)
      on conflict do nothing`.execute(db)
  }
}

const INTERVAL_MS = 2000

/** Extends the chain now, every two seconds and at the stop. Returns the stop function. */
export function startChain(db: Db, clock: Clock, onError: (error: unknown) => void): () => Promise<void> {
  const stop = repeat(() => extendChain(db), INTERVAL_MS, clock, onError)
  return async () => {
    await stop()
    await extendChain(db).catch(onError)
  }
}
