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

/** The content as the chain has it, the answer by its hash: amounts in cents, times in ms since 1970. Its format never changes. */
const content = sql<string>`jsonb_build_array(
  m.id, m.request_id, m.kind, m.fingerprint, m.player_id, m.machine_id,
  encode(sha256(convert_to(m.answer::text, 'UTF8')), 'hex'),
  (extract(epoch from m.created_at) * 1000)::bigint,
  (select jsonb_agg(jsonb_build_array(e.account_id, e.amount, e.balance_after) order by e.account_id collate "C")
    from entries e where e.movement_id = m.id),
  case when m.kind in ('stake', 'free-spin') then (select jsonb_build_array(s.id, s.machine_id, s.player_id, s.visit_id, s.game, s.definition, s.stake, s.free,
      s.stops, s.wins, s.win, s.jackpot_hit, s.free_awarded, (extract(epoch from s.created_at) * 1000)::bigint)
    from spins s where s.request_id = m.request_id) end
)::text`

/** The movements after `afterId`, at most `limit`, in their order. */
export async function readMovements(
  db: Db | Trx,
  afterId: number,
  limit: number,
  lastId = Number.MAX_SAFE_INTEGER,
): Promise<ChainedMovement[]> {
  const { rows } = await sql<ChainedMovement>`
    select m.id, m.kind, m.request_id as "requestId", ${content} as content
    from movements m where m.id > ${afterId}::bigint and m.id <= ${lastId}::bigint
    order by m.id limit ${limit}::int`.execute(db)
  return rows
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
    const movements = await readMovements(db, head?.movement_id ?? 0, BATCH, last)
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
