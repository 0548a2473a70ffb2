import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

/*
 * A hash chain over the movements, in the order of their ids. Each hash covers the one before it and everything that is
 * final of its movement: the row, its entries, and the spin that it started. A platform appends to the chain while it
 * runs, apart from the commands, which do not wait for it.
 */

/** A movement as it is in the database. */
export interface ChainedMovement {
  readonly id: number
  readonly kind: string
  readonly requestId: string
  /** What its hash covers, as JSON. */
  readonly content: string
}

/*
 * The content of a movement is the text of a jsonb array: amounts in cents, times in ms since 1970, the answer by its
 * hash. Its format never changes. It is put together from texts, because one jsonb value per movement, with a subquery
 * for its entries and one for its spin, takes three times as long.
 */

const movementText = sql<string>`concat_ws(', ', m.id, to_json(m.request_id), to_json(m.kind), to_json(m.fingerprint),
  coalesce(m.player_id::text, 'null'), coalesce(m.machine_id::text, 'null'),
  '"' || encode(sha256(convert_to(m.answer::text, 'UTF8')), 'hex') || '"',
  (extract(epoch from m.created_at) * 1000)::bigint)`

const entryTexts = sql<string>`string_agg('[' || to_json(e.account_id) || ', ' || e.amount || ', ' || e.balance_after || ']',
  ', ' order by e.account_id collate "C")`

const spinText = sql<string>`concat_ws(', ', s.id, s.machine_id, s.player_id, s.visit_id, to_json(s.game),
  coalesce(to_json(s.definition)::text, 'null'), s.stake, to_json(s.free), s.stops, s.wins, s.win,
  to_json(s.jackpot_hit), s.free_awarded, (extract(epoch from s.created_at) * 1000)::bigint)`

/** A spin by the request id of the movement that started it. */
export interface SpinText {
  readonly id: number
  readonly requestId: string
  readonly text: string
}

/** The spins after `afterId`, at most `limit`, in their order. */
export async function readSpins(db: Db | Trx, afterId: number, limit: number): Promise<SpinText[]> {
  const { rows } = await sql<SpinText>`
    select s.id, s.request_id as "requestId", ${spinText} as text
    from spins s where s.id > ${afterId}::bigint order by s.id limit ${limit}::int`.execute(db)
  return rows
}

/** The spins of these requests. */
export async function findSpins(db: Db | Trx, requestIds: readonly string[]): Promise<SpinText[]> {
  if (requestIds.length === 0) return []
  const { rows } = await sql<SpinText>`
    select s.id, s.request_id as "requestId", ${spinText} as text
    from jsonb_array_elements_text(${JSON.stringify(requestIds)}::jsonb) as wanted,
      lateral (select * from spins where request_id = wanted limit 1) s`.execute(db)
  return rows
}

interface MovementRow {
  readonly id: number
  /** Null for entries without a movement. */
  readonly kind: string | null
  readonly requestId: string | null
  readonly text: string | null
  readonly entries: string | null
}

const startsSpin = ({ kind }: MovementRow) => kind === 'stake' || kind === 'free-spin'

/**
 * The movements after `afterId`, at most `limit`, in their order. `find`: how their spins are found. `lost`: ids among
 * them that have entries and no movement.
 */
export async function readMovements(
  db: Db | Trx,
  afterId: number,
  limit: number,
  find: (requestIds: readonly string[]) => Promise<readonly Pick<SpinText, 'requestId' | 'text'>[]>,
  lastId = Number.MAX_SAFE_INTEGER,
): Promise<{ movements: ChainedMovement[]; lost: number[] }> {
  const { rows } = await sql<MovementRow>`
    with m as materialized (
      select * from movements where id > ${afterId}::bigint and id <= ${lastId}::bigint
      order by id limit ${limit}::int
    ), lines as (
      select e.movement_id as id, ${entryTexts} as entries from entries e
      where e.movement_id > ${afterId}::bigint and e.movement_id <= (select max(id) from m)
      group by e.movement_id
    )
    select coalesce(m.id, lines.id) as id, m.kind, m.request_id as "requestId", ${movementText} as text, lines.entries
    from m full join lines on lines.id = m.id order by 1`.execute(db)
  const requestIds = rows.flatMap((row) => (startsSpin(row) && row.requestId !== null ? [row.requestId] : []))
  const spins = new Map((await find(requestIds)).map(({ requestId, text }) => [requestId, text]))
  const lost: number[] = []
  const movements: ChainedMovement[] = []
  for (const row of rows) {
    const { id, kind, requestId, text, entries } = row
    if (kind === null || requestId === null) {
      lost.push(id)
      continue
    }
    const spin = startsSpin(row) ? spins.get(requestId) : undefined
    const content = `[${text}, ${entries === null ? 'null' : `[${entries}]`}, ${spin === undefined ? 'null' : `[${spin}]`}]`
    movements.push({ id, kind, requestId, content })
  }
  return { movements, lost }
}

export const chainHash = (previous: string, movement: Pick<ChainedMovement, 'content'>): string =>
  createHash('sha256').update(`${previous}\n${movement.content}`).digest('hex')

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
    let hash = head?.hash ?? ''
    const links = movements.map((movement) => {
      hash = chainHash(hash, movement)
      return { movement_id: movement.id, hash }
    })
    // A second writer of the chain would collide with the primary key.
    await sql`insert into movement_chain
      select * from jsonb_to_recordset(${JSON.stringify(links)}) as link (movement_id bigint, hash text)`.execute(
      db,
    )
  }
}

const INTERVAL_MS = 2000

/** Extends the chain now, every two seconds and at the stop. Returns the stop function. */
export function startChain(db: Db, clock: Clock, onError: (error: unknown) => void): () => Promise<void> {
  let running = Promise.resolve()
  let cancel = () => {}
  let stopped = false
  const extend = () => extendChain(db).catch(onError)
  function run(): void {
    running = extend().then(() => {
      if (!stopped) cancel = clock.after(INTERVAL_MS, run)
    })
  }
  run()
  return async () => {
    stopped = true
    cancel()
    await running
    await extend()
  }
}
