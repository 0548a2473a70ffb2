import type { Period } from './machine-report.ts'

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** The start of a day of this machine's time zone, such as 2026-11-25; undefined if there is no such day. */
function startOf(text: string): Date | undefined {
  const [, year, month, day] = (DAY.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const start = new Date(year, month - 1, day)
  return start.getMonth() === month - 1 && start.getDate() === day ? start : undefined
}

/** The start of the day after. A day has 23 or 25 hours when the clocks change. */
const nextDay = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1)

/** The whole days from the first to the last; without any, the day of `now`. Undefined for other texts. */
export function readPeriod([first, last = first]: readonly string[], now: Date): Period | undefined {
  if (first === undefined) {
    const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
    return { from: today, to: nextDay(today) }
  }
  const [from, until] = [startOf(first), startOf(last ?? '')]
  return from && until && from <= until ? { from, to: nextDay(until) } : undefined
}
