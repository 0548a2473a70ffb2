import { batch } from '@preact/signals-react'
import * as v from 'valibot'
import { Code } from '../../contract/codes.ts'
import { EventsAnswer, ProfileAnswer, SessionsAnswer, TransactionsAnswer } from '../../contract/player.ts'
import { currentToken } from '../../core/session/state.ts'
import { loadRest } from '../../i18n/index.ts'
import { call, type Failure, type Result } from '../../net/api.ts'
import {
  events,
  type Page,
  type Paged,
  passwordAsked,
  passwordChange,
  passwordIs,
  profile,
  profileAsked,
  sessions,
  takeProfile,
  transactions,
  type Work,
} from './state.ts'

/** The most rows the contract lets one answer hold. */
const MOST_ROWS = 200

interface Query {
  cursor: string | undefined
  limit: number
  search: string | undefined
}

/** What a player can do with a list. Each is one request or a row of them, and only ever a GET. */
export interface Pages {
  /** Asks for the first page, again if it is here already: what is on show stays until the answer is there. */
  open(): Promise<void>
  /** Searches on the server; a search that is the one on show asks nothing. */
  seek(search: string): Promise<void>
  resize(size: number): Promise<void>
  more(): Promise<void>
  /** Asks once more for what did not come. */
  again(): Promise<void>
  /** Fetches all that is left. False when that was stopped, or did not work: then what came is kept. */
  all(): Promise<boolean>
}

function pages<R extends { id: string }>(
  list: Paged<R>,
  fetch: (query: Query) => Promise<Result<Page<R>>>,
): Pages {
  const query = (cursor?: string): Query => ({
    cursor,
    limit: list.size.peek(),
    search: list.search.peek() || undefined,
  })
  let last: Work = 'first'
  const asked = (work: Work) => {
    last = work
    return list.asked(work)
  }
  const first = async () => {
    if (currentToken() === undefined) return
    const turn = asked('first')
    const answer = await fetch(query())
    if (answer.ok) list.opened(turn, answer.value)
    else await tell(answer.error, () => list.failed(turn, answer.error))
  }
  const more = async () => {
    const cursor = list.cursor.peek()
    if (cursor === undefined || list.work.peek()) return
    const turn = asked('more')
    const answer = await fetch(query(cursor))
    if (answer.ok) list.appended(turn, next(answer.value, cursor))
    else await tell(answer.error, () => list.failed(turn, answer.error))
  }
  return {
    more,
    again: () => (last === 'first' ? first() : more()),
    async open() {
      if (list.work.peek() !== 'first') await first()
    },
    async seek(search) {
      if (search.trim() === list.search.peek()) return
      // At once, so that nothing is drawn in between.
      await batch(() => {
        list.seek(search)
        return first()
      })
    },
    async resize(size) {
      list.resize(size)
      await first()
    },
    async all() {
      if (list.work.peek()) return false
      let cursor = list.cursor.peek()
      const turn = asked('all')
      const found: R[] = []
      const known = new Set(list.rows.peek().map(({ id }) => id))
      while (cursor !== undefined) {
        const answer: Result<Page<R>> = await fetch({ ...query(cursor), limit: MOST_ROWS })
        if (!list.holds(turn)) return false
        if (!answer.ok) {
          const rest = { rows: found, cursor }
          await tell(answer.error, () => list.appended(turn, rest, answer.error))
          return false
        }
        const page = next(answer.value, cursor)
        const fresh = page.rows.filter(({ id }) => !known.has(id))
        for (const row of fresh) known.add(row.id)
        found.push(...fresh)
        list.counted(turn, known.size)
        // Pages that lead round in a circle end where they bring nothing new.
        cursor = fresh.length > 0 ? (page.cursor ?? undefined) : undefined
      }
      list.appended(turn, { rows: found })
      return true
    },
  }
}

/** A page that leads to itself, or nowhere, is the last. */
function next<R>({ rows, cursor }: Page<R>, before: string): Page<R> {
  return { rows, cursor: rows.length > 0 && cursor !== before ? cursor : undefined }
}

/** Says a failure once its code can be translated. */
async function tell({ code }: Failure, say: () => void): Promise<void> {
  if (code !== undefined) await loadRest()
  say()
}

const lister =
  <S extends v.GenericSchema<unknown, Page<unknown>>>(schema: S, path: string) =>
  (query: Query) =>
    call(schema, 'GET', path, { query: { ...query } })

export const transactionPages = pages(transactions, lister(TransactionsAnswer, '/player/transactions'))
export const sessionPages = pages(sessions, lister(SessionsAnswer, '/player/sessions'))
export const eventPages = pages(events, lister(EventsAnswer, '/player/events'))

/** Asks for the profile; the one on show stays until the answer is there. */
export async function loadProfile(): Promise<void> {
  if (currentToken() === undefined) return
  const turn = profileAsked()
  const answer = await call(ProfileAnswer, 'GET', '/player/profile')
  if (answer.ok) takeProfile(turn, answer.value)
  else await tell(answer.error, () => takeProfile(turn, undefined, answer.error))
}

/** What says that something was done; a server that refuses with HTTP 200 does not. */
const Done = v.nullish(
  v.object({
    status: v.optional(
      v.pipe(
        v.unknown(),
        v.check((status) => status !== false),
      ),
    ),
    code: v.nullish(v.literal(Code.success)),
  }),
)

/** Did whoever answers not say whether it was done? */
const silent = ({ category, code }: Failure) =>
  category === 'network' || category === 'invalid' || (category === 'server' && code === undefined)

/**
 * Changes the password, once: nothing is repeated. When no answer comes the profile is asked when the last change
 * was, and only a time that moved says that it was made.
 */
export async function changePassword(given: { old: string; next: string }): Promise<void> {
  if (passwordChange.peek().status === 'busy') return
  const before = profile.peek()?.last_password_change
  const turn = passwordAsked()
  const body = { old_password: given.old, new_password: given.next }
  const answer = await call(Done, 'POST', '/player/password', { body })
  if (answer.ok) {
    passwordIs(turn, { status: 'changed' })
    await Promise.all([loadProfile(), eventPages.open()])
    return
  }
  const { error } = answer
  if (silent(error)) {
    await loadProfile()
    const after = profile.peek()?.last_password_change
    return passwordIs(turn, { status: before && after && before !== after ? 'changed' : 'lost' })
  }
  const min = error.code === Code.passwordTooShort ? Number(error.params.min) || undefined : undefined
  await tell(error, () => {
    passwordIs(turn, error.status === 404 ? { status: 'absent' } : { status: 'refused', failure: error }, min)
  })
}
