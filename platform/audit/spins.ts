import { jackpotPaid } from '../floor/settle-spin.ts'
import { jackpotStakeOf } from '../games/game.ts'
import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { creditOf } from '../ledger/ledger.ts'
import type { Report } from './chain-links.ts'
import type { PlayedSpin } from './machines.ts'
import { createOutcomeCheck, type Definitions, type SpinFacts } from './outcomes.ts'

/* The part of the audit that compares what each spin staked and was paid with its outcome. */

/** What a spin must be paid. */
interface Owed {
  readonly machine: number
  readonly player: number
  readonly visit: number
  readonly win: number
  readonly stake: number
  readonly highest: number
  readonly jackpotHit: boolean
  /** As its row has it. */
  readonly jackpot: number
  readonly settled: number | null
}

/** `onSpin`: called with each spin in the order of the movements. */
export function createSpinCheck(
  definitions: Definitions,
  report: Report,
  onSpin: (spin: PlayedSpin & { readonly player: number }) => void,
) {
  const outcomes = createOutcomeCheck(definitions, report)
  const owed = new Map<number, Owed>()
  let spins = 0

  /** Returns the visit of the spin. */
  function checkStart(movement: ChainedMovement): number | undefined {
    const { id: movementId, kind, lines, spin } = movement
    if (spin === undefined) {
      report(`movement ${movementId}: its spin is missing`)
      return undefined
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
    const def = outcomes.check(facts)
    const isSettled = settled !== null
    onSpin({ id, machine, player, visit, stake, free, win, freeAwarded, isSettled })
    if (win > 0 || jackpotHit) {
      const highest = def ? jackpotStakeOf(def) : 0
      owed.set(id, { machine, player, visit, win, stake, highest, jackpotHit, jackpot, settled })
    } else if (jackpot !== 0) report(`spin ${id} hit no jackpot, and has ${jackpot} of one`)
    return visit
  }

  /** Returns the visit of the spin. */
  function checkWin({ id, requestId, player, lines, at }: ChainedMovement): number | undefined {
    const spinId = Number(/^spin:(\d+):win$/.exec(requestId)?.[1])
    const due = owed.get(spinId)
    if (!due) {
      report(`movement ${id} pays a win that spin ${spinId} does not have`)
      return undefined
    }
    if (player !== due.player)
      report(`movement ${id} pays player ${player}, spin ${spinId} is of player ${due.player}`)
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
    return due.visit
  }

  return {
    /** Returns the visit of the movement's spin; undefined: it is of none. */
    check(posted: ChainedMovement): number | undefined {
      if (posted.kind === 'stake' || posted.kind === 'free-spin') return checkStart(posted)
      return posted.kind === 'win' ? checkWin(posted) : undefined
    },
    finish(): { spins: number; undefinedSpins: number } {
      for (const [id, { win, jackpot, settled }] of owed) {
        // A spin under way is paid when its reels stop.
        if (settled !== null) report(`spin ${id}: its win of ${win} was not paid`)
        else if (jackpot !== 0) report(`spin ${id} is under way, and has ${jackpot} of a jackpot`)
      }
      return { spins, undefinedSpins: outcomes.undefinedSpins() }
    },
  }
}
