/** A cell that begins like this is a formula to a spreadsheet, also after spaces and in full width. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/
/** A negative number is none. */
const NUMBER = /^-?\d+([.,]\d+)?$/

/**
 * A cell of CSV that cannot start a formula, and cannot end the cell or the line. It is quoted for every
 * separator that a program may assume, not only for the file's: unquoted, `x,=1+1` would start a formula in
 * its second half.
 */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
