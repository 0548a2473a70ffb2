import { readFacts, writeFacts } from '../floor/cabinet/report-facts.ts'
import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { houseOf } from '../ledger/ledger.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'
import { milliseconds } from './transfers.ts'
import type { VisitCheck } from './visits.ts'

/*
 * The part of the audit that compares what cabinets have reported with its movements: each game and each hand
 * pay was booked once, as it was reported.
 */

const BATCH = 2000

/** The request ids of what a cabinet reports and of what its credit shows: kind, machine, and the rest. */
const REQUEST_IDS: Readonly<Record<string, RegExp>> = {
  game: /^game:(\d+):(\d+)$/,
  'hand-pay-due': /^hand-pay-due:(\d+):(.+)$/,
  'hand-pay': /^hand-pay:(\d+):(.+)$/,
  drift: /^drift:(\d+):\d+(?::gap|:found)?$/,
}

/** The batch of games behind one of a machine. */
const readBatch = (trx: Trx, machine: number, after: number) =>
  trx
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

type GameRow = Awaited<ReturnType<typeof readBatch>>[number]

/** In the order of their machines and numbers. */
async function readGames(trx: Trx, onRow: (row: GameRow) => void): Promise<void> {
  for (let last: readonly [machine: number, number: number] = [0, 0]; ; ) {
    const rows = await readBatch(trx, ...last)
    rows.forEach(onRow)
    const end = rows.at(-1)
    if (!end) return
    last = [end.machine_id, end.number]
  }
}

export function createReportedCheck(trx: Trx, report: Report, visits: VisitCheck) {
  /** The movements of what cabinets have reported, by their request ids. */
  const reports = new Map<string, ChainedMovement>()

  function takeReport(requestId: string): ChainedMovement | undefined {
    const movement = reports.get(requestId)
    reports.delete(requestId)
    return movement
  }

  /** Compares a row with the movement of its report. */
  function checkReport(
    name: string,
    movement: ChainedMovement | undefined,
    row: { facts: string; player: number | null; at: number | null },
  ): void {
    if (!movement) report(`${name} is not booked: ${row.facts}`)
    else if (movement.fingerprint !== row.facts)
      report(`${name} is ${row.facts}, movement ${movement.id} booked ${movement.fingerprint}`)
    else if (movement.player !== row.player || movement.at !== row.at)
      report(
        `${name} is of player ${row.player} at ${row.at}, its movement ${movement.id} of player ${movement.player} at ${movement.at}`,
      )
  }

  function checkGame(row: GameRow): void {
    const { machine_id, number, player_id: player, visit_id: visit, at, playedAt } = row
    const name = `game ${number} of machine ${machine_id}`
    const movement = takeReport(`game:${machine_id}:${number}`)
    if (visit !== null) visits.addGame({ name, visit, player, machine: machine_id })
    checkReport(name, movement, { facts: writeFacts('game', { ...row, played_at: playedAt }), player, at })
    if (movement && amountOf(movement.lines, houseOf(machine_id)) !== row.stake - row.win)
      report(`${name} staked ${row.stake} and won ${row.win}, movement ${movement.id} moved another amount`)
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
      const { machine_id, id, cents, player_id: player, visit_id: visit, state, startedAt, endedAt } = row
      const name = `hand pay ${id} of machine ${machine_id}`
      if (visit !== null) visits.addHandPay({ name, visit, player, machine: machine_id })
      const due = takeReport(`hand-pay-due:${machine_id}:${id}`)
      checkReport(name, due, { facts: writeFacts('hand-pay-due', row), player, at: startedAt })
      const paid = takeReport(`hand-pay:${machine_id}:${id}`)
      if (state === 'waiting') {
        if (paid) report(`${name} is waiting, and movement ${paid.id} booked it as over`)
        if (endedAt !== null) report(`${name} is waiting, and has an end`)
        return [`${name}: ${cents} waits for an attendant`]
      }
      checkReport(name, paid, { facts: writeFacts('hand-pay', { to: state }), player, at: endedAt })
      const amount = paid ? -amountOf(paid.lines, houseOf(machine_id)) : 0
      if (amount !== cents) report(`${name} is ${cents} (${state}), ${amount} was booked`)
      return []
    })
  }

  return {
    /** Returns the visit of which a report is. */
    add(movement: ChainedMovement): number | null | undefined {
      const { id, kind, requestId, machine } = movement
      const pattern = Object.hasOwn(REQUEST_IDS, kind) ? REQUEST_IDS[kind] : undefined
      if (!pattern) return undefined
      if (pattern.exec(requestId)?.[1] !== String(machine))
        report(`movement ${id} is a ${kind} that the cabinet ${machine} did not report`)
      else if (kind !== 'drift') reports.set(requestId, movement)
      const start = reports.get(requestId.replace(/^hand-pay:/, 'hand-pay-due:'))
      return start && (readFacts('game', start) ?? readFacts('hand-pay-due', start))?.visit_id
    },
    checkGames: () => readGames(trx, checkGame),
    /** Returns the hand pays that wait for an attendant. */
    async finish(): Promise<string[]> {
      const handPays = await checkHandPays()
      for (const { id, kind } of reports.values())
        report(`movement ${id} is a ${kind} that no cabinet has reported`)
      return handPays
    },
  }
}
