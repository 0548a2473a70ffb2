import { csvCell } from '../../contract/csv.ts'
import { LOCALES, type Locale } from '../../contract/locales.ts'
import { clockDuration } from '../../i18n/clock-duration.ts'

/** The kind of a column's values; it determines display, sorting and export. */
export type Kind = 'text' | 'cents' | 'count' | 'time' | 'duration'
export type Value = string | number | null | undefined

/** Without a byte order mark Excel reads UTF-8 as a legacy encoding. */
const BOM = '\uFEFF'

const pad = (value: number, width = 2) => String(value).padStart(width, '0')

/** A local time in a format that every spreadsheet parses. */
function time(text: string): string {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return text
  const day = [pad(at.getFullYear(), 4), pad(at.getMonth() + 1), pad(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => pad(part)).join(':')}`
}

/** Cents as decimal digits, without floating-point arithmetic. */
function amount(cents: number, mark: string): string {
  const digits = pad(Math.abs(cents), 3)
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`
}

function plain(kind: Kind, value: Value, mark: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return kind === 'time' ? time(value) : value
  if (kind === 'cents') return amount(value, mark)
  return kind === 'duration'
    ? // Spreadsheets can sum up h:mm:ss.
      clockDuration(Math.max(0, Math.round(value / 1000)), true)
    : String(value)
}

/**
 * A table as CSV in the format that Excel expects for the language: UTF-8 with a byte order mark, amounts
 * (cents) with the language's decimal sign, times and durations as Excel parses them.
 */
export function csv(
  heads: readonly string[],
  kinds: readonly Kind[],
  rows: readonly (readonly Value[])[],
  language: Locale,
): string {
  // Excel expects the decimal sign and the list separator of its language.
  const mark = LOCALES[language].decimal
  const separator = mark === ',' ? ';' : ','
  const line = (texts: readonly string[]) => `${texts.map(csvCell).join(separator)}\r\n`
  const lines = rows.map((row) => line(row.map((value, at) => plain(kinds[at] ?? 'text', value, mark))))
  return BOM + line(heads) + lines.join('')
}

/** Downloads a text as `<name>.csv`. */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
