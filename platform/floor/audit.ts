import { sql } from 'kysely'
import { chainHash, findSpins, type Line, readMovements, readSpins, type Spins } from '../ledger/chain.ts'
import { isHouse } from '../ledger/ledger.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import { createSpinCheck } from './audit-spins.ts'

/*
 * Checks the books from the first movement to the last: the hash chain, the double entry and the balances, and each
 * spin's outcome from its stops and the definition that it was played by.
 */

export interface AuditReport {
  /** Each names what is wrong and where; empty: the books are right. */
  readonly problems: readonly string[]
  readonly movements: number
  readonly spins: number
  /** Movements at the end that the chain does not cover yet. */
  readonly unchained: number
  /** Spins from before definitions were kept; their outcomes cannot be computed. */
  readonly undefinedSpins: number
  /** The chain's last hash: kept elsewhere, it proves later that nothing before it was changed or cut off. */
  readonly head: string
}

const BATCH = 2000
/** Spins in memory: transactions overtake each other by few. */
const MAX_SPINS_AHEAD = 2 * BATCH
/** Enough to see what happened. */
const MAX_PROBLEMS = 1000

type Lines = readonly Line[]

/** Audits the books as of one moment; a platform may go on writing on a PostgreSQL server. */
export function auditBooks(db: Db): Promise<AuditReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => audit(trx))
}

async function audit(trx: Trx): Promise<AuditReport> {
  const problems: string[] = []
  const report = (problem: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  const balances = createBalances(report)
  const spins = await createSpinCheck(trx, report, MAX_PROBLEMS)
  const spinRows = createSpinReader(trx)
  let movements = 0
  let lastId = 0
  let chained = { id: 0, hash: '' }
  let unchained = 0
  const head = await trx
    .selectFrom('movement_chain')
    .select((row) => row.fn.max('movement_id').as('id'))
    .executeTakeFirst()
  const lastChained = head?.id ?? 0
  for (;;) {
    const { movements: batch, lost } = await readMovements(trx, lastId, BATCH, spinRows.find)
    for (const id of lost) report(`movement ${id} is missing, its entries are there`)
    const end = batch.at(-1)?.id ?? Number.MAX_SAFE_INTEGER
    const links = await readLinks(trx, lastId, end)
    const byId = new Map(batch.map((movement) => [movement.id, movement]))
    for (const [id, hash] of links) {
      const movement = byId.get(id)
      if (!movement) report(`movement ${id} is missing: it was removed`)
      else if (chainHash(chained.hash, movement) !== hash) report(`movement ${id} is not as the chain has it`)
      chained = { id, hash }
    }
    if (batch.length === 0) break
    const linked = new Set(links.map(([id]) => id))
    for (const movement of batch) {
      const { id, lines } = movement
      if (!linked.has(id)) {
        if (id < lastChained) report(`movement ${id} is missing in the chain`)
        else unchained += 1
      }
      balances.post(id, lines)
      spins.check(movement)
    }
    movements += batch.length
    lastId = end
  }
  await balances.finish(trx)
  for (const id of await spinRows.unused()) report(`spin ${id} has no movement`)
  const counts = await spins.finish()
  return { problems, movements, unchained, head: chained.hash, ...counts }
}

const spinId = (text: string) => Number.parseInt(text, 10)

/** The links of the chain after `afterId`. */
async function readLinks(trx: Trx, afterId: number, lastId: number): Promise<[id: number, hash: string][]> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(movement_id || ' ' || hash, E'\n' order by movement_id) as text from movement_chain
    where movement_id > ${afterId}::bigint and movement_id <= ${lastId}::bigint`.execute(trx)
  return (rows[0]?.text?.split('\n') ?? []).map((link) => {
    const [id, hash = ''] = link.split(' ', 2)
    return [Number(id), hash]
  })
}

/**
 * Reads the spins in the order of their ids, which is nearly that of their movements: looked up one by one by their
 * requests, a million would be read from the disk page by page in no order.
 */
function createSpinReader(trx: Trx) {
  const ahead = new Map<string, string>()
  /** Looked up before they were reached. */
  const early = new Set<number>()
  let read = 0
  async function readOn(): Promise<boolean> {
    const { spins, lastId } = await readSpins(trx, read, BATCH)
    for (const [requestId, text] of spins) if (!early.delete(spinId(text))) ahead.set(requestId, text)
    read = lastId
    return spins.size > 0
  }
  return {
    async find(requestIds: readonly string[]): Promise<Spins> {
      const isAhead = (requestId: string) => ahead.has(requestId)
      while (ahead.size < MAX_SPINS_AHEAD && !requestIds.every(isAhead)) if (!(await readOn())) break
      const missing = requestIds.filter((requestId) => !isAhead(requestId))
      const found = new Map(await findSpins(trx, missing))
      for (const text of found.values()) if (spinId(text) > read) early.add(spinId(text))
      for (const requestId of requestIds) {
        const text = ahead.get(requestId)
        if (text !== undefined) found.set(requestId, text)
        ahead.delete(requestId)
      }
      return found
    },
    /** The spins that no movement had, once all movements were read. */
    async unused(): Promise<number[]> {
      while (await readOn());
      return [...ahead.values()].map(spinId)
    },
  }
}

/** Follows every account through its entries. */
function createBalances(report: (problem: string) => void) {
  const balances = new Map<string, number>()
  return {
    post(movement: number, lines: Lines): void {
      let sum = 0
      for (const [account, amount, after] of lines) {
        sum += amount
        const balance = (balances.get(account) ?? 0) + amount
        if (balance !== after) {
          report(`movement ${movement}: ${account} is ${after} after it, its entries make ${balance}`)
        }
        balances.set(account, after)
      }
      if (sum !== 0) report(`movement ${movement}: its entries are ${sum} off`)
    },
    async finish(trx: Trx): Promise<void> {
      const accounts = await trx.selectFrom('accounts').selectAll().orderBy('id').execute()
      const total = accounts.reduce((sum, { balance }) => sum + balance, 0)
      if (total !== 0) report(`the accounts are ${total} off`)
      for (const { id, balance } of accounts) {
        const entries = balances.get(id) ?? 0
        balances.delete(id)
        if (balance !== entries) report(`${id} holds ${balance}, its entries make ${entries}`)
        if (balance < 0 && !isHouse(id)) report(`${id} is negative`)
      }
      for (const [id, balance] of balances) report(`${id} is missing, its entries make ${balance}`)
    },
  }
}
