import {
  type Change,
  type Entries,
  NO_ENTRIES,
  playGame,
  reconcile,
  takeOff,
} from '../floor/cabinet/divide-credit.ts'
import { readFacts } from '../floor/cabinet/report-facts.ts'
import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { creditOf, houseOf, suspenseOf, transitOf, walletOf } from '../ledger/ledger.ts'
import type { Trx } from '../store/transaction.ts'
import { createReportedCheck } from './cabinet-reports.ts'
import type { Report } from './chain-links.ts'
import { createClosedCheck } from './closed-cabinets.ts'
import type { Credit } from './seats.ts'
import { createTransferCheck, type Transfer } from './transfers.ts'
import type { VisitCheck } from './visits.ts'

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

/** What the movements of a cabinet leave. */
interface Cabinet {
  /** Credit that nobody loaded, cents. */
  extra: number
  /** What is in transit is the credit, on its way to the wallet; otherwise a load. */
  isCashingOut: boolean
}

const NAMES = ['own', 'suspense', 'house', 'wallet'] as const satisfies (keyof Entries)[]
const describe = (entries: Entries): string => NAMES.map((name) => `${entries[name]} ${name}`).join(', ')

/** `cabinets`: the machines with a controller. */
export function createCabinetCheck(
  trx: Trx,
  report: Report,
  cabinets: ReadonlySet<number>,
  visits: VisitCheck,
) {
  const transfers = createTransferCheck(trx, report, cabinets)
  const reported = createReportedCheck(trx, report, visits)
  const closings = createClosedCheck(trx, report)
  const states = new Map<number, Cabinet>()

  /** How a movement has to divide its amount: see cabinet/divide-credit.ts. Undefined: its kind says it. */
  function divide(
    movement: ChainedMovement,
    credit: { own: number; extra: number },
    { own, house }: Entries,
  ): Change | undefined {
    const game = readFacts('game', movement)
    if (game) return playGame(credit, game, movement.player !== null)
    const taken = readFacts('cash-out', movement)
    if (taken) return takeOff(credit, taken.cents)
    if (movement.kind !== 'drift') return undefined
    return reconcile(credit, credit.own + credit.extra + own - house) ?? { credit, entries: NO_ENTRIES }
  }

  /** `before`: the credit before the movement. */
  function checkDivision(movement: ChainedMovement, machine: number, before: Credit): void {
    const { id, kind, lines, player } = movement
    const state = states.get(machine) ?? { extra: 0, isCashingOut: false }
    states.set(machine, state)
    const [onMachine, inTransit] = [amountOf(lines, creditOf(machine)), amountOf(lines, transitOf(machine))]
    const entries: Entries = {
      own: onMachine + inTransit,
      suspense: amountOf(lines, suspenseOf(machine)),
      house: amountOf(lines, houseOf(machine)),
      wallet: amountOf(lines, walletOf(player ?? '')),
    }
    const own = before.own + (state.isCashingOut ? before.transit : 0)
    const change = divide(movement, { own, extra: state.extra }, entries)
    if (change) {
      const isElsewhere = state.isCashingOut ? before.transit > 0 && onMachine !== 0 : inTransit !== 0
      if (isElsewhere || NAMES.some((name) => entries[name] !== change.entries[name]))
        report(
          `movement ${id} is a ${kind} of ${describe(entries)}, with ${own} and ${state.extra} that nobody loaded it is ${describe(change.entries)}`,
        )
      state.extra = change.credit.extra
    } else if (readFacts('hand-pay', movement)?.to === 'machine') state.extra += entries.suspense
    if (kind === 'transit-in') state.isCashingOut = true
    else if (kind === 'cash-in' || kind === 'cash-out' || kind === 'transit-out') state.isCashingOut = false
  }

  /** Returns what an operator has to look at. */
  async function checkCabinets(
    balances: ReadonlyMap<string, number>,
    pending: ReadonlyMap<number, Transfer>,
  ): Promise<string[]> {
    const rows = await trx
      .selectFrom('cabinets as c')
      .leftJoin('machines as m', (join) =>
        join.onRef('m.id', '=', 'c.machine_id').on('m.driver', '=', 'controller'),
      )
      .select(['c.machine_id', 'c.extra', 'c.closed', 'c.last_game', 'm.id as machine', 'm.visit_id'])
      .orderBy('c.machine_id')
      .execute()
    await closings.finish(rows)
    const open: string[] = []
    for (const { machine_id, extra, closed, last_game, machine, visit_id } of rows) {
      if (machine === null) report(`machine ${machine_id} has the row of a cabinet, and no controller`)
      const transit = balances.get(transitOf(machine_id)) ?? 0
      const suspense = balances.get(suspenseOf(machine_id)) ?? 0
      const transfer = pending.get(machine_id)
      if (transfer && transfer.visit_id !== visit_id)
        report(
          `transfer ${transfer.id} is of visit ${transfer.visit_id}, machine ${machine_id} has ${visit_id}`,
        )
      if (transit !== 0 && !transfer)
        report(`machine ${machine_id} has ${transit} in transit, and no transfer under way`)
      const booked = states.get(machine_id)?.extra ?? 0
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
    /** `creditAt`: the credit before the movement. Returns the visit of which a report is. */
    add(movement: ChainedMovement, creditAt: (machine: number) => Credit): number | null | undefined {
      transfers.add(movement)
      const { machine } = movement
      if (machine !== null && cabinets.has(machine)) {
        checkDivision(movement, machine, creditAt(machine))
        closings.add(movement)
      }
      return reported.add(movement)
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
      const byMachine = new Map(pending.map((transfer) => [transfer.machine_id, transfer]))
      return [...inTransit, ...handPays, ...(await checkCabinets(balances, byMachine))]
    },
  }
}
