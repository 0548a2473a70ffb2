import { hashOfDefinition } from '../games/definition.ts'
import { evaluateStops, type GameDef } from '../games/game.ts'
import type { ChainedMovement, Line } from '../ledger/chain.ts'
import type { Trx } from '../store/transaction.ts'
import { jackpotPaid } from './settle.ts'

/* The part of the audit that computes spins anew, by the definitions of their games. */

type Report = (problem: string) => void
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
/** What a spin must be paid. */
interface Owed {
  readonly machine: number
  readonly win: number
  readonly stake: number
  readonly highest: number
  readonly jackpotHit: boolean
}

async function readDefinitions(trx: Trx, report: Report): Promise<Map<string, GameDef>> {
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

const creditLine = (lines: Lines, machine: number) =>
  lines.find(([account]) => account === `machine:${machine}`)?.[1] ?? 0

/** Computes the outcome of each spin anew, and compares it with what was stored, staked and paid. */
export async function createSpinCheck(trx: Trx, report: Report, maxProblems: number) {
  const definitions = await readDefinitions(trx, report)
  const owed = new Map<number, Owed>()
  let spins = 0
  let undefinedSpins = 0

  function checkStart({ id, kind, lines, spin }: ChainedMovement): void {
    if (spin === undefined) {
      report(`movement ${id}: its spin is missing`)
      return
    }
    const facts: SpinFacts = JSON.parse(`[${spin}]`)
    const [spinId, machine, , , , hash, stake, free, stops, wins, win, jackpotHit, freeAwarded] = facts
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

  function checkWin({ id, requestId, lines }: ChainedMovement): void {
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
    check(posted: ChainedMovement): void {
      if (posted.kind === 'stake' || posted.kind === 'free-spin') checkStart(posted)
      if (posted.kind === 'win') checkWin(posted)
    },
    async finish(): Promise<{ spins: number; undefinedSpins: number }> {
      const unpaid = [...owed.keys()]
      if (unpaid.length > 0) {
        // A spin under way is paid when its reels stop.
        const rows = await trx
          .selectFrom('spins')
          .select('id')
          .where('id', 'in', unpaid.slice(0, maxProblems))
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
