import { batch } from '@preact/signals-react'
import * as v from 'valibot'
import { Code } from '../../contract/codes.ts'
import { EventsAnswer, ProfileAnswer, SessionsAnswer, TransactionsAnswer } from '../../contract/player.ts'
import { currentToken } from '../../core/session/state.ts'
import { loadCodeTexts } from '../../i18n/index.ts'
import { call, type Failure, type Result } from '../../net/api.ts'
import {
  applyProfile,
  beginPasswordChange,
  beginProfileRequest,
  events,
  type Page,
  type PagedList,
  passwordChange,
  profile,
  type RequestKind,
  sessions,
  setPasswordChange,
  transactions,
} from './state.ts'

/** The most rows the contract lets one answer hold. */
const MAX_ROWS = 200

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
  search(search: string): Promise<void>
  resize(size: number): Promise<void>
  more(): Promise<void>
  /** Asks once more for what did not come. */
  retry(): Promise<void>
  /** Fetches all that is left. False when that was stopped, or did not work: then what came is kept. */
  all(): Promise<boolean>
}

function pages<R extends { id: string }>(
  list: PagedList<R>,
  fetch: (query: Query) => Promise<Result<Page<R>>>,
): Pages {
  const query = (cursor?: string): Query => ({
    cursor,
    limit: list.size.peek(),
    search: list.search.peek() || undefined,
  })
  let last: RequestKind = 'first'
  const asked = (work: RequestKind) => {
    last = work
    return list.begin(work)
  }
  const first = async () => {
    if (currentToken() === undefined) return
    const turn = asked('first')
    const answer = await fetch(query())
    if (answer.ok) list.setFirstPage(turn, answer.value)
    else await withTexts(answer.error, () => list.fail(turn, answer.error))
  }
  const more = async () => {
    const cursor = list.cursor.peek()
    if (cursor === undefined || list.request.peek()) return
    const turn = asked('more')
    const answer = await fetch(query(cursor))
    if (answer.ok) list.appendPage(turn, next(answer.value, cursor))
    else await withTexts(answer.error, () => list.fail(turn, answer.error))
  }
  return {
    more,
    retry: () => (last === 'first' ? first() : more()),
    async open() {
      if (list.request.peek() !== 'first') await first()
    },
    async search(search) {
      if (search.trim() === list.search.peek()) return
      // At once, so that nothing is drawn in between.
      await batch(() => {
        list.setSearch(search)
        return first()
      })
    },
    async resize(size) {
      list.setSize(size)
      await first()
    },
    async all() {
      if (list.request.peek()) return false
      let cursor = list.cursor.peek()
      const turn = asked('all')
      const found: R[] = []
      const known = new Set(list.rows.peek().map(({ id }) => id))
      while (cursor !== undefined) {
        const answer: Result<Page<R>> = await fetch({ ...query(cursor), limit: MAX_ROWS })
        if (!list.isCurrent(turn)) return false
        if (!answer.ok) {
          const rest = { rows: found, cursor }
          await withTexts(answer.error, () => list.appendPage(turn, rest, answer.error))
          return false
        }
        const page = next(answer.value, cursor)
        const fresh = page.rows.filter(({ id }) => !known.has(id))
        for (const row of fresh) known.add(row.id)
        found.push(...fresh)
        list.setProgress(turn, known.size)
        // Pages that lead round in a circle end where they bring nothing new.
        cursor = fresh.length > 0 ? (page.cursor ?? undefined) : undefined
      }
      list.appendPage(turn, { rows: found })
      return true
    },
  }
}

/** A page that leads to itself, or nowhere, is the last. */
function next<R>({ rows, cursor }: Page<R>, before: string): Page<R> {
  return { rows, cursor: rows.length > 0 && cursor !== before ? cursor : undefined }
}

/** Says a failure once its code can be translated. */
async function withTexts({ code }: Failure, say: () => void): Promise<void> {
  if (code !== undefined) await loadCodeTexts()
  say()
}

const listRequest =
  <S extends v.GenericSchema<unknown, Page<unknown>>>(schema: S, path: string) =>
  (query: Query) =>
    call(schema, 'GET', path, { query: { ...query } })

export const transactionPages = pages(transactions, listRequest(TransactionsAnswer, '/player/transactions'))
export const sessionPages = pages(sessions, listRequest(SessionsAnswer, '/player/sessions'))
export const eventPages = pages(events, listRequest(EventsAnswer, '/player/events'))

/** Asks for the profile; the one on show stays until the answer is there. */
export async function loadProfile(): Promise<void> {
  if (currentToken() === undefined) return
  const turn = beginProfileRequest()
  const answer = await call(ProfileAnswer, 'GET', '/player/profile')
  if (answer.ok) applyProfile(turn, answer.value)
  else await withTexts(answer.error, () => applyProfile(turn, undefined, answer.error))
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
const isInconclusive = ({ category, code }: Failure) =>
  category === 'network' || category === 'invalid' || (category === 'server' && code === undefined)

/**
 * Changes the password, once: nothing is repeated. When no answer comes the profile is asked when the last change
 * was, and only a time that moved says that it was made.
 */
export async function changePassword(given: { old: string; next: string }): Promise<void> {
  if (passwordChange.peek().status === 'busy') return
  const before = profile.peek()?.last_password_change
  const turn = beginPasswordChange()
  const body = { old_password: given.old, new_password: given.next }
  const answer = await call(Done, 'POST', '/player/password', { body })
  if (answer.ok) {
    setPasswordChange(turn, { status: 'changed' })
    await Promise.all([loadProfile(), eventPages.open()])
    return
  }
  const { error } = answer
  if (isInconclusive(error)) {
    await loadProfile()
    const after = profile.peek()?.last_password_change
    return setPasswordChange(turn, { status: before && after && before !== after ? 'changed' : 'lost' })
  }
  const min = error.code === Code.passwordTooShort ? Number(error.params.min) || undefined : undefined
  await withTexts(error, () => {
    setPasswordChange(
      turn,
      error.status === 404 ? { status: 'absent' } : { status: 'refused', failure: error },
      min,
    )
  })
}
