import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'

/*
 * The part of the audit that follows each machine from spin to spin: what it holds for its player is what the
 * spins have left there.
 */

/** What the audit knows of a spin. */
export interface PlayedSpin {
  readonly id: number
  readonly machine: number
  readonly visit: number
  readonly stake: number
  readonly free: boolean
  readonly win: number
  readonly freeAwarded: number
  readonly isSettled: boolean
}

interface Machine {
  freeSpins: number
  freeStake: number
  bonusWin: number
  last: PlayedSpin | undefined
}

const newMachine = (): Machine => ({ freeSpins: 0, freeStake: 0, bonusWin: 0, last: undefined })

/** A settled spin leaves what it has awarded. */
function settle(machine: Machine): void {
  const { last } = machine
  if (!last?.isSettled) return
  machine.freeSpins += last.freeAwarded
  if (last.freeAwarded > 0) machine.freeStake = last.stake
  if (last.free) machine.bonusWin += last.win
}

export function createMachineCheck(trx: Trx, report: Report) {
  const machines = new Map<number, Machine>()

  function takeStake(machine: Machine, { id, stake, free }: PlayedSpin): void {
    if (free) {
      if (machine.freeSpins === 0) report(`spin ${id} is free, and no spin before it has awarded it`)
      else machine.freeSpins -= 1
      if (stake !== machine.freeStake)
        report(`spin ${id} is free at a stake of ${stake}, it was awarded at ${machine.freeStake}`)
      return
    }
    if (machine.freeSpins > 0) report(`spin ${id} was paid for, with ${machine.freeSpins} free spins left`)
    machine.bonusWin = 0
  }

  return {
    /** The spins of a machine in their order. */
    check(spin: PlayedSpin): void {
      const machine = machines.get(spin.machine) ?? newMachine()
      machines.set(spin.machine, machine)
      const { last } = machine
      if (last && !last.isSettled) report(`spin ${last.id} is not settled, and spin ${spin.id} follows it`)
      settle(machine)
      if (last?.visit !== spin.visit) {
        machine.bonusWin = 0
        if (machine.freeSpins > 0)
          report(
            `spin ${spin.id} is of visit ${spin.visit}, with ${machine.freeSpins} free spins of visit ${last?.visit} left`,
          )
      }
      takeStake(machine, spin)
      machine.last = spin
    },
    async finish(): Promise<void> {
      const rows = await trx
        .selectFrom('machines')
        .select(['id', 'visit_id', 'free_spins', 'free_stake', 'bonus_win'])
        .orderBy('id')
        .execute()
      const visits = await trx
        .selectFrom('visits')
        .select(['machine_id', (row) => row.fn.max('id').as('last')])
        .groupBy('machine_id')
        .execute()
      const lastVisits = new Map(visits.map(({ machine_id, last }) => [machine_id, last]))
      for (const row of rows) {
        const machine = machines.get(row.id) ?? newMachine()
        machines.delete(row.id)
        settle(machine)
        const { last } = machine
        if (last && last.visit !== row.visit_id && (machine.freeSpins > 0 || !last.isSettled))
          report(`machine ${row.id} owes visit ${last.visit} spins, and has visit ${row.visit_id}`)
        // A visit begins without the win of the bonus before it, also one without a spin.
        const bonusWin = lastVisits.get(row.id) === last?.visit ? machine.bonusWin : 0
        const figures = [
          ['free spins', row.free_spins, machine.freeSpins],
          ['as the stake of free spins', row.free_stake, machine.freeStake],
          ['as the win of the bonus', row.bonus_win, bonusWin],
        ] as const
        for (const [figure, stored, left] of figures) {
          if (stored !== left) report(`machine ${row.id} has ${stored} ${figure}, its spins leave ${left}`)
        }
      }
      for (const id of machines.keys()) report(`machine ${id} is missing, there are spins of it`)
    },
  }
}
