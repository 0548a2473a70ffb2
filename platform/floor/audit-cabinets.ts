import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { houseOf, suspenseOf, transitOf, walletOf } from '../ledger/ledger.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './audit-chain-links.ts'
import { createClosedCheck } from './audit-closed-cabinets.ts'
import { createTransferCheck, milliseconds } from './audit-transfers.ts'
import { gameFacts, handPayEndFacts, handPayFacts, readCashOutFacts } from './cabinet/report-facts.ts'

/*
 * The part of the audit that compares cabinets with their movements: each reported game and each hand pay was
 * booked once, as it was reported, and what is in transit is that of a transfer under way. It also names what
 * an operator has to look at.
 */

const BATCH = 2000

/** The request ids of what a cabinet reports and of what its credit shows: kind, machine, and the rest. */
const REQUEST_IDS: Readonly<Record<string, RegExp>> = {
  game: /^game:(\d+):(\d+)$/,
  'hand-pay-due': /^hand-pay-due:(\d+):(.+)$/,
  'hand-pay': /^hand-pay:(\d+):(.+)$/,
  drift: /^drift:(\d+):\d+(?::gap|:found)?$/,
}

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
  addGame: (game: { name: string; visit: number; player: number | null; machine: number }) => void,
) {
  const transfers = createTransferCheck(trx, report, cabinets)
  const closings = createClosedCheck(trx, report)
  /** The movements of what cabinets have reported, by their request ids. */
  const reports = new Map<string, ChainedMovement>()
  /** Credit that nobody loaded, cents by machine. */
  const extras = new Map<number, number>()

  function takeReport(requestId: string): ChainedMovement | undefined {
    const movement = reports.get(requestId)
    reports.delete(requestId)
    return movement
  }

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

  /** Compares a row with the movement of its report. */
  function checkReport(
    name: string,
    movement: ChainedMovement | undefined,
    row: { facts: string; player: number | null; at: number | null },
  ): void {
    if (!movement) report(`${name} is not booked: ${row.facts}`)
    else if (movement.fingerprint !== row.facts)
      report(`${name} is a ${row.facts}; movement ${movement.id} booked a ${movement.fingerprint}`)
    else if (movement.player !== row.player || movement.at !== row.at)
      report(
        `${name} is of player ${row.player} at ${row.at}, its movement ${movement.id} of player ${movement.player} at ${movement.at}`,
      )
  }

  async function checkGames(): Promise<void> {
    for (let last: readonly [number, number] = [0, 0]; ; ) {
      const [machine, after] = last
      const rows = await trx
        .selectFrom('cabinet_games')
        .selectAll()
        .select([milliseconds('played_at').as('playedAt'), milliseconds('created_at').as('at')])
        .where((row) =>
          row.or([
            row('machine_id', '>', machine),
            row.and([row('machine_id', '=', machine), row('number', '>', after)]),
          ]),
        )
        .orderBy('machine_id')
        .orderBy('number')
        .limit(BATCH)
        .execute()
      for (const row of rows) {
        const { machine_id, number, player_id: player, visit_id: visit, at, playedAt } = row
        const name = `game ${number} of machine ${machine_id}`
        const movement = takeReport(`game:${machine_id}:${number}`)
        if (visit !== null) addGame({ name, visit, player, machine: machine_id })
        checkReport(name, movement, { facts: gameFacts(row, playedAt), player, at })
        if (movement && amountOf(movement.lines, houseOf(machine_id)) !== row.stake - row.win)
          report(
            `${name} staked ${row.stake} and won ${row.win}, movement ${movement.id} moved another amount`,
          )
      }
      const end = rows.at(-1)
      if (!end) return
      last = [end.machine_id, end.number]
    }
  }

  /** Returns what waits for an attendant. */
  async function checkHandPays(): Promise<string[]> {
    const rows = await trx
      .selectFrom('hand_pays')
      .selectAll()
      .select([milliseconds('created_at').as('startedAt'), milliseconds('ended_at').as('endedAt')])
      .orderBy('created_at')
      .execute()
    return rows.flatMap((row) => {
      const { machine_id, id, cents, player_id: player, state, startedAt, endedAt } = row
      const name = `hand pay ${id} of machine ${machine_id}`
      const due = takeReport(`hand-pay-due:${machine_id}:${id}`)
      checkReport(name, due, { facts: handPayFacts(row), player, at: startedAt })
      const paid = takeReport(`hand-pay:${machine_id}:${id}`)
      if (state === 'waiting') {
        if (paid) report(`${name} is waiting, and movement ${paid.id} booked it as over`)
        if (endedAt !== null) report(`${name} is waiting, and has an end`)
        return [`${name}: ${cents} waits for an attendant`]
      }
      checkReport(name, paid, { facts: handPayEndFacts(state), player, at: endedAt })
      const amount = paid ? -amountOf(paid.lines, houseOf(machine_id)) : 0
      if (amount !== cents) report(`${name} is ${cents} (${state}), ${amount} was booked`)
      return []
    })
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
      const { id, kind, requestId, machine } = movement
      if (machine !== null && cabinets.has(machine)) {
        extras.set(machine, extraAfter(extras.get(machine) ?? 0, movement, machine))
        closings.add(movement)
      }
      const pattern = Object.hasOwn(REQUEST_IDS, kind) ? REQUEST_IDS[kind] : undefined
      if (!pattern) return
      if (pattern.exec(requestId)?.[1] !== String(machine))
        report(`movement ${id} is a ${kind} that the cabinet ${machine} did not report`)
      else if (kind !== 'drift') reports.set(requestId, movement)
    },
    /** `balances`: cents by account. Returns what an operator has to look at. */
    async finish(balances: ReadonlyMap<string, number>): Promise<string[]> {
      await checkGames()
      const pending = await transfers.finish(balances)
      const handPays = await checkHandPays()
      for (const { id, kind } of reports.values())
        report(`movement ${id} is a ${kind} that no cabinet has reported`)
      const inTransit = pending.map(
        ({ id, machine_id, direction, cents, player_id }) =>
          `machine ${machine_id}: a ${direction} of ${cents} of player ${player_id} is in transit, ${id}`,
      )
      const ids = new Set(pending.map(({ machine_id }) => machine_id))
      return [...inTransit, ...handPays, ...(await checkCabinets(balances, ids))]
    },
  }
}
