import type { ChainedMovement } from '../ledger/chained-rows.ts'
import type { MachineRow, VisitRow } from '../store/tables.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'

/*
 * The part of the audit that knows whose the credit of each machine is. It follows the credit from movement
 * to movement: a visit begins without credit, its player alone moves it, and nothing is left at its end. At
 * last the player at the machine is the one whose credit it is.
 */

/** A machine's credit, with what is on its way to it or back; cents. */
export interface Credit {
  readonly own: number
  readonly transit: number
}

interface Machine {
  own: number
  transit: number
  /** The player of the last movement. */
  player: number | null
  /** Its visit; undefined: a cash-in of 2.3.4 names none. */
  visit: number | undefined
  /** The last visit that a movement has named; 0: none. */
  lastVisit: number
}

/** What an operator settles, and a hand pay that goes to suspense, may be of a player who has left. */
const OF_ANY_PLAYER: ReadonlySet<string> = new Set(['settle', 'hand-pay'])

export function createSeatCheck(trx: Trx, report: Report) {
  const machines = new Map<number, Machine>()

  function machineOf(id: number): Machine {
    const known = machines.get(id)
    if (known) return known
    const machine: Machine = { own: 0, transit: 0, player: null, visit: undefined, lastVisit: 0 }
    machines.set(id, machine)
    return machine
  }

  const isOf = (machine: Machine, player: number | null, visit: number | undefined): boolean =>
    machine.player === player &&
    (visit === undefined || machine.visit === undefined || machine.visit === visit)

  /** `visit`: that of a movement or of its spin or report. */
  function follow(movement: ChainedMovement, visit: number | undefined): void {
    const { id, kind, player, machine: machineId, lines } = movement
    if (machineId === null) return
    const machine = machineOf(machineId)
    const held = machine.own + machine.transit
    let isMoved = false
    for (const [account, , after] of lines) {
      if (account.startsWith('machine:')) machine.own = after
      else if (account.startsWith('transit:')) machine.transit = after
      else continue
      isMoved = true
    }
    if (!isMoved && OF_ANY_PLAYER.has(kind)) return
    if (held > 0 && !isOf(machine, player, visit))
      report(
        `movement ${id} is of player ${player} in visit ${visit}, machine ${machineId} holds ${held} of player ${machine.player} in visit ${machine.visit}`,
      )
    else if (visit !== undefined && visit < machine.lastVisit)
      report(
        `movement ${id} is of visit ${visit}, machine ${machineId} had visit ${machine.lastVisit} before`,
      )
    if (visit === undefined && (held > 0 || !isMoved)) return
    machine.player = player
    machine.visit = visit
    machine.lastVisit = visit ?? machine.lastVisit
  }

  function checkSeat(row: MachineRow, visit: VisitRow | undefined): void {
    const { id, seat_player, visit_id, seated_at } = row
    const machine = machineOf(id)
    const held = machine.own + machine.transit
    if (held > 0 && !isOf(machine, seat_player, visit_id ?? undefined))
      report(
        `machine ${id} holds ${held} of player ${machine.player} in visit ${machine.visit}, and has player ${seat_player} in visit ${visit_id}`,
      )
    if (visit_id !== null && visit_id < machine.lastVisit)
      report(`machine ${id} has visit ${visit_id}, and movements of visit ${machine.lastVisit}`)
    if ((seat_player === null) !== (visit_id === null))
      report(`machine ${id} has player ${seat_player} and visit ${visit_id}: one without the other`)
    if (visit_id === null) {
      if (seated_at !== null) report(`machine ${id} has no player, and one since ${seated_at.toISOString()}`)
      return
    }
    if (!visit) report(`machine ${id} has visit ${visit_id}, which is over or missing`)
    else if (visit.player_id !== seat_player || visit.machine_id !== id)
      report(
        `machine ${id} has player ${seat_player}, its visit ${visit_id} is of player ${visit.player_id} at machine ${visit.machine_id}`,
      )
    else if (visit.started_at.getTime() !== seated_at?.getTime())
      report(
        `machine ${id} has a player since ${seated_at?.toISOString()}, its visit ${visit_id} began at another time`,
      )
  }

  return {
    creditAt: (machine: number): Credit => machineOf(machine),
    follow,
    /** `open`: the visits without an end, by id. */
    async finish(open: ReadonlyMap<number, VisitRow>): Promise<void> {
      const rows = await trx.selectFrom('machines').selectAll().orderBy('id').execute()
      for (const row of rows) checkSeat(row, open.get(row.visit_id ?? 0))
      const seated = new Set(rows.map(({ visit_id }) => visit_id))
      for (const id of open.keys()) if (!seated.has(id)) report(`visit ${id} is open, and no machine has it`)
    },
  }
}
