import { sql } from 'kysely'
import { CHAIN_NAMES, type ChainName } from '../ledger/chain.ts'
import {
  type ChainedMovement,
  findSpins,
  readMovements,
  readSpins,
  readVisitEvents,
  type Spins,
  type SpinText,
  toSettlement,
} from '../ledger/chained-rows.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import { createAccountCheck } from './accounts.ts'
import { createActionCheck } from './actions.ts'
import { createCabinetCheck, readCabinetIds } from './cabinets.ts'
import { checkHead, formatHead, type KeptHead } from './chain-head.ts'
import { createLinkCheck, type LinkCheck, type Report } from './chain-links.ts'
import { createKindCheck } from './kinds.ts'
import { createMachineCheck } from './machines.ts'
import { readDefinitions } from './outcomes.ts'
import { createSeatCheck } from './seats.ts'
import { createSpinCheck } from './spins.ts'
import { createVisitCheck } from './visits.ts'

/*
 * Checks the books from the first movement to the last: the hash chains, the double entry and the balances,
 * the accounts of each kind of movement, each spin's outcome from its stops and the definition that it was
 * played by, and what the movements leave on the machines, in the visits and among the operator's actions.
 */

export interface AuditReport {
  /** Each names what is wrong and where; empty: the books are right. */
  readonly problems: readonly string[]
  readonly movements: number
  readonly spins: number
  /** Rows at the end that the chains do not cover yet. */
  readonly unchained: number
  /** Spins from before definitions were kept; their outcomes cannot be computed. */
  readonly undefinedSpins: number
  /** Deposits and withdrawals from before the operator's actions were kept. */
  readonly unrecorded: number
  /** What an operator has to look at, though the books are right: money in transit or in suspense. */
  readonly open: readonly string[]
  /** Cents that simulated players have fed to the jackpots. */
  readonly fed: number
  /** The last links of the chains: chain-head.ts. */
  readonly head: string
}

export interface AuditOptions {
  /** ms since 1970. */
  readonly now?: number
  /** Heads that the chains must still hold. */
  readonly heads?: readonly KeptHead[]
  /** The books are a dump's: as of their newest row, before which the platform chained everything. */
  readonly restored?: boolean
}

const BATCH = 2000
/** Spins in memory: transactions overtake each other by few. */
const MAX_SPINS_AHEAD = 2 * BATCH
/** Enough to see what happened. */
const MAX_PROBLEMS = 1000

/** Audits the books as of one moment; a platform may go on writing on a PostgreSQL server. */
export function auditBooks(db: Db, options: AuditOptions = {}): Promise<AuditReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // It locks no row, so that nothing waits for it when this process gets no processor time.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      return auditWithin(trx, options)
    })
}

/** When the newest row became final, in ms since 1970. A visit and a lost spin need no movement. */
async function newestRow(trx: Trx): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`select greatest(
    (select created_at from movements order by id desc limit 1),
    (select max(settled_at) from spins),
    (select started_at from visits order by id desc limit 1),
    (select ended_at from visits where end_no is not null order by end_no desc limit 1),
    (select at from operator_actions order by id desc limit 1)) as at`.execute(trx)
  return rows[0]?.at?.getTime() ?? 0
}

/** As `auditBooks`, within a transaction. */
export async function auditWithin(trx: Trx, options: AuditOptions = {}): Promise<AuditReport> {
  const { heads = [], restored = false } = options
  const now = restored ? await newestRow(trx) : (options.now ?? Date.now())
  const problems: string[] = []
  const report = (problem: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  const links = await createLinkChecks(trx, report, now)
  const definitions = await readDefinitions(trx, report)
  const accounts = createAccountCheck(report)
  const cabinetIds = await readCabinetIds(trx)
  const kinds = await createKindCheck(trx, report, cabinetIds)
  const machines = createMachineCheck(trx, report)
  const visits = createVisitCheck(trx, report)
  const seats = createSeatCheck(trx, report)
  const cabinets = createCabinetCheck(trx, report, cabinetIds, visits)
  const actions = createActionCheck(trx, report, links.actions)
  const spins = createSpinCheck(definitions, report, (spin) => {
    machines.check(spin)
    visits.addSpin(spin)
  })
  function check(movement: ChainedMovement): void {
    const { id, kind, lines } = movement
    accounts.post(id, lines)
    kinds.check(movement)
    const visit = spins.check(movement) ?? cabinets.add(movement, seats.creditAt) ?? movement.visit
    seats.follow(movement, visit)
    actions.add(movement)
    if (kind === 'cash-in' || kind === 'cash-in-back' || kind === 'cash-out') visits.addCash(movement)
  }

  const spinRows = createSpinReader(trx, links.settlements)
  let movements = 0
  for (let lastId = 0; ; ) {
    const { movements: batch, lost } = await readMovements(trx, lastId, BATCH, spinRows.find)
    for (const id of lost) report(`movement ${id} is missing, its entries are there`)
    await links.movements.check(batch)
    batch.forEach(check)
    movements += batch.length
    lastId = batch.at(-1)?.id ?? lastId
    if (batch.length === 0) break
  }
  for (const id of await spinRows.unused()) report(`spin ${id} has no movement`)
  for (let lastId = 0; ; ) {
    const events = await readVisitEvents(trx, lastId, BATCH)
    await links.visits.check(events)
    lastId = events.at(-1)?.id ?? lastId
    if (events.length === 0) break
  }
  const credits = await accounts.finish(trx)
  await checkTimes(trx, report)
  const counts = spins.finish()
  await machines.finish()
  // First: it counts the games of visits.
  const open = await cabinets.finish(credits)
  await seats.finish(await visits.finish())
  const unrecorded = await actions.finish(definitions.rows)
  const ends = CHAIN_NAMES.map((name) => links[name].finish())
  const unchained = ends.reduce((sum, end) => sum + end.unchained, 0)
  for (const head of heads) await checkHead(trx, head, report)
  const head = formatHead(ends.map((end) => end.head))
  return { problems, movements, ...counts, unchained, unrecorded, open, fed: kinds.fed(), head }
}

/** Movements and spins are booked at whole milliseconds, which is what their links cover. */
async function checkTimes(trx: Trx, report: Report): Promise<void> {
  for (const [table, subject] of [
    ['movements', 'movement'],
    ['spins', 'spin'],
  ] as const) {
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where(sql<boolean>`created_at <> date_trunc('milliseconds', created_at)`)
      .orderBy('id')
      .limit(MAX_PROBLEMS)
      .execute()
    for (const { id } of rows) report(`${subject} ${id} was booked at a fraction of a millisecond`)
  }
}

async function createLinkChecks(
  trx: Trx,
  report: Report,
  now: number,
): Promise<Record<ChainName, LinkCheck>> {
  const check = (name: ChainName) => createLinkCheck(trx, name, report, now)
  return {
    movements: await check('movements'),
    settlements: await check('settlements'),
    visits: await check('visits'),
    actions: await check('actions'),
  }
}

const spinId = ({ facts }: SpinText) => Number.parseInt(facts, 10)

/**
 * Reads the spins in the order of their ids, which is nearly that of their movements: looked up one by one by
 * their requests, a million would be read from the disk page by page in no order. Checks their settlements on
 * the way.
 */
function createSpinReader(trx: Trx, settlements: LinkCheck) {
  const ahead = new Map<string, SpinText>()
  /** Looked up before they were reached. */
  const early = new Set<number>()
  let read = 0
  async function readOn(): Promise<boolean> {
    const { spins, lastId } = await readSpins(trx, read, BATCH)
    await settlements.check([...spins.values()].map(({ settlement }) => toSettlement(settlement)))
    for (const [requestId, spin] of spins) if (!early.delete(spinId(spin))) ahead.set(requestId, spin)
    read = lastId
    return spins.size > 0
  }
  return {
    async find(requestIds: readonly string[]): Promise<Spins> {
      const isAhead = (requestId: string) => ahead.has(requestId)
      while (ahead.size < MAX_SPINS_AHEAD && !requestIds.every(isAhead)) if (!(await readOn())) break
      const missing = requestIds.filter((requestId) => !isAhead(requestId))
      const found = new Map(await findSpins(trx, missing))
      for (const spin of found.values()) if (spinId(spin) > read) early.add(spinId(spin))
      for (const requestId of requestIds) {
        const spin = ahead.get(requestId)
        if (spin !== undefined) found.set(requestId, spin)
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
