import type { Kind, Value } from './csv.ts'

export interface Sort {
  /** The key of a column. */
  by: string
  descending: boolean
}

interface Sortable<R> {
  kind: Kind
  value(row: R): Value
}

/** What a column's values are compared by; undefined for none. */
function weightOf<R>({ kind, value }: Sortable<R>, row: R): string | number | undefined {
  const found = value(row)
  if (found === null || found === undefined || found === '') return undefined
  if (kind !== 'time') return found
  const at = Date.parse(String(found))
  return Number.isNaN(at) ? undefined : at
}

/** Rows by a column; what has no value there comes last either way, and equals keep their order. */
export function sortRows<R>(
  rows: readonly R[],
  column: Sortable<R>,
  down: boolean,
  language: string,
): readonly R[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const turn = down ? -1 : 1
  const weighed = rows.map((row) => ({ row, weight: weightOf(column, row) }))
  weighed.sort(({ weight: a }, { weight: b }) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    if (typeof a === 'number' && typeof b === 'number') return turn * (a - b)
    return turn * compare(String(a), String(b))
  })
  return weighed.map(({ row }) => row)
}

/** The order after a tap on a column: its greatest or newest first, text from A; tapped again, the other way round. */
export function nextSort(now: Sort, by: string, kind: Kind): Sort {
  return { by, descending: now.by === by ? !now.descending : kind !== 'text' }
}
