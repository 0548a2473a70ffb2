import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { EventsAnswer, SlotSession, Transaction } from '../../contract/player.ts'
import type { Failure, LoadStatus } from '../../contract/result.ts'
import { onSessionEnd } from '../../core/session/state.ts'
import { clearProfile } from './profile/state.ts'

export {
  applyLogins,
  applyProfile,
  beginLoginsRequest,
  beginProfileRequest,
  endingLogin,
  logins,
  loginsFailure,
  loginsLoad,
  type OpenLogin,
  profile,
  profileFailure,
  profileLoad,
} from './profile/state.ts'

/** The pending request: the first page (again), the next one, or all remaining ones. */
export type RequestKind = 'first' | 'more' | 'all'

export const PAGE_SIZES = [25, 50, 100, 200] as const

export interface Page<R> {
  rows: readonly R[]
  cursor?: string | null | undefined
}

/**
 * A list that is loaded page by page, newest first. Each request has a turn; a newer request makes the older
 * turn invalid, and its answer is dropped.
 */
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
  /** Starts a request and makes older ones invalid. Returns its turn. */
  begin(work: RequestKind): number
  isCurrent(turn: number): boolean
  setProgress(turn: number, rows: number): void
  /**
   * Applies the first page. If it overlaps with the shown rows of the same search, the rows after it stay.
   */
  setFirstPage(turn: number, page: Page<R>): void
  /** Appends a page; `failure` if a request for all rows ended early. */
  appendPage(turn: number, page: Page<R>, failure?: Failure): void
  /** Ends a request that failed. The shown rows stay, unless they belong to another search. */
  fail(turn: number, failure: Failure): void
  /** Sets the trimmed search; the caller starts the request. */
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
  let turn = 0
  let asked = start
  let shown = asked

  const stop = () => {
    turn++
    work.value = undefined
  }
  const take = (given: number, next: readonly R[], from: string | null | undefined, missing?: Failure) => {
    if (given !== turn) return
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
      return ++turn
    },
    isCurrent: (given) => given === turn,
    setProgress(given, count) {
      if (given === turn) progress.value = count
    },
    setFirstPage(given, page) {
      const same = shown.search === asked.search && shown.size === asked.size
      const before = same && page.cursor ? rows.peek() : []
      const end = page.rows.at(-1)?.id
      const meets = before.findIndex(({ id }) => id === end)
      if (meets < 0) take(given, page.rows, page.cursor)
      else take(given, [...page.rows, ...before.slice(meets + 1)], cursor.peek())
    },
    appendPage(given, page, missing) {
      take(given, [...rows.peek(), ...page.rows], page.cursor, missing)
    },
    fail(given, reason) {
      if (given !== turn) return
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
export const sessions = createPagedList<SlotSession>(50)
export type AccountEvent = EventsAnswer['rows'][number]
export const events = createPagedList<AccountEvent>(15)

/** The state of a change of password. `lost`: no answer, so the outcome is unknown. */
export type PasswordChange =
  | { status: 'idle' | 'busy' | 'changed' | 'lost' | 'absent' }
  | { status: 'refused'; failure: Failure }

const passwordChangeSignal = signal<PasswordChange>({ status: 'idle' })
const minPasswordSignal = signal<number | undefined>(undefined)
let changeTurn = 0

export const passwordChange: ReadonlySignal<PasswordChange> = passwordChangeSignal
/** The server's minimum length, once a refusal has named it. */
export const minPassword: ReadonlySignal<number | undefined> = minPasswordSignal

/** Pass the returned number to `setPasswordChange`. */
export function beginPasswordChange(): number {
  passwordChangeSignal.value = { status: 'busy' }
  return ++changeTurn
}

/** `min`: the minimum length, if the server named it. */
export function setPasswordChange(turn: number, next: PasswordChange, min?: number): void {
  if (turn !== changeTurn) return
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
    for (const list of [transactions, sessions, events]) list.clear()
    clearProfile()
    changeTurn++
    passwordChangeSignal.value = { status: 'idle' }
    minPasswordSignal.value = undefined
  })
}

// At the end of a session, before the next player's pages are drawn; answers to pending requests are dropped.
onSessionEnd(clearAccount)
