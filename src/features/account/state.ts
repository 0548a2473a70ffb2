import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { EventsAnswer, SlotSession, Transaction } from '../../contract/player.ts'
import type { Failure, LoadStatus } from '../../contract/result.ts'
import { createLoginLatest, onSessionEnd } from '../../core/session/state.ts'
import type { Mark } from '../../core/stale-answers.ts'
import { clearProfile } from './profile/state.ts'

/** The pending request: the first page (again), the next one, or all remaining ones. */
export type RequestKind = 'first' | 'more' | 'all'

export const PAGE_SIZES = [25, 50, 100, 200] as const

export interface Page<R> {
  rows: readonly R[]
  cursor?: string | null | undefined
}

/** A list that is loaded page by page, the newest rows first. A request replaces the one before it. */
export interface PagedList<R> {
  readonly load: ReadonlySignal<LoadStatus>
  readonly rows: ReadonlySignal<readonly R[]>
  /** The cursor of the next page; undefined after the last page. */
  readonly cursor: ReadonlySignal<string | undefined>
  readonly request: ReadonlySignal<RequestKind | undefined>
  /** The number of loaded rows during `all`. */
  readonly progress: ReadonlySignal<number>
  /** Why the last request failed. */
  readonly failure: ReadonlySignal<Failure | undefined>
  readonly search: ReadonlySignal<string>
  readonly size: ReadonlySignal<number>
  /** Begins a request; pass its mark on with the answers. */
  begin(work: RequestKind): Mark
  isStale(mark: Mark): boolean
  /** Sets the number of rows loaded so far. */
  setProgress(mark: Mark, rows: number): void
  /** Applies the first page. If it overlaps the shown rows of the same search, the rows after it stay. */
  setFirstPage(mark: Mark, page: Page<R>): void
  /** Appends a page to the shown rows. `failure`: not all requested rows could be loaded. */
  appendPage(mark: Mark, page: Page<R>, failure?: Failure): void
  /** Ends a failed request. The shown rows stay, unless they belong to another search. */
  fail(mark: Mark, failure: Failure): void
  /** Sets the search of the next request, trimmed. */
  setSearch(search: string): void
  setSize(size: number): void
  /** Makes the pending request invalid. */
  cancel(): void
  clear(): void
}

function createPagedList<R extends { id: string }>(usualSize: number): PagedList<R> {
  const start = { search: '', size: usualSize }
  const load = signal<LoadStatus>('idle')
  const rows = signal<readonly R[]>([])
  const cursor = signal<string | undefined>(undefined)
  const work = signal<RequestKind | undefined>(undefined)
  const progress = signal(0)
  const failure = signal<Failure | undefined>(undefined)
  const search = signal(start.search)
  const size = signal(start.size)
  const requests = createLoginLatest()
  let asked = start
  let shown = asked

  const stop = () => {
    requests.invalidate()
    work.value = undefined
  }
  const take = (mark: Mark, next: readonly R[], from: string | null | undefined, missing?: Failure) => {
    if (requests.isStale(mark)) return
    shown = asked
    batch(() => {
      stop()
      // A row is on two pages if the list has moved between the two requests.
      rows.value = [...new Map(next.map((row) => [row.id, row])).values()]
      cursor.value = from || undefined
      failure.value = missing
      load.value = 'ready'
    })
  }
  return {
    load,
    rows,
    cursor,
    request: work,
    progress,
    failure,
    search,
    size,
    cancel: stop,
    begin(next) {
      asked = { search: search.peek(), size: size.peek() }
      batch(() => {
        work.value = next
        progress.value = rows.peek().length
        failure.value = undefined
        if (load.peek() !== 'ready') load.value = 'loading'
      })
      return requests.begin()
    },
    isStale: requests.isStale,
    setProgress(mark, count) {
      if (!requests.isStale(mark)) progress.value = count
    },
    setFirstPage(mark, page) {
      const same = shown.search === asked.search && shown.size === asked.size
      const before = same && page.cursor ? rows.peek() : []
      const end = page.rows.at(-1)?.id
      const meets = before.findIndex(({ id }) => id === end)
      if (meets < 0) take(mark, page.rows, page.cursor)
      else take(mark, [...page.rows, ...before.slice(meets + 1)], cursor.peek())
    },
    appendPage(mark, page, missing) {
      take(mark, [...rows.peek(), ...page.rows], page.cursor, missing)
    },
    fail(mark, reason) {
      if (requests.isStale(mark)) return
      batch(() => {
        stop()
        failure.value = reason
        if (shown.search !== asked.search) {
          rows.value = []
          cursor.value = undefined
          load.value = 'loading'
        }
        if (load.peek() !== 'ready') load.value = reason.status === 404 ? 'absent' : 'failed'
      })
    },
    setSearch(next) {
      search.value = next.trim()
    },
    setSize(next) {
      size.value = next
    },
    clear: () =>
      batch(() => {
        stop()
        load.value = 'idle'
        rows.value = []
        cursor.value = undefined
        failure.value = undefined
        search.value = start.search
        size.value = start.size
      }),
  }
}

export const transactions = createPagedList<Transaction>(50)
/** The wire calls a visit a session. */
export const visits = createPagedList<SlotSession>(50)
export type AccountEvent = EventsAnswer['rows'][number]
export const events = createPagedList<AccountEvent>(15)

/** The state of a change of password. `lost`: no answer, so the outcome is unknown. */
export type PasswordChange =
  | { status: 'idle' | 'busy' | 'changed' | 'lost' | 'absent' }
  | { status: 'refused'; failure: Failure }

const passwordChangeSignal = signal<PasswordChange>({ status: 'idle' })
const minPasswordSignal = signal<number | undefined>(undefined)
const passwordRequests = createLoginLatest()

export const passwordChange: ReadonlySignal<PasswordChange> = passwordChangeSignal
/** The server's minimum length, once a refusal has named it. */
export const minPassword: ReadonlySignal<number | undefined> = minPasswordSignal

/** Begins a change; pass its mark to `setPasswordChange`. */
export function beginPasswordChange(): Mark {
  passwordChangeSignal.value = { status: 'busy' }
  return passwordRequests.begin()
}

/** Sets the outcome of the change, with the minimum length if the server named it. */
export function setPasswordChange(mark: Mark, next: PasswordChange, min?: number): void {
  if (passwordRequests.isStale(mark)) return
  batch(() => {
    passwordChangeSignal.value = next
    minPasswordSignal.value = min ?? minPasswordSignal.peek()
  })
}

/** Clears the outcome of the last change; a pending one continues. */
export function clearPasswordChange(): void {
  if (passwordChangeSignal.peek().status !== 'busy') passwordChangeSignal.value = { status: 'idle' }
}

function clearAccount(): void {
  batch(() => {
    for (const list of [transactions, visits, events]) list.clear()
    clearProfile()
    passwordChangeSignal.value = { status: 'idle' }
    minPasswordSignal.value = undefined
  })
}

// All data of this file belongs to one player, so it is cleared before the next one's first drawing.
onSessionEnd(clearAccount)
