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

/** What is under way: the first page (again), the next one, or all that are left. */
export type RequestKind = 'first' | 'more' | 'all'

export const PAGE_SIZES = [25, 50, 100, 200] as const

export interface Page<R> {
  rows: readonly R[]
  cursor?: string | null | undefined
}

/** A list that comes page by page, the newest first. Each request holds a turn: a later request ends it. */
export interface PagedList<R> {
  readonly load: ReadonlySignal<LoadStatus>
  readonly rows: ReadonlySignal<readonly R[]>
  /** Where the next page begins; undefined when everything is here. */
  readonly cursor: ReadonlySignal<string | undefined>
  readonly request: ReadonlySignal<RequestKind | undefined>
  /** How many rows are here while `all` is under way. */
  readonly progress: ReadonlySignal<number>
  /** Why the last request came to nothing. */
  readonly failure: ReadonlySignal<Failure | undefined>
  readonly search: ReadonlySignal<string>
  readonly size: ReadonlySignal<number>
  /** A request starts; what was under way counts no more. */
  begin(work: RequestKind): number
  isCurrent(turn: number): boolean
  /** So many rows are here by now. */
  setProgress(turn: number, rows: number): void
  /** Takes the first page. Where it reaches into what is on show of the same search, the rows after it stay. */
  setFirstPage(turn: number, page: Page<R>): void
  /** Takes rows that follow those on show; `failure` when not all that were wanted came. */
  appendPage(turn: number, page: Page<R>, failure?: Failure): void
  /** The request came to nothing. What is on show stays, unless it is of another search. */
  fail(turn: number, failure: Failure): void
  /** Another search (trimmed) is wanted. */
  setSearch(search: string): void
  setSize(size: number): void
  /** What is under way counts no more. */
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
      // A row that comes twice, because the list moved between two pages, is one.
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

/** A change of password. `lost`: no answer came, so it may or may not have been made. */
export type PasswordChange =
  | { status: 'idle' | 'busy' | 'changed' | 'lost' | 'absent' }
  | { status: 'refused'; failure: Failure }

const passwordChangeSignal = signal<PasswordChange>({ status: 'idle' })
const minPasswordSignal = signal<number | undefined>(undefined)
let changeTurn = 0

export const passwordChange: ReadonlySignal<PasswordChange> = passwordChangeSignal
/** The least length the server takes, once it has said it. */
export const minPassword: ReadonlySignal<number | undefined> = minPasswordSignal

/** A change starts; hand the number to `setPasswordChange`. */
export function beginPasswordChange(): number {
  passwordChangeSignal.value = { status: 'busy' }
  return ++changeTurn
}

/** How the change went, with the least length if the server said one. */
export function setPasswordChange(turn: number, next: PasswordChange, min?: number): void {
  if (turn !== changeTurn) return
  batch(() => {
    passwordChangeSignal.value = next
    minPasswordSignal.value = min ?? minPasswordSignal.peek()
  })
}

/** What was said about the last change has been read; one that is under way goes on. */
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

// All of this is one player's: it is empty before anything is drawn for the next one, and an answer that was still
// under way finds its turn over.
onSessionEnd(clearAccount)
