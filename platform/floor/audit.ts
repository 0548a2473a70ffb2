import { sql } from 'kysely'
import { hashOfDefinition } from '../games/definition.ts'
import { evaluateStops, type GameDef } from '../games/game.ts'
import { chainHash, findSpins, readMovements, readSpins, type SpinText } from '../ledger/chain.ts'
import { HOUSE } from '../ledger/ledger.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import { jackpotPaid } from './settle.ts'

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

/** Account, amount, balance after it. */
type Line = readonly [account: string, amount: number, after: number]
type Lines = readonly Line[]
type SpinFacts = readonly [
  id: number,
  machine: number,
  player: number | null,
  visit: number,
  game: string,
  definition: string | null,
  stake: number,
  free: boolean,
  stops: readonly number[],
  wins: readonly { amount: number }[],
  win: number,
  jackpotHit: boolean,
  freeAwarded: number,
  at: number,
]
/** The content of a chained movement: its query gives these types, which saves a third of the audit's time. */
type Content = readonly [
  id: number,
  requestId: string,
  kind: string,
  fingerprint: string,
  player: number | null,
  machine: number | null,
  answer: string,
  at: number,
  lines: Lines | null,
  spin: SpinFacts | null,
]

/** What a spin must be paid. */
interface Owed {
  readonly machine: number
  readonly win: number
  readonly stake: number
  readonly highest: number
  readonly jackpotHit: boolean
}

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
  const spins = createSpinCheck(await readDefinitions(trx, report), report)
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
    const links = await trx
      .selectFrom('movement_chain')
      .selectAll()
      .where('movement_id', '>', lastId)
      .where('movement_id', '<=', end)
      .orderBy('movement_id')
      .execute()
    const byId = new Map(batch.map((movement) => [movement.id, movement]))
    for (const { movement_id: id, hash } of links) {
      const movement = byId.get(id)
      if (!movement) report(`movement ${id} is missing: it was removed`)
      else if (chainHash(chained.hash, movement) !== hash) report(`movement ${id} is not as the chain has it`)
      chained = { id, hash }
    }
    if (batch.length === 0) break
    const linked = new Set(links.map(({ movement_id }) => movement_id))
    for (const { id, kind, requestId, content } of batch) {
      if (!linked.has(id)) {
        if (id < lastChained) report(`movement ${id} is missing in the chain`)
        else unchained += 1
      }
      const [, , , , , , , , lines, spin] = JSON.parse(content) as Content
      balances.post(id, lines ?? [])
      spins.check({ id, kind, requestId, lines: lines ?? [], spin })
    }
    movements += batch.length
    lastId = end
  }
  const { rows: lost } = await sql<{ id: number }>`
    select distinct movement_id as id from entries where movement_id > ${lastId}`.execute(trx)
  for (const { id } of lost) report(`movement ${id} is missing, its entries are there`)
  await balances.finish(trx)
  for (const id of await spinRows.unused()) report(`spin ${id} has no movement`)
  const counts = await spins.finish(trx)
  return { problems, movements, unchained, head: chained.hash, ...counts }
}

/**
 * Reads the spins in the order of their ids, which is nearly that of their movements: looked up one by one by their
 * requests, a million would be read from the disk page by page in no order.
 */
function createSpinReader(trx: Trx) {
  const ahead = new Map<string, SpinText>()
  /** Looked up before they were reached. */
  const early = new Set<number>()
  let lastId = 0
  async function readOn(): Promise<boolean> {
    const spins = await readSpins(trx, lastId, BATCH)
    for (const spin of spins) if (!early.delete(spin.id)) ahead.set(spin.requestId, spin)
    lastId = spins.at(-1)?.id ?? lastId
    return spins.length > 0
  }
  return {
    async find(requestIds: readonly string[]): Promise<SpinText[]> {
      const isAhead = (requestId: string) => ahead.has(requestId)
      while (ahead.size < MAX_SPINS_AHEAD && !requestIds.every(isAhead)) if (!(await readOn())) break
      const found = await findSpins(
        trx,
        requestIds.filter((requestId) => !isAhead(requestId)),
      )
      for (const { id } of found) if (id > lastId) early.add(id)
      for (const requestId of requestIds) {
        const spin = ahead.get(requestId)
        if (spin) found.push(spin)
        ahead.delete(requestId)
      }
      return found
    },
    /** The spins that no movement had, once all movements were read. */
    async unused(): Promise<number[]> {
      while (await readOn());
      return [...ahead.values()].map(({ id }) => id)
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
        if (balance < 0 && id !== HOUSE) report(`${id} is negative`)
      }
      for (const [id, balance] of balances) report(`${id} is missing, its entries make ${balance}`)
    },
  }
}

async function readDefinitions(trx: Trx, report: (problem: string) => void): Promise<Map<string, GameDef>> {
  const rows = await trx.selectFrom('game_definitions').selectAll().execute()
  return new Map(
    rows.flatMap(({ hash, game, definition }) => {
      if (hashOfDefinition(definition) !== hash) {
        report(`the definition ${hash} of ${game} is not what its hash says`)
        return []
      }
      // Written by this program, and unchanged, as its hash shows.
      return [[hash, JSON.parse(definition) as GameDef] as const]
    }),
  )
}

interface Posted {
  readonly id: number
  readonly kind: string
  readonly requestId: string
  readonly lines: Lines
  readonly spin: SpinFacts | null
}

const creditLine = (lines: Lines, machine: number) =>
  lines.find(([account]) => account === `machine:${machine}`)?.[1] ?? 0

/** Computes the outcome of each spin anew, and compares it with what was stored, staked and paid. */
function createSpinCheck(definitions: ReadonlyMap<string, GameDef>, report: (problem: string) => void) {
  const owed = new Map<number, Owed>()
  let spins = 0
  let undefinedSpins = 0

  function checkStart({ id, kind, lines, spin }: Posted): void {
    if (!spin) {
      report(`movement ${id}: its spin is missing`)
      return
    }
    const [spinId, machine, , , , hash, stake, free, stops, wins, win, jackpotHit, freeAwarded] = spin
    spins += 1
    if (free !== (kind === 'free-spin'))
      report(`spin ${spinId} is free where its movement is not, or the reverse`)
    const staked = -creditLine(lines, machine)
    if (staked !== (free ? 0 : stake)) report(`spin ${spinId}: its stake is ${stake}, ${staked} was taken`)
    const def = hash === null ? undefined : definitions.get(hash)
    if (hash === null) undefinedSpins += 1
    else if (!def) report(`spin ${spinId}: its definition ${hash} is missing`)
    else {
      const outcome = compute(def, stops, stake, free)
      if (!outcome) report(`spin ${spinId}: its definition has no such stops or stake`)
      else if (
        outcome.win !== win ||
        outcome.jackpot !== jackpotHit ||
        outcome.freeSpins !== freeAwarded ||
        outcome.wins.length !== wins.length ||
        outcome.wins.some(({ amount }, at) => amount !== wins[at]?.amount)
      ) {
        report(`spin ${spinId}: its stops ${stops.join(' ')} win ${outcome.win}, it was given ${win}`)
      }
    }
    if (win > 0 || jackpotHit) {
      owed.set(spinId, { machine, win, stake, highest: def ? Math.max(...def.stakes) : 0, jackpotHit })
    }
  }

  function checkWin({ id, requestId, lines }: Posted): void {
    const spinId = Number(/^spin:(\d+):win$/.exec(requestId)?.[1])
    const due = owed.get(spinId)
    if (!due) {
      report(`movement ${id} pays a win that spin ${spinId} does not have`)
      return
    }
    owed.delete(spinId)
    const [, taken = 0, left = 0] = lines.find(([account]) => account.startsWith('jackpot:')) ?? []
    const pool = left - taken
    const jackpot = due.jackpotHit && due.highest > 0 ? jackpotPaid(pool, due.stake, due.highest) : -taken
    if (-taken !== jackpot)
      report(`movement ${id}: the jackpot of spin ${spinId} pays ${jackpot}, ${-taken} was paid`)
    const paid = creditLine(lines, due.machine)
    if (paid !== due.win - taken)
      report(`movement ${id}: spin ${spinId} wins ${due.win - taken}, ${paid} was paid`)
  }

  return {
    check(posted: Posted): void {
      if (posted.kind === 'stake' || posted.kind === 'free-spin') checkStart(posted)
      if (posted.kind === 'win') checkWin(posted)
    },
    async finish(trx: Trx): Promise<{ spins: number; undefinedSpins: number }> {
      const unpaid = [...owed.keys()]
      if (unpaid.length > 0) {
        // A spin under way is paid when its reels stop.
        const rows = await trx
          .selectFrom('spins')
          .select('id')
          .where('id', 'in', unpaid.slice(0, MAX_PROBLEMS))
          .where('settled_at', 'is not', null)
          .execute()
        for (const { id } of rows) report(`spin ${id}: its win of ${owed.get(id)?.win} was not paid`)
      }
      return { spins, undefinedSpins }
    },
  }
}

/** Undefined for stops or a stake that the game does not have. */
function compute(def: GameDef, stops: readonly number[], stake: number, free: boolean) {
  try {
    return evaluateStops(def, stops, stake, free)
  } catch {
    return undefined
  }
}
