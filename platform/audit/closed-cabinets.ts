import { sql } from 'kysely'
import { readFacts } from '../floor/cabinet/report-facts.ts'
import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { creditOf, transitOf, walletOf } from '../ledger/ledger.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'

/*
 * The part of the audit that compares a cabinet's row with the movements that closed it for new players: it
 * stays closed until an operator opens it. A conflict, the meters, a hand pay without an end, and lost games
 * that moved no money of a player also close a cabinet, and leave no such movement.
 */

/** How far the clock of a command may be behind that of the platform. */
const CLOCK_TOLERANCE_MS = 60_000

/** Whether a movement of a cabinet closes it: see cabinet/store-changes.ts and cabinet/end-transfer.ts. */
function closes(movement: ChainedMovement): boolean {
  const { kind, requestId, lines, player, machine } = movement
  if (kind === 'drift') {
    const own = amountOf(lines, creditOf(machine ?? '')) + amountOf(lines, transitOf(machine ?? ''))
    return player !== null || own !== 0 || requestId.endsWith(':gap')
  }
  const taken = readFacts('cash-out', movement)
  if (taken) return taken.cents !== amountOf(lines, walletOf(player ?? ''))
  return kind === 'transit-out' && requestId.endsWith(':left')
}

export function createClosedCheck(trx: Trx, report: Report) {
  /** The last movement that closed a cabinet, by machine. */
  const closings = new Map<number, ChainedMovement>()
  return {
    add(movement: ChainedMovement): void {
      const { machine } = movement
      if (machine !== null && closes(movement)) closings.set(machine, movement)
    },
    async finish(cabinets: readonly { readonly machine_id: number; readonly closed: string | null }[]) {
      const openings = await trx
        .selectFrom('operator_actions')
        .select(sql<string>`target ->> 'machine'`.as('machine'))
        .select((row) => row.fn.max('at').as('at'))
        .where('action', '=', 'machines open')
        .where('outcome', '=', 'done')
        .groupBy(sql`1`)
        .execute()
      const openedAt = new Map(openings.map(({ machine, at }) => [Number(machine), at.getTime()]))
      for (const { machine_id, closed } of cabinets) {
        const closing = closings.get(machine_id)
        if (!closing || closed !== null) continue
        if ((openedAt.get(machine_id) ?? 0) < closing.at - CLOCK_TOLERANCE_MS)
          report(
            `machine ${machine_id} admits new players: movement ${closing.id} closed it, and no operator opened it since`,
          )
      }
    },
  }
}
