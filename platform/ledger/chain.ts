import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import type { Database, Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import {
  type ChainedRow,
  findSpins,
  readActions,
  readMovements,
  readSettlements,
  readVisitEvents,
} from './chained-rows.ts'

/*
 * Hash chains over the books. Each link's hash covers the link before it and everything that is final of its
 * row. A platform appends to them while it runs, apart from the commands, which do not wait for it. The links
 * depend on the rows alone, so that any process may write them.
 */

export const CHAINS = {
  /** The row, its entries, and the spin that it started. */
  movements: { table: 'movement_chain', key: 'movement_id' },
  /** In the order of the spins: one that is under way holds the links after it back. */
  settlements: { table: 'settlement_chain', key: 'spin_id' },
  /** Starts and ends of visits. */
  visits: { table: 'visit_chain', key: 'visit_no' },
  actions: { table: 'action_chain', key: 'action_id' },
} as const
export type ChainName = keyof typeof CHAINS
export const CHAIN_NAMES = ['movements', 'settlements', 'visits', 'actions'] as const satisfies ChainName[]

/** The rows that follow in a chain, at most `limit`, in their order. */
type ReadRows = (
  db: Db | Trx,
  afterId: number,
  limit: number,
  lastId: number,
) => Promise<readonly ChainedRow[]>

const READERS: Readonly<Record<ChainName, ReadRows>> = {
  async movements(db, afterId, limit, lastId) {
    const find = (requestIds: readonly string[]) => findSpins(db, requestIds)
    return (await readMovements(db, afterId, limit, find, lastId)).movements
  },
  settlements: readSettlements,
  visits: readVisitEvents,
  actions: readActions,
}

export const chainHash = (previous: string, content: string): string =>
  hash('sha256', `${previous}\n${content}`)

export interface Link {
  readonly id: number
  readonly hash: string
}

const BATCH = 500
const WAIT_MS = 20

/** Transactions of others that are writing rows of the books, in this database. */
async function writers(db: Db | Trx): Promise<Set<string>> {
  const { rows } = await sql<{ vxid: string }>`
    select virtualtransaction as vxid from pg_locks
    where relation in ('movements'::regclass, 'spins'::regclass, 'visits'::regclass, 'operator_actions'::regclass)
      and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return new Set(rows.map(({ vxid }) => vxid))
}

/**
 * The highest id of each chain below which no row can appear any more: ids are drawn before the commit, so a
 * lower one may still be under way. Waits for those transactions, and blocks none.
 */
async function lastFinalIds(db: Db | Trx): Promise<Record<ChainName, number>> {
  const { rows } = await sql<Record<ChainName, number>>`select
    coalesce((select max(id) from movements), 0) as movements,
    coalesce((select max(id) from spins), 0) as settlements,
    greatest((select max(id) from visits), (select max(end_no) from visits), 0) as visits,
    coalesce((select max(id) from operator_actions), 0) as actions`.execute(db)
  let open = await writers(db)
  while (open.size > 0) {
    await sleep(WAIT_MS)
    const now = await writers(db)
    open = new Set([...open].filter((vxid) => now.has(vxid)))
  }
  const [ids = { movements: 0, settlements: 0, visits: 0, actions: 0 }] = rows
  return ids
}

/** The last links that a process has seen. */
export type KnownLinks = Map<ChainName, Link>

/**
 * The last link of a chain. Throws where the chain has lost the one that is known: it was cut or made anew.
 */
async function readHead(db: Db | Trx, name: ChainName, known: Link | undefined): Promise<Link | undefined> {
  const { table, key } = CHAINS[name]
  const { rows } = await sql<Link>`select ${sql.ref(key)} as id, hash from ${sql.table(table)}
    where ${sql.ref(key)} = ${known?.id ?? 0}::bigint or ${sql.ref(key)} = (select max(${sql.ref(key)}) from ${sql.table(table)})
    order by id`.execute(db)
  if (known && rows[0]?.hash !== known.hash)
    throw new Error(`the chain of ${name} has lost its link ${known.id}:${known.hash} and is not extended`)
  return rows.at(-1)
}

/** Appends the rows up to `last` to one chain. */
async function extendOne(db: Db | Trx, name: ChainName, last: number, known: KnownLinks): Promise<void> {
  const { table, key } = CHAINS[name]
  while ((known.get(name)?.id ?? 0) < last) {
    const head = await readHead(db, name, known.get(name))
    if (head) known.set(name, head)
    const links: Link[] = []
    for (const { id, content } of await READERS[name](db, head?.id ?? 0, BATCH, last)) {
      if (content === undefined) break
      links.push({ id, hash: chainHash(links.at(-1)?.hash ?? head?.hash ?? '', content) })
    }
    if (links.length === 0) return
    // Another process of the floor may have written the same links.
    await sql`insert into ${sql.table(table)} (${sql.ref(key)}, hash)
      select * from jsonb_to_recordset(${JSON.stringify(links)}) as link (id bigint, hash text)
      on conflict do nothing`.execute(db)
  }
}

/**
 * Appends everything that is booked so far to the chains, unless one has lost the link that is known of it.
 */
export async function extendChain(db: Db | Trx, known: KnownLinks = new Map()): Promise<void> {
  const last = await lastFinalIds(db)
  for (const name of CHAIN_NAMES) await extendOne(db, name, last[name], known)
}

const INTERVAL_MS = 2000

/** Extends the chains now, every two seconds and at the stop. Returns the stop function. */
export function startChain(db: Db, clock: Clock, onError: (error: unknown) => void): () => Promise<void> {
  const known: KnownLinks = new Map()
  const stop = repeat(() => extendChain(db, known), INTERVAL_MS, clock, onError)
  return async () => {
    await stop()
    await extendChain(db, known).catch(onError)
  }
}

/**
 * Runs an operator's work on a database, chains the rows that it books, because no platform may be running to
 * do it, and closes the database. The chain waits for transactions of others: what the work prints, it prints
 * before.
 */
export async function workAndChain<R>(
  { db, close }: Pick<Database, 'db' | 'close'>,
  work: (db: Db) => Promise<R>,
): Promise<R> {
  try {
    return await work(db)
  } finally {
    // If this fails, the booked rows stay; the audit lists rows that are in no chain.
    await extendChain(db).catch(() => {})
    await close()
  }
}
