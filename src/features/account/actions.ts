import { batch } from '@preact/signals-react'
import type * as v from 'valibot'
import { EventsAnswer, SessionsAnswer, TransactionsAnswer } from '../../contract/player.ts'
import { currentToken } from '../../core/session/state.ts'
import { loadCodeTexts } from '../../i18n/index.ts'
import { call, type Failure, type Result } from '../../net/api.ts'
import { events, type Page, type PagedList, type RequestKind, transactions, visits } from './state.ts'

/** Maximum number of rows in an answer, by the contract. */
const MAX_ROWS = 200

interface Query {
  cursor: string | undefined
  limit: number
  search: string | undefined
}

/** The commands of a paged list. Each sends GET requests only. */
export interface Pages {
  /** Fetches the first page. Rows that are shown stay until the answer arrives. */
  open(): Promise<void>
  /** Searches on the server; the current search again sends no request. */
  search(search: string): Promise<void>
  resize(size: number): Promise<void>
  more(): Promise<void>
  /** Repeats the request that failed. */
  retry(): Promise<void>
  /** Fetches all remaining rows. False when it was cancelled or failed; rows that arrived are kept. */
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
  let lastKind: RequestKind = 'first'
  const begin = (kind: RequestKind) => {
    lastKind = kind
    return list.begin(kind)
  }
  const first = async () => {
    if (currentToken() === undefined) return
    const mark = begin('first')
    const answer = await fetch(query())
    if (answer.ok) list.setFirstPage(mark, answer.value)
    else await withTexts(answer.error, () => list.fail(mark, answer.error))
  }
  const more = async () => {
    const cursor = list.cursor.peek()
    if (cursor === undefined || list.request.peek()) return
    const mark = begin('more')
    const answer = await fetch(query(cursor))
    if (answer.ok) list.appendPage(mark, withoutLoop(answer.value, cursor))
    else await withTexts(answer.error, () => list.fail(mark, answer.error))
  }
  return {
    more,
    retry: () => (lastKind === 'first' ? first() : more()),
    async open() {
      if (list.request.peek() !== 'first') await first()
    },
    async search(search) {
      if (search.trim() === list.search.peek()) return
      // In one batch, so that the new search is never drawn with the old rows.
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
      const mark = begin('all')
      const fetched: R[] = []
      const known = new Set(list.rows.peek().map(({ id }) => id))
      while (cursor !== undefined) {
        const answer: Result<Page<R>> = await fetch({ ...query(cursor), limit: MAX_ROWS })
        if (list.isStale(mark)) return false
        if (!answer.ok) {
          const rest = { rows: fetched, cursor }
          await withTexts(answer.error, () => list.appendPage(mark, rest, answer.error))
          return false
        }
        const page = withoutLoop(answer.value, cursor)
        const fresh = page.rows.filter(({ id }) => !known.has(id))
        for (const row of fresh) known.add(row.id)
        fetched.push(...fresh)
        list.setProgress(mark, known.size)
        // A loop of cursors ends at the first page without new rows.
        cursor = fresh.length > 0 ? (page.cursor ?? undefined) : undefined
      }
      list.appendPage(mark, { rows: fetched })
      return true
    },
  }
}

/** A page is the last one if it is empty or its cursor is the requested one. */
function withoutLoop<R>({ rows, cursor }: Page<R>, ownCursor: string): Page<R> {
  return { rows, cursor: rows.length > 0 && cursor !== ownCursor ? cursor : undefined }
}

/** Whether the failure of a command leaves its outcome unknown. */
export const isInconclusive = ({ category, code }: Failure): boolean =>
  category === 'network' || category === 'invalid' || (category === 'server' && code === undefined)

/** Applies a failure once the text of its code has loaded. */
export async function withTexts({ code }: Failure, apply: () => void): Promise<void> {
  if (code !== undefined) await loadCodeTexts()
  apply()
}

const listRequest =
  <S extends v.GenericSchema<unknown, Page<unknown>>>(schema: S, path: string) =>
  (query: Query) =>
    call(schema, 'GET', path, { query: { ...query } })

export const transactionPages = pages(transactions, listRequest(TransactionsAnswer, '/player/transactions'))
export const visitPages = pages(visits, listRequest(SessionsAnswer, '/player/sessions'))
export const eventPages = pages(events, listRequest(EventsAnswer, '/player/events'))
