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

test.skipIf(!url)('processes that share a database lock it together, against any other', async () => {
  const share = () => lockDatabase(url, () => {}, true)
  const releases = [await share(), await share()]
  await expect(lockDatabase(url, () => {})).rejects.toThrow(/in use/)
  for (const release of releases) await release()
  const release = await lockDatabase(url, () => {})
  await expect(share()).rejects.toThrow(/in use/)
  await release()
})
