import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLockOut } from '../players/lockout.ts'
import { hasRedis, startRedis } from '../testing/cluster/redis.ts'
import { type TestDatabase, testDatabase } from '../testing/store/database.ts'
import { type Cluster, openCluster } from './cluster.ts'

/* Failed logins with unknown names, which processes count in Redis. */

const log = { warn: vi.fn(), error: vi.fn() }
const BLOCK_MS = 1000
const RULE = { max: 2, forgetMs: 60_000, blockMs: BLOCK_MS }
let redis: Awaited<ReturnType<typeof startRedis>>
let database: TestDatabase
let one: Cluster
let other: Cluster

beforeAll(async () => {
  if (!hasRedis) return
  ;[redis, database] = await Promise.all([startRedis(), testDatabase()])
  const options = { redisUrl: redis.url, nodeAddress: '127.0.0.1:0', db: database.db, log }
  ;[one, other] = await Promise.all([
    openCluster({ ...options, node: 'one' }),
    openCluster({ ...options, node: 'other' }),
  ])
}, 60_000)
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()])
  await redis?.stop()
  await database?.drop()
})

test.skipIf(!hasRedis)('two processes count together; further attempts prolong no block', async () => {
  const [first, leftMs] = await one.countFailure('nobody', RULE)
  expect(first).toBe(1)
  // Below the maximum it is remembered for longer than a block.
  expect(leftMs).toBeGreaterThan(BLOCK_MS)
  const [second, blockedMs] = await other.countFailure('nobody', RULE)
  expect(second).toBe(2)
  expect(blockedMs).toBeLessThanOrEqual(BLOCK_MS)
  // A timer can end a millisecond early.
  await sleep(BLOCK_MS / 2 + 1)
  const [third, rest] = await one.countFailure('nobody', RULE)
  expect(third).toBe(3)
  expect(rest).toBeLessThanOrEqual(BLOCK_MS / 2)
  expect((await one.countFailure('someone else', RULE))[0]).toBe(1)
  await expect.poll(async () => (await other.countFailure('nobody', RULE))[0]).toBe(1)
})

test.skipIf(!hasRedis)(
  'a block is no longer than its length after the clock of Redis was set back',
  async () => {
    const writer = new Redis(redis.url)
    for (let n = 0; n < RULE.max; n += 1) await one.countFailure('guessed', RULE)
    const isBlocked = async (key: string) => (await writer.get(key)) === String(RULE.max)
    const keys = await writer.keys('*:failures:*')
    for (const key of keys) if (await isBlocked(key)) await writer.pexpire(key, 3_600_000 + BLOCK_MS)
    const [count, leftMs] = await other.countFailure('guessed', RULE)
    expect(count).toBe(RULE.max + 1)
    expect(leftMs).toBeLessThanOrEqual(BLOCK_MS)
    writer.disconnect()
  },
)

test.skipIf(!hasRedis)('while Redis is away, each process counts', { timeout: 30_000 }, async () => {
  const rule = { attempts: 2, blockMs: 60_000 }
  const lockOut = createLockOut(database.db, rule, Date.now, one.countFailure)
  const attempt = async () => (await lockOut.countAttempt('stranger', '192.0.2.1')).ok
  await redis.kill()
  expect([await attempt(), await attempt(), await attempt()]).toEqual([true, true, false])
  await redis.start()
  await expect.poll(() => one.isConnected() && other.isConnected(), { timeout: 20_000 }).toBe(true)
})
