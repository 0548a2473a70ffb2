import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { walletOf } from '../ledger/ledger.ts'
import type { VisitRow } from '../store/tables.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'

/* The part of the audit that computes each visit anew from its movements. */

/** What the movements make of a visit. Amounts in cents. */
interface Tally {
  readonly player: number | null
  readonly machine: number | null
  cashIn: number
  cashOut: number
  spins: number
  freeSpins: number
}

/** A game or a hand pay of a cabinet. */
interface ReportOfVisit {
  readonly name: string
  readonly visit: number
  readonly player: number | null
  readonly machine: number
}

/** Cents that were moved at a machine by a player, in movements that name no visit. */
interface Unassigned {
  cashIn: number
  cashOut: number
  /** Of the visits that have more than their movements make. */
  countedIn: number
  countedOut: number
  readonly visits: number[]
}

const BATCH = 2000

/** In the order of their ids. */
async function readVisits(trx: Trx, onRow: (row: VisitRow) => void): Promise<void> {
  for (let lastId = 0; ; ) {
    const rows = await trx
      .selectFrom('visits')
      .selectAll()
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    rows.forEach(onRow)
    lastId = rows.at(-1)?.id ?? lastId
    if (rows.length < BATCH) return
  }
}

export function createVisitCheck(trx: Trx, report: Report) {
  const tallies = new Map<number, Tally>()
  const unassigned = new Map<string, Unassigned>()

  function tallyOf(visit: number, player: number | null, machine: number | null, subject: string): Tally {
    const tally = tallies.get(visit) ?? { player, machine, cashIn: 0, cashOut: 0, spins: 0, freeSpins: 0 }
    tallies.set(visit, tally)
    if (tally.player !== player || tally.machine !== machine)
      report(
        `${subject} is of player ${player} at machine ${machine}, visit ${visit} of player ${tally.player} at machine ${tally.machine}`,
      )
    return tally
  }

  function unassignedOf(player: number | null, machine: number | null): Unassigned {
    const key = `${player} ${machine}`
    const sums = unassigned.get(key) ?? { cashIn: 0, cashOut: 0, countedIn: 0, countedOut: 0, visits: [] }
    unassigned.set(key, sums)
    return sums
  }

  function checkSums(row: VisitRow): void {
    const { id, player_id, machine_id } = row
    const tally = tallies.get(id) ?? tallyOf(id, player_id, machine_id, '')
    tallies.delete(id)
    if (tally.player !== player_id || tally.machine !== machine_id)
      report(
        `visit ${id} is of player ${player_id} at machine ${machine_id}, its movements of player ${tally.player} at machine ${tally.machine}`,
      )
    if (row.spins !== tally.spins) report(`visit ${id} counts ${row.spins} spins, there are ${tally.spins}`)
    if (row.free_spins !== tally.freeSpins)
      report(`visit ${id} counts ${row.free_spins} free spins, there are ${tally.freeSpins}`)
    const [moreIn, moreOut] = [row.cash_in - tally.cashIn, row.cash_out - tally.cashOut]
    if (moreIn === 0 && moreOut === 0) return
    const sums = unassigned.get(`${player_id} ${machine_id}`)
    if (sums) {
      sums.countedIn += moreIn
      sums.countedOut += moreOut
      sums.visits.push(id)
    } else {
      report(
        `visit ${id} counts ${row.cash_in} in and ${row.cash_out} out, its movements make ${tally.cashIn} and ${tally.cashOut}`,
      )
    }
  }

  return {
    addSpin(spin: {
      id: number
      visit: number
      player: number | null
      machine: number
      free: boolean
    }): void {
      const tally = tallyOf(spin.visit, spin.player, spin.machine, `spin ${spin.id}`)
      if (spin.free) tally.freeSpins += 1
      else tally.spins += 1
    },
    addGame({ visit, player, machine, name }: ReportOfVisit): void {
      tallyOf(visit, player, machine, name).spins += 1
    },
    addHandPay({ visit, player, machine, name }: ReportOfVisit): void {
      tallyOf(visit, player, machine, name)
    },
    /** A cash-in, the return of one, or a cash-out. */
    addCash({ id, kind, player, machine, visit, lines }: ChainedMovement): void {
      const sums =
        visit === undefined
          ? unassignedOf(player, machine)
          : tallyOf(visit, player, machine, `movement ${id}`)
      const amount = amountOf(lines, walletOf(player ?? ''))
      if (kind === 'cash-out') sums.cashOut += amount
      else sums.cashIn -= amount
    },
    /** Returns the visits without an end, by id. */
    async finish(): Promise<ReadonlyMap<number, VisitRow>> {
      const open = new Map<number, VisitRow>()
      await readVisits(trx, (row) => {
        checkSums(row)
        if ((row.ended_at === null) !== (row.end_no === null))
          report(`visit ${row.id} has an end without a number, or the reverse`)
        if (row.ended_at === null) open.set(row.id, row)
      })
      for (const id of tallies.keys()) report(`visit ${id} is missing, there are movements of it`)
      for (const [key, sums] of unassigned) {
        if (sums.countedIn === sums.cashIn && sums.countedOut === sums.cashOut) continue
        const [player, machine] = key.split(' ')
        report(
          `player ${player} moved ${sums.cashIn} to machine ${machine} and ${sums.cashOut} back, visit ${sums.visits.join(' and visit ')} counts ${sums.countedIn} and ${sums.countedOut}`,
        )
      }
      return open
    },
  }
}
export type VisitCheck = ReturnType<typeof createVisitCheck>
