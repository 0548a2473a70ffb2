import { count } from './format.ts'
import { intlLocale, locale } from './index.ts'

/* Separate from format.ts, because only pages that load later show dates. */

/** Maximum characters of a text that is not a valid time. */
const MAX_LENGTH = 24

const formats = new Map<string, Intl.DateTimeFormat>()
const DAY = { day: 'numeric', month: 'short' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const
const KINDS: Record<'day' | 'time' | 'dayTime' | 'dateTime', Intl.DateTimeFormatOptions> = {
  day: DAY,
  time: TIME,
  dayTime: { ...DAY, ...TIME },
  dateTime: { ...DAY, year: 'numeric', ...TIME },
}

function format(kind: keyof typeof KINDS): Intl.DateTimeFormat {
  const id = `${locale.value} ${kind}`
  let found = formats.get(id)
  if (!found) {
    found = new Intl.DateTimeFormat(intlLocale(), KINDS[kind])
    // A clock of 24 hours has two digits (09:05), one of 12 hours has one (9:05 AM).
    if (found.resolvedOptions().hour12 === false)
      found = new Intl.DateTimeFormat(intlLocale(), { ...KINDS[kind], hour: '2-digit' })
    formats.set(id, found)
  }
  return found
}

/**
 * Formats a time of the wire (ISO 8601) in the page's language and the device's time zone: `day` (21 Nov),
 * `time` (14:05), `dayTime` (both), or `dateTime` (both with the year). An invalid time is returned as it is,
 * up to MAX_LENGTH.
 */
export function dateTime(text: string, kind: keyof typeof KINDS = 'dateTime'): string {
  const at = Date.parse(text)
  if (!Number.isNaN(at)) return format(kind).format(at)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

/** The range of two times of the wire; the date appears once if both are on the same day. */
export function dateRange(from: string, to: string): string {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  // The clock was set back in between: formatRange would throw.
  if (!(start <= end)) return `${dateTime(from)} – ${dateTime(to)}`
  return format('dateTime').formatRange(start, end)
}

const MINUTE_MS = 60_000

/**
 * A duration (ms) in its two largest units: 1 h 5 min, 5 min 12 s, 12 s. Days count as hours. `toMinutes`
 * rounds to whole minutes from a minute on, and up to whole seconds below it.
 */
export function duration(ms: number, toMinutes = false): string {
  const exact = toMinutes ? Math.ceil(ms / 1000) : Math.round(ms / 1000)
  const seconds = toMinutes && ms >= MINUTE_MS ? Math.round(ms / MINUTE_MS) * 60 : Math.max(0, exact)
  const parts = (
    [
      ['hour', Math.floor(seconds / 3600)],
      ['minute', Math.floor(seconds / 60) % 60],
      ['second', seconds % 60],
    ] as const
  ).slice(seconds >= 3600 ? 0 : seconds >= 60 ? 1 : 2)
  return parts
    .slice(0, 2)
    .filter(([, value], at) => value > 0 || at === 0)
    .map(([unit, value]) => count(value, { style: 'unit', unit, unitDisplay: 'short' }))
    .join(' ')
}
