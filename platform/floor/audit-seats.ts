import { creditOf } from '../ledger/ledger.ts'
import type { MachineRow, VisitRow } from '../store/tables.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './audit-chain-links.ts'

/*
 * The part of the audit that checks that the player at a machine is the player of its visit: the credit goes
 * to that player.
 */

function checkSeat(report: Report, row: MachineRow, visit: VisitRow | undefined, credit: number): void {
  const { id, seat_player, visit_id, seated_at } = row
  if (credit > 0 && seat_player === null) report(`machine ${id} holds ${credit} and has no player`)
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

/** `open`: the visits without an end, by id. `credits`: cents by account. */
export async function checkSeats(
  trx: Trx,
  report: Report,
  open: ReadonlyMap<number, VisitRow>,
  credits: ReadonlyMap<string, number>,
): Promise<void> {
  const machines = await trx.selectFrom('machines').selectAll().orderBy('id').execute()
  for (const machine of machines) {
    checkSeat(report, machine, open.get(machine.visit_id ?? 0), credits.get(creditOf(machine.id)) ?? 0)
  }
  const seated = new Set(machines.map(({ visit_id }) => visit_id))
  for (const id of open.keys()) if (!seated.has(id)) report(`visit ${id} is open, and no machine has it`)
}
