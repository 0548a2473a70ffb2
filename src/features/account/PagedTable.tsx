import { useComputed, useSignal } from '@preact/signals-react'
import type { ComponentType } from 'react'
import { count } from '../../i18n/format.ts'
import { failureText, locale, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { KIOSK_QUERY, useMediaQuery } from '../../ui/use-media-query.ts'
import { useScrollRestoration } from '../../ui/use-scroll-restoration.ts'
import type { Pages } from './actions.ts'
import { type Column, columnsOf } from './columns.ts'
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

export interface PagedTableProps<R> {
  /** Names its texts, its file and where it was scrolled to. */
  name: 'transactions' | 'sessions'
  list: PagedList<R>
  pages: Pages
  columns: readonly Column<R>[]
  /** As the server sends them: the newest first. */
  start: Sort
  Chart: ComponentType<{ rows: readonly R[] }>
  /** A row on a narrow screen, and how high it is there, px. */
  Line: ComponentType<{ row: R }>
  lineHeight: number
  /** The width from which it is a table, px. */
  tableFrom: number
}

const ROW = 52
const KIOSK_ROW = 72
/** A kiosk's letters are larger by this. */
const KIOSK_GROW = 1.25

/** Under the rows: how many there are, and the way to more. */
function Foot<R>({ list, pages, partly }: { list: PagedList<R>; pages: Pages; partly: boolean }) {
  const failure = list.failure.value
  const rest = list.cursor.value !== undefined
  return (
    <footer className={css.foot}>
      <p role="status">
        {t('account.shown', { count: count(list.rows.value.length) })}
        {!rest && <span>{t('account.all')}</span>}
        {partly && <span>{t('account.sortedShown')}</span>}
      </p>
      {failure ? (
        <div role="alert">
          <Notice kind="bad" icon={<WarnIcon />} action={t('app.retry')} onAction={pages.retry}>
            {failureText(failure)}
          </Notice>
        </div>
      ) : (
        rest && (
          <Button busy={list.request.value === 'more'} disabled={!!list.request.value} onClick={pages.more}>
            {t('account.more')}
          </Button>
        )
      )}
    </footer>
  )
}

/** A player's history: a chart, what can be done with the rows, and the rows. */
export function PagedTable<R extends { id: string }>(props: PagedTableProps<R>) {
  const { name, list, pages, start, Chart, Line } = props
  const title = t(`account.${name}`)
  const order = useSignal(start)
  const wide = useMediaQuery(`(min-width: ${props.tableFrom}px)`)
  const kiosk = useMediaQuery(KIOSK_QUERY)
  useLoadOnOpen(list.load, pages.open)
  useScrollRestoration(name)
  const columns = useComputed(() => columnsOf(props.columns, list.rows.value))
  const rows = useComputed(() => {
    const { by, descending } = order.value
    const column = columns.value.find(({ key }) => key === by)
    const asSent = by === start.by && descending === start.descending
    return asSent || !column ? list.rows.value : sortRows(list.rows.value, column, descending, locale.value)
  })
  const save = () => {
    const { value: shown } = columns
    const cells = rows.value.map((row) => shown.map(({ value }) => value(row)))
    const heads = shown.map((column) => t(column.title))
    const kinds = shown.map(({ kind }) => kind)
    // Swedes write a day as 2026-11-21.
    const day = new Date().toLocaleDateString('sv')
    downloadCsv(`${t(`account.file.${name}`)}-${day}`, csv(heads, kinds, cells, locale.peek()))
    toast(t('account.downloaded', { count: count(cells.length) }), { kind: 'good' })
  }

  const load = list.load.value
  const search = list.search.value
  const empty = list.rows.value.length === 0
  // A search that found nothing was ended: what there is instead is not known yet.
  const waiting = load === 'idle' || load === 'loading' || (empty && list.request.value === 'first')
  const none = empty && !waiting
  if (none && (load === 'absent' || search === '')) {
    return (
      <main className={css.page}>
        <h1>{title}</h1>
        <PagedEmptyState {...props} />
      </main>
    )
  }
  const rowHeight = wide ? (kiosk ? KIOSK_ROW : ROW) : props.lineHeight * (kiosk ? KIOSK_GROW : 1)
  const shared = {
    rows: rows.value,
    complete: list.cursor.value === undefined,
    rowHeight,
    label: title,
  }
  const later = order.value.by !== start.by || order.value.descending !== start.descending
  return (
    <main className={css.page} aria-busy={waiting || list.request.value === 'first'}>
      <h1>{title}</h1>
      {waiting ? <div className={css.chartGhost} /> : <Chart rows={list.rows.value} />}
      {/* By its key it stays itself, whatever is above and below: the search keeps the focus. */}
      <div key="tools" className={css.tools}>
        <div>
          <TableSearch list={list} pages={pages} />
          <DownloadButton list={list} pages={pages} onAll={save} />
        </div>
        <div>
          {!wide && (
            <SortBy
              columns={columns.value}
              order={order.value}
              onOrder={(next) => {
                order.value = next
              }}
            />
          )}
          <PageSize list={list} pages={pages} />
        </div>
      </div>
      {waiting && (
        <div className={css.ghosts} role="status" aria-label={t('account.loading')} data-wide={wide}>
          {Array.from({ length: wide ? 11 : 8 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <i key={at} style={{ blockSize: rowHeight }} />
          ))}
        </div>
      )}
      {none && (
        <div className={css.none}>
          {list.failure.value ? <PagedEmptyState {...props} /> : <NoSearchMatch list={list} pages={pages} />}
        </div>
      )}
      {!waiting && !none && (
        <>
          <div className={css.rows} data-stale={list.request.value === 'first' ? '' : undefined}>
            {wide ? (
              <DataTable
                {...shared}
                columns={columns.value}
                order={order.value}
                onOrder={({ key, kind }) => {
                  order.value = nextSort(order.peek(), key, kind)
                }}
              />
            ) : (
              <DataList {...shared} Line={Line} />
            )}
          </div>
          <Foot list={list} pages={pages} partly={later && list.cursor.value !== undefined} />
        </>
      )}
    </main>
  )
}
