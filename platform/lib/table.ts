import { csvCell } from '../../src/contract/csv.ts'

/** A column of a printed table; numbers are aligned at their end. */
export interface Column {
  readonly head: string
  readonly isNumber?: boolean
}

const lengthOf = (text: string) => [...text].length

/** A table for people: two spaces between the columns, each as wide as its widest cell. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ head }) => head), ...rows]
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => lengthOf(cells[at] ?? ''))))
  const cell = (text: string, at: number) => {
    const space = ' '.repeat((widths[at] ?? 0) - lengthOf(text))
    return columns[at]?.isNumber ? space + text : text + space
  }
  return lines.map((cells) => cells.map(cell).join('  ').trimEnd()).join('\n')
}

/** A table for programs and spreadsheets: CSV with commas. No cell starts a formula. */
export const csvTable = (columns: readonly Column[], rows: readonly (readonly string[])[]): string =>
  [columns.map(({ head }) => head), ...rows].map((cells) => cells.map(csvCell).join(',')).join('\n')
