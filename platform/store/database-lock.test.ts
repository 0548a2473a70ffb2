import { expect, test } from 'vitest'
import { lockDatabase } from './database-lock.ts'

const url = process.env.TEST_DATABASE_URL ?? ''

test.skipIf(!url)('a database on a server takes one platform at a time', async () => {
  const lost: string[] = []
  const release = await lockDatabase(url, (reason) => lost.push(reason))
  await expect(lockDatabase(url, () => {})).rejects.toThrow(/^the database is in use by another platform$/)
  await release()
  const next = await lockDatabase(url, () => {})
  await next()
  expect(lost).toEqual([])
})
