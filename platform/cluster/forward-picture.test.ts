import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { hasRedis, startRedis } from '../testing/cluster/redis.ts'
import { testDatabase } from '../testing/store/database.ts'
import { openCluster } from './cluster.ts'

test.skipIf(!hasRedis)(
  'a viewer id that names no process is not looked up, and a process without a lease is not called',
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
    // A process that hangs: its lease has run out, and it would take a call without answering it.
    const onCall = vi.fn()
    const hung = createServer(onCall).listen(0, '127.0.0.1')
    await once(hung, 'listening')
    const { port } = hung.address() as AddressInfo
    const id = randomUUID()
    await db
      .insertInto('nodes')
      .values({ id, address: `127.0.0.1:${port}`, until: new Date(0) })
      .execute()
    const request = { headers: {}, method: 'DELETE', url: '/', ip: '127.0.0.1' } as FastifyRequest
    expect(await cluster.forwardPicture(`${id}.x`, request)).toBeUndefined()
    expect(onCall).not.toHaveBeenCalled()
    hung.close()
    await cluster.stop()
    await drop()
    await redis.stop()
  },
  60_000,
)
