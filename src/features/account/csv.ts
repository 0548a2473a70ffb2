import { LOCALES, type Locale } from '../../contract/locales.ts'
import { clockDuration } from '../../i18n/clock-duration.ts'

/** What a column of a table holds: how it is shown, sorted and written into a file follows from it. */
export type Kind = 'text' | 'cents' | 'count' | 'time' | 'duration'
export type Value = string | number | null | undefined

/** Without it Excel takes UTF-8 for something older. */
const BOM = '\uFEFF'
const PLAIN_NUMBER = /^-?\d+([.,]\d+)?$/
/** What a spreadsheet may take for a formula, after any space, also in full width. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/

const pad = (value: number, width = 2) => String(value).padStart(width, '0')

/** A time as every spreadsheet reads it, in the time zone of this device. */
function time(text: string): string {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return text
  const day = [pad(at.getFullYear(), 4), pad(at.getMonth() + 1), pad(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => pad(part)).join(':')}`
}

/** Whole cents as digits, without passing through a fraction. */
function amount(cents: number, mark: string): string {
  const digits = pad(Math.abs(cents), 3)
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`
}

function plain(kind: Kind, value: Value, mark: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return kind === 'time' ? time(value) : value
  if (kind === 'cents') return amount(value, mark)
  return kind === 'duration'
    ? // A spreadsheet adds up h:mm:ss.
      clockDuration(Math.max(0, Math.round(value / 1000)), true)
    : String(value)
}

/**
 * One cell: nothing in it can begin a formula, end the cell or end the line. Quoted for every separator that a program
 * may guess, not only for the file's own: unquoted, `x,=1+1` would begin a formula in its second half.
 */
function cell(text: string): string {
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A table as the text of a CSV file that opens right in the Excel of that language: UTF-8 with its mark, amounts
 * (cents) in its decimal form, times and lengths as it reads them.
 */
export function csv(
  heads: readonly string[],
  kinds: readonly Kind[],
  rows: readonly (readonly Value[])[],
  language: Locale,
): string {
  // Excel expects the decimal sign and the list separator of its own language.
  const mark = LOCALES[language].decimal
  const separator = mark === ',' ? ';' : ','
  const line = (texts: readonly string[]) => `${texts.map(cell).join(separator)}\r\n`
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
