import { useSignal, useSignalEffect } from '@preact/signals-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { kiosk } from '../../core/settings/kiosk-mode.ts'
import { count } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Pages } from './actions.ts'
import type { Column } from './column-formats.ts'
import { DownloadIcon, OrderIcon, StopIcon } from './icons.tsx'
import type { Sort } from './sort-rows.ts'
import { PAGE_SIZES, type PagedList } from './state.ts'
import css from './TableToolbar.module.css'

/** Delay after the last keystroke before the search is sent, ms. */
const SEARCH_DELAY_MS = 300
const MAX_LETTERS = 100

/** The search field. The search is sent after a pause in typing, or at once by Enter. */
export function TableSearch<R>({ list, pages }: { list: PagedList<R>; pages: Pages }) {
  const text = useSignal(list.search.value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The search can also be cleared elsewhere on the page.
  useSignalEffect(() => {
    const sought = list.search.value
    if (sought !== text.peek().trim()) text.value = sought
  })
  const seek = (next: string, wait: number) => {
    text.value = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => pages.search(next), wait)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    seek(text.peek(), 0)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: some supported browsers do not know <search>
    <form className={css.search} role="search" onSubmit={submit}>
      <SearchField
        label={t('account.search')}
        clearLabel={t('account.clearSearch')}
        maxLength={MAX_LETTERS}
        value={text.value}
        onText={(next) => seek(next, SEARCH_DELAY_MS)}
        onClear={() => seek('', 0)}
      />
    </form>
  )
}

export function PageSize<R>({ list, pages }: { list: PagedList<R>; pages: Pages }) {
  return (
    <div className={css.size}>
      <Select
        label={t('account.pageSize')}
        value={list.size.value}
        options={PAGE_SIZES.map((size) => [size, count(size)])}
        onSelect={pages.resize}
      />
    </div>
  )
}

interface SortByProps<R> {
  columns: readonly Column<R>[]
  order: Sort
  onOrder: (order: Sort) => void
}

/** Sorting on a narrow screen, which has no column headings. */
export function SortBy<R>({ columns, order, onOrder }: SortByProps<R>) {
  const pick = (by: string) => {
    const column = columns.find(({ key }) => key === by)
    onOrder({ by, descending: column?.kind !== 'text' })
  }
  return (
    <div className={css.sort}>
      <Select
        label={t('account.sortBy')}
        value={order.by}
        options={columns.map(({ key }) => [key, t(`account.column.${key}`)])}
        onSelect={pick}
      />
      <Button
        square
        aria-label={t(order.descending ? 'account.descending' : 'account.ascending')}
        onClick={() => onOrder({ ...order, descending: !order.descending })}
      >
        <OrderIcon down={order.descending} />
      </Button>
    </div>
  )
}

interface DownloadProps<R> {
  list: PagedList<R>
  pages: Pages
  /** Called when all rows are loaded. */
  onAll: () => void
}

/** Loads the missing rows, then saves all. A tap meanwhile, or leaving the page, cancels it. */
export function DownloadButton<R>({ list, pages, onAll }: DownloadProps<R>) {
  const under = list.request.value === 'all'
  useEffect(
    () => () => {
      if (list.request.peek() === 'all') list.cancel()
    },
    [list],
  )
  const tap = async () => {
    if (list.request.peek() === 'all') list.cancel()
    else if (await pages.all()) onAll()
  }
  // A kiosk saves no files.
  if (kiosk.value) return null
  const text = under
    ? t('account.stopDownload', { count: count(list.progress.value) })
    : t('account.download')
  return (
    <div className={css.download} data-under={under ? '' : undefined}>
      <Button
        disabled={list.rows.value.length === 0 || (list.request.value !== undefined && !under)}
        aria-label={text}
        onClick={tap}
      >
        {under ? <StopIcon /> : <DownloadIcon />}
        <span>{text}</span>
      </Button>
    </div>
  )
}
