import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Transaction } from '../../contract/player.ts'
import { failed, type Result } from '../../contract/result.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { transactionPages, visitPages } from './actions.ts'
import { transactions, visits } from './state.ts'

interface Asked {
  path: string
  query: { cursor?: string; limit: number; search?: string }
  answer(given: Result<unknown>): Promise<void>
}
const asked: Asked[] = []
vi.mock('../../net/api.ts', () => ({
  call: (_schema: unknown, _method: string, path: string, { query }: Pick<Asked, 'query'>) =>
    new Promise((done) => {
      const answer = async (given: Result<unknown>) => {
        done(given)
        // Waits for the steps that follow the answer.
        await vi.dynamicImportSettled()
        await Promise.resolve()
      }
      asked.push({ path, query, answer })
    }),
}))

const row = (id: number): Transaction => ({
  id: String(id),
  time: '2026-11-21T10:00:00Z',
  action: 1,
  amount: id,
  balance: null,
  machine: null,
  from: null,
  tag: null,
})
const page = (ids: readonly number[], cursor: string | null = null): Result<unknown> => ({
  ok: true,
  value: { rows: ids.map(row), cursor },
})
const ids = () => transactions.rows.value.map(({ id }) => Number(id))
const last = () => {
  const one = asked.at(-1)
  if (!one) throw new Error('no request was sent')
  return one
}
const user = { id: '7', username: 'deniz', name: '', lastname: '', roles: [], permissions: undefined }

/** Loads a first page (9, 8, 7) with more rows after it. */
async function opened(cursor: string | null = 'c7') {
  transactionPages.open()
  await last().answer(page([9, 8, 7], cursor))
}

beforeEach(() => {
  setSignedOut()
  setSignedIn('t1', user)
  asked.length = 0
})

test('the first page is fetched with a limit, the next from the end of the last', async () => {
  transactionPages.open()
  expect(transactions.load.value).toBe('loading')
  expect(last()).toMatchObject({ path: '/player/transactions', query: { limit: 50 } })
  await last().answer(page([9, 8], 'c8'))
  expect(transactions.load.value).toBe('ready')
  transactionPages.more()
  expect(last().query).toMatchObject({ cursor: 'c8', limit: 50 })
  await last().answer(page([7]))
  expect(ids()).toEqual([9, 8, 7])
  expect(transactions.cursor.value).toBeUndefined()
  await transactionPages.more()
  expect(asked).toHaveLength(2)
  visitPages.open()
  expect(last().path).toBe('/player/sessions')
})

test('the search is trimmed and sent to the server; an unchanged search sends nothing', async () => {
  await opened()
  transactionPages.search('  nar ')
  expect(last().query).toMatchObject({ search: 'nar', cursor: undefined })
  expect(ids()).toEqual([9, 8, 7])
  await last().answer(page([8]))
  expect(ids()).toEqual([8])
  await transactionPages.search('nar  ')
  expect(asked).toHaveLength(2)
  transactionPages.search('')
  expect(last().query.search).toBeUndefined()
})

test('a changed page size fetches a new first page', async () => {
  await opened()
  transactionPages.resize(25)
  expect(last().query).toMatchObject({ limit: 25, cursor: undefined })
  await last().answer(page([9, 8], 'c8'))
  expect(ids()).toEqual([9, 8])
})

test('reopening keeps the rows until the answer, and the further pages after it', async () => {
  await opened()
  transactionPages.more()
  await last().answer(page([6, 5], 'c5'))
  transactionPages.open()
  expect([transactions.load.value, ids()]).toEqual(['ready', [9, 8, 7, 6, 5]])
  await last().answer(page([10, 9, 8], 'c8'))
  expect(ids()).toEqual([10, 9, 8, 7, 6, 5])
  expect(transactions.cursor.value).toBe('c5')
  // A first page that does not overlap with the shown rows replaces them, because a gap would be hidden.
  transactionPages.open()
  await last().answer(page([30, 29, 28], 'c28'))
  expect(ids()).toEqual([30, 29, 28])
  expect(transactions.cursor.value).toBe('c28')
})

describe('failures', () => {
  test('a 404 for the list means not available, not an error', async () => {
    transactionPages.open()
    await last().answer(failed('refused', { status: 404 }))
    expect(transactions.load.value).toBe('absent')
  })

  test('a failed first page can be fetched again', async () => {
    transactionPages.open()
    await last().answer(failed('network'))
    expect(transactions.load.value).toBe('failed')
    expect(transactions.failure.value?.category).toBe('network')
    transactionPages.retry()
    expect(transactions.load.value).toBe('loading')
    await last().answer(page([9]))
    expect([transactions.load.value, transactions.failure.value]).toEqual(['ready', undefined])
  })

  test('a failed next page keeps the rows, and Retry fetches that page', async () => {
    await opened()
    transactionPages.more()
    await last().answer(failed('server', { status: 500 }))
    expect([transactions.load.value, ids()]).toEqual(['ready', [9, 8, 7]])
    transactionPages.retry()
    expect(last().query.cursor).toBe('c7')
  })

  test('a failed search does not keep the rows of the previous search', async () => {
    await opened()
    transactionPages.search('nar')
    await last().answer(failed('network'))
    expect([transactions.load.value, ids()]).toEqual(['failed', []])
  })

  test('nothing is fetched automatically, and two taps send one request', async () => {
    await opened()
    transactionPages.more()
    transactionPages.more()
    expect(asked).toHaveLength(2)
    await last().answer(failed('network'))
    expect(asked).toHaveLength(2)
  })
})

describe('loading all pages', () => {
  test('fetches pages of the maximum size and reports the progress', async () => {
    await opened()
    const whole = transactionPages.all()
    expect(last().query).toMatchObject({ cursor: 'c7', limit: 200 })
    await last().answer(page([6, 5], 'c5'))
    expect(transactions.progress.value).toBe(5)
    expect(ids()).toEqual([9, 8, 7])
    await last().answer(page([4]))
    expect(await whole).toBe(true)
    expect(ids()).toEqual([9, 8, 7, 6, 5, 4])
  })

  test('sends nothing when all rows are loaded', async () => {
    await opened(null)
    expect(await transactionPages.all()).toBe(true)
    expect(asked).toHaveLength(1)
  })

  test('can be cancelled, and a failure keeps the loaded rows', async () => {
    await opened()
    const stopped = transactionPages.all()
    transactions.cancel()
    await last().answer(page([6], 'c6'))
    expect(await stopped).toBe(false)
    const whole = transactionPages.all()
    await last().answer(page([6], 'c6'))
    await last().answer(failed('network'))
    expect(await whole).toBe(false)
    expect(ids()).toEqual([9, 8, 7, 6])
    expect(transactions.cursor.value).toBe('c6')
    expect(transactions.failure.value?.category).toBe('network')
  })

  test('ends when the last page links to itself or is empty, and holds no row twice', async () => {
    await opened()
    const whole = transactionPages.all()
    await last().answer(page([7, 6], 'c6'))
    await last().answer(page([6, 5], 'c6'))
    expect(await whole).toBe(true)
    expect(ids()).toEqual([9, 8, 7, 6, 5])
    expect(transactions.cursor.value).toBeUndefined()
  })

  test('ends when the pages link in a circle', async () => {
    await opened()
    const whole = transactionPages.all()
    await last().answer(page([6], 'c6'))
    await last().answer(page([9, 8], 'c7'))
    expect(await whole).toBe(true)
    expect(ids()).toEqual([9, 8, 7, 6])
  })
})

describe('rows of one player', () => {
  test('are cleared at the logout', async () => {
    await opened()
    transactionPages.search('nar')
    setSignedOut({ kind: 'logout' })
    for (const list of [transactions, visits]) {
      expect([list.load.value, list.rows.value, list.search.value]).toEqual(['idle', [], ''])
      expect(list.cursor.value).toBeUndefined()
    }
  })

  test('are not fetched without a session', async () => {
    setSignedOut()
    await transactionPages.open()
    expect(asked).toEqual([])
    expect(transactions.load.value).toBe('idle')
  })
})
