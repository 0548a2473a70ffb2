import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { houseOf, suspenseOf, transitOf, walletOf } from '../ledger/ledger.ts'
import type { Trx } from '../store/transaction.ts'
import { createReportedCheck } from './audit-cabinet-reports.ts'
import type { Report } from './audit-chain-links.ts'
import { createClosedCheck } from './audit-closed-cabinets.ts'
import { createTransferCheck } from './audit-transfers.ts'
import type { PlayedGame } from './audit-visits.ts'
import { handPayEndFacts, readCashOutFacts } from './cabinet/report-facts.ts'

/*
 * The part of the audit that compares cabinets with their movements: what is in transit is that of a transfer
 * under way, and what nobody loaded is what the movements leave of it. It also names what an operator has to
 * look at.
 */

/** The machines with a controller. */
export async function readCabinetIds(trx: Trx): Promise<Set<number>> {
  const rows = await trx.selectFrom('cabinets').select('machine_id').execute()
  return new Set(rows.map(({ machine_id }) => machine_id))
}

/** `cabinets`: the machines with a controller. `addGame`: counts a game on its visit. */
export function createCabinetCheck(
  trx: Trx,
  report: Report,
  cabinets: ReadonlySet<number>,
  addGame: (game: PlayedGame) => void,
) {
  const transfers = createTransferCheck(trx, report, cabinets)
  const reported = createReportedCheck(trx, report, addGame)
  const closings = createClosedCheck(trx, report)
  /** Credit that nobody loaded, cents by machine. */
  const extras = new Map<number, number>()

  /** What a movement leaves of the credit that nobody loaded: see cabinet/divide-credit.ts. */
  function extraAfter(extra: number, movement: ChainedMovement, machine: number): number {
    const { kind, lines, player, requestId, fingerprint } = movement
    if (kind === 'drift') return extra - amountOf(lines, houseOf(machine))
    if (kind === 'game' || (kind === 'hand-pay' && fingerprint === handPayEndFacts('machine')))
      return extra + amountOf(lines, suspenseOf(machine))
    if (kind !== 'cash-out' || !requestId.endsWith(':paid')) return extra
    const over = readCashOutFacts(fingerprint) - amountOf(lines, walletOf(player ?? ''))
    return extra - Math.min(over, extra)
  }

  /** Returns what an operator has to look at. */
  async function checkCabinets(
    balances: ReadonlyMap<string, number>,
    inTransit: ReadonlySet<number>,
  ): Promise<string[]> {
    const rows = await trx
      .selectFrom('cabinets as c')
      .leftJoin('machines as m', (join) =>
        join.onRef('m.id', '=', 'c.machine_id').on('m.driver', '=', 'controller'),
      )
      .select(['c.machine_id', 'c.extra', 'c.closed', 'c.last_game', 'm.id as machine'])
      .orderBy('c.machine_id')
      .execute()
    await closings.finish(rows)
    const open: string[] = []
    for (const { machine_id, extra, closed, last_game, machine } of rows) {
      if (machine === null) report(`machine ${machine_id} has the row of a cabinet, and no controller`)
      const transit = balances.get(transitOf(machine_id)) ?? 0
      const suspense = balances.get(suspenseOf(machine_id)) ?? 0
      if (transit !== 0 && !inTransit.has(machine_id))
        report(`machine ${machine_id} has ${transit} in transit, and no transfer under way`)
      const booked = extras.get(machine_id) ?? 0
      if (extra !== booked)
        report(`machine ${machine_id} has ${extra} that nobody loaded, its movements make ${booked}`)
      const newest = await trx
        .selectFrom('cabinet_games')
        .select((row) => row.fn.max('number').as('number'))
        .where('machine_id', '=', machine_id)
        .executeTakeFirst()
      if ((newest?.number ?? 0) > (last_game ?? 0))
        report(`machine ${machine_id} has booked game ${newest?.number}, its last one is ${last_game}`)
      if (suspense > 0)
        open.push(`machine ${machine_id}: ${suspense} is in suspense, ${extra} of it on the cabinet`)
      if (closed !== null) open.push(`machine ${machine_id} is closed for new players: ${closed}`)
    }
    return open
  }

  return {
    add(movement: ChainedMovement): void {
      transfers.add(movement)
      const { machine } = movement
      if (machine !== null && cabinets.has(machine)) {
        extras.set(machine, extraAfter(extras.get(machine) ?? 0, movement, machine))
        closings.add(movement)
      }
      reported.add(movement)
    },
    /** `balances`: cents by account. Returns what an operator has to look at. */
    async finish(balances: ReadonlyMap<string, number>): Promise<string[]> {
      await reported.checkGames()
      const pending = await transfers.finish(balances)
      const handPays = await reported.finish()
      const inTransit = pending.map(
        ({ id, machine_id, direction, cents, player_id }) =>
          `machine ${machine_id}: a ${direction} of ${cents} of player ${player_id} is in transit, ${id}`,
      )
      const ids = new Set(pending.map(({ machine_id }) => machine_id))
      return [...inTransit, ...handPays, ...(await checkCabinets(balances, ids))]
    },
  }
}
