import { intlLocale, type Locale } from '../../i18n/index.ts'
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

/** The value to compare by; undefined for an empty or invalid one. */
function weightOf<R>({ kind, value }: Sortable<R>, row: R): string | number | undefined {
  const found = value(row)
  if (found === null || found === undefined || found === '') return undefined
  if (kind !== 'time') return found
  const at = Date.parse(String(found))
  return Number.isNaN(at) ? undefined : at
}

/** Sorts rows by a column. Rows without a value come last in both directions; equal rows keep their order. */
export function sortRows<R>(
  rows: readonly R[],
  column: Sortable<R>,
  down: boolean,
  language: Locale,
): readonly R[] {
  const { compare } = new Intl.Collator(intlLocale(language), { numeric: true })
  const turn = down ? -1 : 1
  const weighed = rows.map((row) => ({ row, weight: weightOf(column, row) }))
  weighed.sort(({ weight: a }, { weight: b }) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    if (typeof a === 'number' && typeof b === 'number') return turn * (a - b)
    return turn * compare(String(a), String(b))
  })
  return weighed.map(({ row }) => row)
}

/** The sort after a tap on a column: descending, or ascending for text; another tap reverses it. */
export function nextSort(now: Sort, by: string, kind: Kind): Sort {
  return { by, descending: now.by === by ? !now.descending : kind !== 'text' }
}
