import { sql } from 'kysely'
import { hashOfDefinition } from '../games/definition.ts'
import { evaluateStops, type GameDef, jackpotStakeOf } from '../games/game.ts'
import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { creditOf } from '../ledger/ledger.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './audit-chain-links.ts'
import type { PlayedSpin } from './audit-machines.ts'
import { jackpotPaid } from './settle.ts'

/* The part of the audit that computes spins anew, by the definitions of their games. */

type SpinFacts = readonly [
  id: number,
  machine: number,
  player: number,
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
  settledId: number,
  jackpot: number,
  /** µs since 1970; null while the spin is under way. */
  settled: number | null,
]
/** What a spin must be paid. */
interface Owed {
  readonly machine: number
  readonly win: number
  readonly stake: number
  readonly highest: number
  readonly jackpotHit: boolean
  /** As its row has it. */
  readonly jackpot: number
  readonly settled: number | null
}

/** The rules of a game, as they were stored. */
export interface Definitions {
  readonly games: ReadonlyMap<string, GameDef>
  /** All rows by their hash, with the time in µs since 1970. */
  readonly rows: ReadonlyMap<string, { game: string; at: number }>
}

export async function readDefinitions(trx: Trx, report: Report): Promise<Definitions> {
  const rows = await trx
    .selectFrom('game_definitions')
    .select(['hash', 'game', 'definition'])
    .select(sql<number>`(extract(epoch from created_at) * 1000000)::bigint`.as('at'))
    .execute()
  const games = rows.flatMap(({ hash, game, definition }) => {
    if (hashOfDefinition(definition) !== hash) {
      report(`the definition ${hash} of ${game} is not what its hash says`)
      return []
    }
    // Written by this program, and unchanged, as its hash shows.
    return [[hash, JSON.parse(definition) as GameDef] as const]
  })
  return { games: new Map(games), rows: new Map(rows.map(({ hash, game, at }) => [hash, { game, at }])) }
}

/**
 * Computes the outcome of each spin anew, and compares it with what was stored, staked and paid. `onSpin`:
 * called with each spin in the order of the movements.
 */
export function createSpinCheck(
  { games }: Definitions,
  report: Report,
  onSpin: (spin: PlayedSpin & { readonly player: number }) => void,
) {
  const owed = new Map<number, Owed>()
  let spins = 0
  let undefinedSpins = 0

  function checkOutcome(facts: SpinFacts): GameDef | undefined {
    const [id, , , , game, hash, stake, free, stops, wins, win, jackpotHit, freeAwarded] = facts
    if (hash === null) {
      undefinedSpins += 1
      return undefined
    }
    const def = games.get(hash)
    if (!def) {
      report(`spin ${id}: its definition ${hash} is missing`)
      return undefined
    }
    const outcome = compute(def, stops, stake, free)
    if (!outcome) report(`spin ${id}: its definition has no such stops or stake`)
    else if (
      outcome.win !== win ||
      outcome.jackpot !== jackpotHit ||
      outcome.freeSpins !== freeAwarded ||
      outcome.wins.length !== wins.length ||
      outcome.wins.some(({ amount }, at) => amount !== wins[at]?.amount)
    ) {
      report(`spin ${id}: its stops ${stops.join(' ')} win ${outcome.win}, it was given ${win}`)
    }
    if (def.id !== game) report(`spin ${id} is of the game ${game}, its definition is of ${def.id}`)
    return def
  }

  function checkStart(movement: ChainedMovement): void {
    const { id: movementId, kind, lines, spin } = movement
    if (spin === undefined) {
      report(`movement ${movementId}: its spin is missing`)
      return
    }
    const facts: SpinFacts = JSON.parse(`[${spin.facts}, ${spin.settlement}]`)
    const [
      id,
      machine,
      player,
      visit,
      ,
      ,
      stake,
      free,
      ,
      ,
      win,
      jackpotHit,
      freeAwarded,
      ,
      ,
      jackpot,
      settled,
    ] = facts
    spins += 1
    if (free !== (kind === 'free-spin'))
      report(`spin ${id} is free where its movement is not, or the reverse`)
    if (machine !== movement.machine || player !== movement.player)
      report(`spin ${id} is not of the player and machine of its movement ${movementId}`)
    const staked = -amountOf(lines, creditOf(machine))
    if (staked !== (free ? 0 : stake)) report(`spin ${id}: its stake is ${stake}, ${staked} was taken`)
    const def = checkOutcome(facts)
    const isSettled = settled !== null
    onSpin({ id, machine, player, visit, stake, free, win, freeAwarded, isSettled })
    if (win > 0 || jackpotHit) {
      const highest = def ? jackpotStakeOf(def) : 0
      owed.set(id, { machine, win, stake, highest, jackpotHit, jackpot, settled })
    } else if (jackpot !== 0) report(`spin ${id} hit no jackpot, and has ${jackpot} of one`)
  }

  function checkWin({ id, requestId, lines, at }: ChainedMovement): void {
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
    if (-taken !== due.jackpot)
      report(`spin ${spinId} has a jackpot of ${due.jackpot}, movement ${id} paid ${-taken}`)
    if (due.settled !== at * 1000) report(`spin ${spinId} was not settled when movement ${id} paid its win`)
    const paid = amountOf(lines, creditOf(due.machine))
    if (paid !== due.win - taken)
      report(`movement ${id}: spin ${spinId} wins ${due.win - taken}, ${paid} was paid`)
  }

  return {
    check(posted: ChainedMovement): void {
      if (posted.kind === 'stake' || posted.kind === 'free-spin') checkStart(posted)
      if (posted.kind === 'win') checkWin(posted)
    },
    finish(): { spins: number; undefinedSpins: number } {
      for (const [id, { win, jackpot, settled }] of owed) {
        // A spin under way is paid when its reels stop.
        if (settled !== null) report(`spin ${id}: its win of ${win} was not paid`)
        else if (jackpot !== 0) report(`spin ${id} is under way, and has ${jackpot} of a jackpot`)
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
