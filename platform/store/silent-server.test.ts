import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createScratchDatabase } from '../testing/store/database.ts'
import { startLinkTo } from '../testing/store/link.ts'
import { type Db, openDatabase } from './db.ts'

vi.setConfig({ testTimeout: 60_000 })

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const ask = (db: Db) => sql<{ n: number }>`select 1 as n`.execute(db).then(({ rows }) => rows)
const askForSeconds = (db: Db, seconds: number) =>
  sql<{ n: number }>`select 1 as n from pg_sleep(${seconds})`.execute(db).then(({ rows }) => rows)

async function start() {
  const scratch = await createScratchDatabase(serverUrl)
  const link = await startLinkTo(scratch.url)
  const { db, close } = await openDatabase({ databaseUrl: link.url })
  const stop = async () => {
    await close()
    await link.stop()
    await scratch.drop()
  }
  return { db, link, stop }
}

test.skipIf(!serverUrl)('a query to a silent server fails, and the next one is answered', async () => {
  const { db, link, stop } = await start()
  link.silence()
  await expect(ask(db)).rejects.toThrow('the database server is silent')
  link.mend()
  await expect.poll(() => ask(db).catch(() => []), { timeout: 10_000 }).toEqual([{ n: 1 }])
  await stop()
})

test.skipIf(!serverUrl)('a query that takes long is answered', async () => {
  const { db, stop } = await start()
  expect(await askForSeconds(db, 8)).toEqual([{ n: 1 }])
  await stop()
})

test.skipIf(!serverUrl)('queries that take long on all connections are answered', async () => {
  const { db, stop } = await start()
  const answers = await Promise.all(Array.from({ length: 12 }, () => askForSeconds(db, 7)))
  expect(answers).toEqual(Array(12).fill([{ n: 1 }]))
  await stop()
})
