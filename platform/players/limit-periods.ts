import type { LimitKind } from '../../src/contract/limits.ts'

/* Days, weeks and months of a time zone. */

const DAY_MS = 24 * 60 * 60_000

/** A period in ms since 1970, without its end. */
export interface Period {
  readonly start: number
  readonly end: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const
    const more = { minute: 'numeric', second: 'numeric', hourCycle: 'h23', calendar: 'gregory' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...digits, ...more })
    formats.set(timeZone, format)
  }
  return format
}

/** The zone's date and time of day at an instant, as if they were UTC. */
function wallTime(at: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const date = Date.UTC(get('year'), get('month') - 1, get('day'))
  return date + ((get('hour') * 60 + get('minute')) * 60 + get('second')) * 1000
}

/** The first instant of a local day, which starts later than 00:00 where the clock skips midnight. */
function startOfDay(wall: number, zone: string): number {
  const offsetAt = (at: number) => wallTime(at, zone) - at
  const candidates = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)]
  return Math.min(...candidates.filter((at) => wallTime(at, zone) >= wall))
}

/** The period of a limit that contains the instant. Weeks begin on Monday. */
export function periodOf(kind: LimitKind, now: number, zone: string): Period {
  const today = Math.floor(wallTime(now, zone) / DAY_MS) * DAY_MS
  const date = new Date(today)
  const days = (start: number, count: number): Period => ({
    start: startOfDay(start, zone),
    end: startOfDay(start + count * DAY_MS, zone),
  })
  if (kind === 'loss-week') return days(today - ((date.getUTCDay() + 6) % 7) * DAY_MS, 7)
  if (kind !== 'loss-month') return days(today, 1)
  const month = (offset: number) =>
    startOfDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1), zone)
  return { start: month(0), end: month(1) }
}
