import type * as v from 'valibot'
import type { SessionsAnswer, TransactionsAnswer } from '../../src/contract/player.ts'
import type { SpinsAnswer } from '../../src/contract/rules.ts'
import { formatJson } from '../client/exchange.ts'
import type { Call } from '../client/http.ts'
import type { Seat } from '../client/seat.ts'
import { isTime } from '../client/shapes.ts'
import { Violation } from '../report/findings.ts'

/*
 * The rows of the histories, after the visit. A list may be shorter or later than the visit; the rows that it
 * has must be true.
 */

export type ExpectRows = (call: Call, answer: unknown, seat: Seat | undefined) => void

/** The fields of a row that are times. */
const TIMES = ['time', 'start', 'end', 'used'] as const
/** How far a duration may be from its start and end, ms. */
const TOLERANCE_MS = 2000

function fail(call: Call, row: unknown, expected: string, where: string): never {
  throw new Violation({ sent: call.sent, got: formatJson(row), expected, where })
}

/** Expects every time as ISO 8601 with a zone, and the newest row first. */
export function expectTimes(call: Call, where: string): void {
  const { rows: given } = Object(call.body) as { rows?: unknown }
  const rows: Record<string, unknown>[] = Array.isArray(given) ? given : []
  for (const row of rows) {
    const wrong = TIMES.find(
      (field) => row[field] !== undefined && row[field] !== null && !isTime(row[field]),
    )
    if (wrong) fail(call, row, `"${wrong}" as ISO 8601 with a zone`, where)
  }
  const times = rows.map(({ time, start }) => Date.parse(String(time ?? start)))
  const later = times.findIndex((time, at) => at > 0 && time > (times[at - 1] ?? 0))
  if (later > 0) fail(call, rows[later], 'the newest row first', where)
}

/** Expects the amounts with their signs, and balances that follow from them. */
export function expectMovements(call: Call, answer: unknown, seat: Seat | undefined): void {
  const where = 'src/contract/player.ts, Transaction'
  const { rows } = answer as v.InferOutput<typeof TransactionsAnswer>
  for (const [at, { balance, amount }] of rows.entries()) {
    const before = rows[at + 1]?.balance
    if (typeof balance !== 'number' || typeof before !== 'number' || balance - amount === before) continue
    fail(
      call,
      rows[at],
      `"amount": ${balance - before}, the change from the balance of the row before`,
      where,
    )
  }
  if (!seat || seat.firstWrong !== undefined) return
  const moved = seat.moved.filter((cents) => cents !== 0).reverse()
  const newest = rows.slice(0, moved.length)
  // Other movements may be between those of the visit.
  const isVisit =
    newest.length === moved.length &&
    moved.every((cents, at) => Math.abs(newest[at]?.amount ?? 0) === Math.abs(cents))
  const wrong = isVisit ? moved.findIndex((cents, at) => newest[at]?.amount !== cents) : -1
  if (wrong >= 0) fail(call, newest[wrong], `"amount": ${moved[wrong]}; a cash-in is negative`, where)
}

/** Expects the stake, the win and the kind of the spins that the visit played. */
export function expectSpins(call: Call, answer: unknown, seat: Seat | undefined): void {
  const where = 'src/contract/rules.ts, SpinsAnswer'
  const { rows } = answer as v.InferOutput<typeof SpinsAnswer>
  for (const played of seat?.spins ?? []) {
    const row = rows.find(({ id }) => id === played.id)
    if (!row) continue
    const isSame = row.stake === played.stake && row.win === played.win && row.free === played.free
    const { stake, win, free } = played
    if (!isSame)
      fail(call, row, `"stake": ${stake}, "win": ${win} and "free": ${free}, as the live spin`, where)
  }
}

/** Expects durations in ms. */
export function expectVisits(call: Call, answer: unknown): void {
  const { rows } = answer as v.InferOutput<typeof SessionsAnswer>
  for (const row of rows) {
    if (!row.end) continue
    const length = Date.parse(row.end) - Date.parse(row.start)
    const isNear = Math.abs(row.duration - length) <= Math.max(TOLERANCE_MS, length / 10)
    if (!isNear) fail(call, row, `"duration" in ms, about ${length}`, 'src/contract/player.ts, SlotSession')
  }
}
