import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../store/test-database.ts'
import { openCluster } from './cluster.ts'
import { hasRedis, startRedis } from './test-redis.ts'

test.skipIf(!hasRedis)(
  'a viewer id that names no process is not looked up',
  async () => {
    const [redis, { db, drop }] = await Promise.all([startRedis(), testDatabase()])
    const node = randomUUID()
    const cluster = await openCluster({
      ...{ redisUrl: redis.url, nodeAddress: '127.0.0.1:0', db, node },
      log: { warn() {}, error() {} },
    })
    const lookUp = vi.spyOn(db, 'selectFrom')
    const forward = (viewerId: string) => cluster.forwardPicture(viewerId, {} as FastifyRequest)
    for (const viewerId of ['\0.x', '.x', 'process.x', randomUUID(), `${node}.x`])
      expect(await forward(viewerId)).toBeUndefined()
    expect(lookUp).not.toHaveBeenCalled()
    expect(await forward(`${randomUUID()}.x`)).toBeUndefined()
    expect(lookUp).toHaveBeenCalledOnce()
    await cluster.stop()
    await drop()
    await redis.stop()
  },
  60_000,
)
