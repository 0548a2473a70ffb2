import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { startLinkTo } from '../testing/store/link.ts'
import { lockDatabase } from './database-lock.ts'
import { openPostgres } from './postgres.ts'

const url = process.env.TEST_DATABASE_URL ?? ''

afterEach(() => void vi.restoreAllMocks())

test.skipIf(!url)('a database on a server takes one platform at a time', async () => {
  const lost: string[] = []
  const release = await lockDatabase(url, (reason) => lost.push(reason))
  await expect(lockDatabase(url, () => {})).rejects.toThrow(/^the database is in use by another platform$/)
  await release()
  const next = await lockDatabase(url, () => {})
  await next()
  expect(lost).toEqual([])
})

test.skipIf(!url)('processes that share a database lock it together, against any other', async () => {
  const share = () => lockDatabase(url, () => {}, true)
  const releases = [await share(), await share()]
  await expect(lockDatabase(url, () => {})).rejects.toThrow(/in use/)
  for (const release of releases) await release()
  const release = await lockDatabase(url, () => {})
  await expect(share()).rejects.toThrow(/in use/)
  await release()
})

test.skipIf(!url)('the server soon ends a connection whose host is gone', async () => {
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  const release = await lockDatabase(url, () => {})
  const { pool, stop } = await openPostgres(url, () => {})
  const clients = connect.mock.contexts as pg.Client[]
  connect.mockRestore()
  expect(clients).toHaveLength(2)
  for (const client of clients) {
    const { rows } = await client.query(`select current_setting('tcp_keepalives_idle')::int as idle,
      current_setting('tcp_keepalives_interval')::int as interval, current_setting('tcp_keepalives_count')::int as count`)
    expect(rows).toEqual([{ idle: 5, interval: 2, count: 3 }])
  }
  await stop?.()
  await pool.end()
  await release()
})

test.skipIf(!url).each([
  ['the environment', { env: '-c statement_timeout=61000', query: '' }],
  [
    'the address, before that',
    { env: '-c statement_timeout=62000', query: '?options=-c%20statement_timeout%3D61000' },
  ],
])('options of %s hold beside the own ones', async (_, { env, query }) => {
  vi.stubEnv('PGOPTIONS', env)
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  const release = await lockDatabase(url + query, () => {})
  const { pool, stop } = await openPostgres(url + query, () => {})
  vi.unstubAllEnvs()
  for (const client of connect.mock.contexts as pg.Client[]) {
    const { rows } = await client.query(`select current_setting('statement_timeout') as statement,
      current_setting('tcp_keepalives_idle')::int as idle`)
    expect(rows).toEqual([{ statement: '61s', idle: 5 }])
  }
  await stop?.()
  await pool.end()
  await release()
})

test.skipIf(!url)(
  'a lock whose connection is silent counts as lost, and is taken again',
  async () => {
    const link = await startLinkTo(url)
    const onLost = vi.fn()
    const release = await lockDatabase(link.url, onLost)
    link.silence()
    await expect.poll(() => onLost.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0)
    link.mend()
    const isLocked = () => lockDatabase(url, () => {}).then((releaseOther) => releaseOther(), String)
    await expect.poll(isLocked, { timeout: 20_000 }).toMatch(/in use/)
    await release()
    await link.stop()
  },
  60_000,
)

test.skipIf(!url)('a lock whose answer came too late does not keep the next one from it', async () => {
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  const onLost = vi.fn()
  const release = await lockDatabase(url, onLost)
  const [first] = connect.mock.contexts as pg.Client[]
  connect.mockRestore()
  const ask = pg.Client.prototype.query as (...args: unknown[]) => Promise<pg.QueryResult>
  const answers: boolean[] = []
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const answer = await ask.apply(this, args)
    if (!String(args[0]).includes('lock')) return answer
    answers.push(answer.rows[0].locked)
    if (answers.length === 1) throw new Error('Query read timeout')
    return answer
  })
  await first?.end()
  await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(2)
  expect([answers, onLost.mock.calls.length]).toEqual([[true, true], 2])
  await release()
})

test.skipIf(!url)('a failed ping ends its own connection, not the one after it', async () => {
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  const end = vi.spyOn(pg.Client.prototype, 'end')
  const ask = pg.Client.prototype.query as (...args: unknown[]) => Promise<pg.QueryResult>
  let failPing = (_: Error) => {}
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (args[0] !== 'select' || connect.mock.contexts.length > 1) return ask.apply(this, args)
    return new Promise((_, reject) => {
      failPing = reject
    })
  } as never)
  const release = await lockDatabase(url, () => {})
  const [first] = connect.mock.contexts as pg.Client[]
  await first?.end()
  await expect.poll(() => connect.mock.results.length, { timeout: 10_000 }).toBe(2)
  await expect.poll(() => lockDatabase(url, () => {}).then((other) => other(), String)).toMatch(/in use/)
  end.mockClear()
  failPing(new Error('Query read timeout'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(end.mock.contexts).toHaveLength(1)
  expect(end.mock.contexts[0]).toBe(first)
  await release()
})
