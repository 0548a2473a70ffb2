import { type ComponentType, useCallback, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { useVisibleRows } from '../../ui/use-visible-rows.ts'
import { type Column, formatValue } from './column-formats.ts'
import css from './DataTable.module.css'
import { OrderIcon } from './icons.tsx'
import type { Sort } from './sort-rows.ts'

interface Shared<R> {
  rows: readonly R[]
  /** No further rows exist on the server. */
  complete: boolean
  /** The exact height of each row, px. */
  rowHeight: number
  label: string
}

interface TableProps<R> extends Shared<R> {
  columns: readonly Column<R>[]
  order: Sort
  onOrder: (column: Column<R>) => void
}

/** A row as high as the rows that are not rendered in its place. */
function Gap({ rows, rowHeight, wide }: { rows: number; rowHeight: number; wide: number }) {
  if (rows <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it contains nothing focusable
    <tr aria-hidden="true" className={css.gap}>
      <td colSpan={wide} style={{ blockSize: `${rows * rowHeight}px` }} />
    </tr>
  )
}

/** A table that renders only the visible rows. ARIA attributes give their number and their position. */
export function DataTable<R extends { id: string }>({
  columns,
  rows,
  complete,
  rowHeight,
  label,
  order,
  onOrder,
}: TableProps<R>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const rowCount = rows.length
  const measure = useCallback(() => ({ rowHeight, rowCount }), [rowHeight, rowCount])
  const { first, last } = useVisibleRows(body, measure)
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  return (
    <table className={css.table} aria-label={label} aria-rowcount={complete ? rowCount + 1 : -1}>
      <colgroup>
        {columns.map(({ key, share }) => (
          <col key={key} style={{ inlineSize: `${(share / shares) * 100}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              data-kind={column.kind}
              aria-sort={order.by !== column.key ? 'none' : order.descending ? 'descending' : 'ascending'}
            >
              <button type="button" onClick={() => onOrder(column)}>
                <span>{t(`account.column.${column.key}`)}</span>
                <OrderIcon down={order.descending} />
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap rows={first} rowHeight={rowHeight} wide={columns.length} />
        {rows.slice(first, last).map((row, at) => (
          <tr key={row.id} aria-rowindex={first + at + 2} style={{ blockSize: `${rowHeight}px` }}>
            {columns.map(({ key, kind, value, show }) => (
              <td key={key} data-kind={kind}>
                {show ? show(row) : formatValue(kind, value(row))}
              </td>
            ))}
          </tr>
        ))}
        <Gap rows={rowCount - last} rowHeight={rowHeight} wide={columns.length} />
      </tbody>
    </table>
  )
}

/** The list for a narrow screen: each row is several lines high and is drawn by `Line`. */
export function DataList<R extends { id: string }>({
  rows,
  complete,
  rowHeight,
  label,
  Line,
}: Shared<R> & { Line: ComponentType<{ row: R }> }) {
  const box = useRef<HTMLUListElement>(null)
  const rowCount = rows.length
  const measure = useCallback(() => ({ rowHeight, rowCount }), [rowHeight, rowCount])
  const { first, last } = useVisibleRows(box, measure)
  return (
    <ul
      ref={box}
      className={css.list}
      aria-label={label}
      style={{ blockSize: `${rowCount * rowHeight}px`, paddingBlockStart: `${first * rowHeight}px` }}
    >
      {rows.slice(first, last).map((row, at) => (
        <li
          key={row.id}
          style={{ blockSize: `${rowHeight}px` }}
          aria-posinset={first + at + 1}
          aria-setsize={complete ? rowCount : -1}
        >
          <Line row={row} />
        </li>
      ))}
    </ul>
  )
}
