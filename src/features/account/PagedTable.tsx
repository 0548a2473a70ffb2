import { useComputed, useSignal } from '@preact/signals-react'
import { type ComponentType, useLayoutEffect } from 'react'
import { count } from '../../i18n/format.ts'
import { failureText, locale, t } from '../../i18n/index.ts'
import { plural } from '../../i18n/plural.ts'
import { KIOSK_QUERY } from '../../ui/breakpoints.ts'
import { TransientButton } from '../../ui/TransientButton.tsx'
import { textScale } from '../../ui/text-scale.ts'
import { toast } from '../../ui/toast.ts'
import { useScrollRestoration } from '../../ui/use-scroll-restoration.ts'
import type { Pages } from './actions.ts'
import { type Column, columnsOf } from './column-formats.ts'
import { csv, downloadCsv } from './csv.ts'
import { DataList, DataTable } from './DataTable.tsx'
import { WarnIcon } from './icons.tsx'
import { Notice } from './Notice.tsx'
import { NoSearchMatch, PagedEmptyState } from './PagedEmptyState.tsx'
import css from './PagedTable.module.css'
import { nextSort, type Sort, sortRows } from './sort-rows.ts'
import type { PagedList } from './state.ts'
import { DownloadButton, PageSize, SortBy, TableSearch } from './TableToolbar.tsx'
import { useLoadOnOpen } from './use-load-on-open.ts'

/** Whether a media query matches, followed over changes such as a rotation. */
function useMediaQuery(query: string): boolean {
  const holds = useSignal(window.matchMedia(query).matches)
  useLayoutEffect(() => {
    const list = window.matchMedia(query)
    const update = () => {
      holds.value = list.matches
    }
    update()
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [query, holds])
  return holds.value
}

export interface PagedTableProps<R> {
  /** Selects the texts, the name of the download and the stored scroll position. */
  name: 'transactions' | 'sessions'
  list: PagedList<R>
  pages: Pages
  columns: readonly Column<R>[]
  /** The order in which the server sends the rows. */
  serverSort: Sort
  Chart: ComponentType<{ rows: readonly R[] }>
  /** A row on a narrow screen. */
  Line: ComponentType<{ row: R }>
  /** px, at the default text size */
  lineHeight: number
  /** The viewport width from which the rows are a table of this many columns, px at the default text size. */
  tableFrom: (columns: number) => number
}

const ROW_HEIGHT_PX = 52
const SHOWN_ID = 'rows-shown'
/** The scale of text on a kiosk, whose rows are never a table: its columns have no room at that scale. */
const KIOSK_SCALE = 1.5
/** Below this width, px at the default text size, the texts of a row wrap (Lines.module.css). */
const WRAP_BELOW_PX = 272
const WRAPPED_SCALE = 1.8

/** The number of rows, and the button that loads more. `isPartialSort`: only the loaded rows are sorted. */
function TableFooter<R>({
  list,
  pages,
  isPartialSort,
}: {
  list: PagedList<R>
  pages: Pages
  isPartialSort: boolean
}) {
  const failure = list.failure.value
  const hasMore = list.cursor.value !== undefined
  return (
    <footer className={css.foot}>
      <p id={SHOWN_ID} role="status" tabIndex={-1}>
        {t('account.shown', { count: count(list.rows.value.length) })}
        {!hasMore && <span>{t('account.all')}</span>}
        {isPartialSort && <span>{t('account.sortedShown')}</span>}
      </p>
      {failure ? (
        <div role="alert">
          <Notice
            kind="bad"
            icon={<WarnIcon />}
            action={t('app.retry')}
            onAction={pages.retry}
            next={SHOWN_ID}
          >
            {failureText(failure)}
          </Notice>
        </div>
      ) : (
        hasMore && (
          <TransientButton
            next={SHOWN_ID}
            busy={list.request.value === 'more'}
            disabled={!!list.request.value}
            onClick={pages.more}
          >
            {t('account.more')}
          </TransientButton>
        )
      )}
    </footer>
  )
}

/** The columns and rows as shown: sorted by the player, else in the server's order. */
function useSortedRows<R extends { id: string }>(props: PagedTableProps<R>) {
  const { list, serverSort } = props
  const sort = useSignal(serverSort)
  const columns = useComputed(() => columnsOf(props.columns, list.rows.value))
  const isServerSort = useComputed(
    () => sort.value.by === serverSort.by && sort.value.descending === serverSort.descending,
  )
  const rows = useComputed(() => {
    const { by, descending } = sort.value
    const column = columns.value.find(({ key }) => key === by)
    if (isServerSort.value || !column) return list.rows.value
    return sortRows(list.rows.value, column, descending, locale.value)
  })
  const setSort = (next: Sort) => {
    sort.value = next
  }
  return { columns, rows, sort, setSort, isServerSort }
}

/** Downloads the loaded rows in the shown order. */
function downloadRows<R>(
  name: 'transactions' | 'sessions',
  columns: readonly Column<R>[],
  rows: readonly R[],
) {
  const cells = rows.map((row) => columns.map(({ value }) => value(row)))
  const heads = columns.map((column) => t(`account.column.${column.key}`))
  const kinds = columns.map(({ kind }) => kind)
  // The Swedish locale formats a date as 2026-11-21.
  const day = new Date().toLocaleDateString('sv')
  downloadCsv(`${t(`account.file.${name}`)}-${day}`, csv(heads, kinds, cells, locale.peek()))
  toast(plural('account.downloaded', cells.length), { kind: 'good' })
}

function RowPlaceholders({ wide, rowHeight }: { wide: boolean; rowHeight: number }) {
  return (
    <div className={css.ghosts} role="status" aria-label={t('account.loading')} data-wide={wide}>
      {Array.from({ length: wide ? 11 : 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are alike
        <i key={index} style={{ blockSize: `${rowHeight}px` }} />
      ))}
    </div>
  )
}

/** A page of the player's history: a chart, the toolbar and the rows. */
export function PagedTable<R extends { id: string }>(props: PagedTableProps<R>) {
  const { name, list, pages, Chart, Line } = props
  const title = t(`account.${name}`)
  const { columns, rows, sort, setSort, isServerSort } = useSortedRows(props)
  const scale = textScale()
  const kiosk = useMediaQuery(KIOSK_QUERY)
  const hasRoom = useMediaQuery(`(min-width: ${props.tableFrom(columns.value.length) * scale}px)`)
  const isWrapped = useMediaQuery(`(max-width: ${WRAP_BELOW_PX * scale}px)`)
  const wide = hasRoom && !kiosk
  const lineHeight = props.lineHeight * (kiosk ? KIOSK_SCALE : isWrapped ? WRAPPED_SCALE : 1)
  const rowHeight = scale * (wide ? ROW_HEIGHT_PX : lineHeight)
  useLoadOnOpen(list.load, pages.open)
  useScrollRestoration(name)

  const load = list.load.value
  const isEmpty = list.rows.value.length === 0
  const isReloading = list.request.value === 'first'
  // After a search without results has been cleared, the rows are unknown until the answer arrives.
  const isLoading = load === 'idle' || load === 'loading' || (isEmpty && isReloading)
  const hasNoRows = isEmpty && !isLoading
  if (hasNoRows && (load === 'absent' || list.search.value === '')) {
    return (
      <main className={css.page}>
        <h1>{title}</h1>
        <PagedEmptyState {...props} />
      </main>
    )
  }
  const hasMore = list.cursor.value !== undefined
  const shared = { rows: rows.value, complete: !hasMore, rowHeight, label: title }
  return (
    <main className={css.page} aria-busy={isLoading || isReloading}>
      <h1>{title}</h1>
      {isLoading ? <div className={css.chartGhost} /> : <Chart rows={list.rows.value} />}
      {/* The key keeps the element, and the focus in the search, while its siblings change. */}
      <div key="tools" className={css.tools}>
        <div>
          <TableSearch list={list} pages={pages} />
          <DownloadButton
            list={list}
            pages={pages}
            onAll={() => downloadRows(name, columns.value, rows.value)}
          />
        </div>
        <div>
          {!wide && <SortBy columns={columns.value} order={sort.value} onOrder={setSort} />}
          <PageSize list={list} pages={pages} />
        </div>
      </div>
      {isLoading && <RowPlaceholders wide={wide} rowHeight={rowHeight} />}
      {hasNoRows && (
        <div className={css.none}>
          {list.failure.value ? <PagedEmptyState {...props} /> : <NoSearchMatch list={list} pages={pages} />}
        </div>
      )}
      {!isLoading && !hasNoRows && (
        <>
          <div className={css.rows} data-stale={isReloading ? '' : undefined}>
            {wide ? (
              <DataTable
                {...shared}
                columns={columns.value}
                order={sort.value}
                onOrder={({ key, kind }) => setSort(nextSort(sort.peek(), key, kind))}
              />
            ) : (
              <DataList {...shared} Line={Line} />
            )}
          </div>
          <TableFooter list={list} pages={pages} isPartialSort={!isServerSort.value && hasMore} />
        </>
      )}
    </main>
  )
}
