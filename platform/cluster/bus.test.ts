import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasRedis, startRedis } from '../testing/cluster/redis.ts'
import { startLinkTo } from '../testing/store/link.ts'
import { type Bus, openBus } from './bus.ts'
import { createSender } from './bus-sender.ts'

vi.setConfig({ testTimeout: 60_000 })

const log = { warn: vi.fn(), error: vi.fn() }
let redis: Awaited<ReturnType<typeof startRedis>>

beforeAll(async () => {
  if (hasRedis) redis = await startRedis()
})
afterAll(() => redis?.stop())

async function openTwo() {
  const channel = randomUUID()
  const [one, other] = await Promise.all(
    ['one', 'other'].map((node) => openBus(redis.url, channel, node, log)),
  )
  const received: unknown[] = []
  other?.onMessage((kind, payload) => void received.push([kind, payload]))
  return {
    channel,
    one: one as Bus,
    other: other as Bus,
    received,
    stop: () => Promise.all([one?.stop(), other?.stop()]),
  }
}

test.skipIf(!hasRedis)('a malformed message is dropped, and the next one arrives', async () => {
  const { channel, one, received, stop } = await openTwo()
  const writer = new Redis(redis.url)
  for (const text of ['', 'no JSON', '{"from":1}', 'null']) await writer.xadd(channel, '*', 'message', text)
  one.send('jackpot', { brandId: 'kervan' })
  await expect.poll(() => received).toEqual([['jackpot', { brandId: 'kervan' }]])
  // Both processes read all messages.
  await expect.poll(() => log.error.mock.calls.length).toBe(8)
  writer.disconnect()
  await stop()
})

test.skipIf(!hasRedis)('a message that arrives twice counts once, and a lost one is noticed', async () => {
  const { channel, one, other, received, stop } = await openTwo()
  const onLoss = vi.fn()
  other.onLoss(onLoss)
  const writer = new Redis(redis.url)
  const add = (from: string, number: number, payload: number) =>
    writer.xadd(channel, '*', 'message', JSON.stringify({ from, number, messages: [['machines', payload]] }))
  const payloads = (...all: number[]) => all.map((payload) => ['machines', payload])
  for (const number of [7, 8, 8, 7, 9]) await add('third', number, number)
  one.send('machines', 10)
  one.send('machines', 11)
  await expect.poll(() => received).toEqual(payloads(7, 8, 9, 10, 11))
  expect(onLoss).not.toHaveBeenCalled()
  await add('third', 12, 12)
  await expect.poll(() => onLoss.mock.calls.length).toBe(1)
  expect(received).toEqual(payloads(7, 8, 9, 10, 11, 12))
  writer.disconnect()
  await stop()
})

test.skipIf(!hasRedis)('messages sent during an outage of Redis arrive after it, in order', async () => {
  const { one, received, stop } = await openTwo()
  await redis.kill()
  await expect.poll(() => one.isConnected()).toBe(false)
  const sent = Array.from({ length: 20 }, (_, count) => ['machines', [count]])
  for (const [, payload] of sent) one.send('machines', payload)
  await redis.start()
  await expect.poll(() => received, { timeout: 10_000 }).toEqual(sent)
  await stop()
})

test.skipIf(!hasRedis)(
  'what Redis refuses is logged once, and its loss is noticed when it takes messages again',
  async () => {
    const { one, other, received, stop } = await openTwo()
    const onLoss = vi.fn()
    other.onLoss(onLoss)
    one.onReconnect(() => one.send('machines', 'all'))
    one.send('machines', 1)
    await expect.poll(() => received).toEqual([['machines', 1]])
    log.warn.mockClear()
    // As when its memory is full, or when it has become a replica: it answers, and takes no message.
    const operator = new Redis(redis.url)
    await operator.config('SET', 'min-replicas-to-write', 1)
    one.send('machines', 2)
    await expect.poll(() => one.isConnected()).toBe(false)
    await operator.config('SET', 'min-replicas-to-write', 0)
    await expect
      .poll(() => received, { timeout: 5000 })
      .toEqual([
        ['machines', 1],
        ['machines', 'all'],
      ])
    await expect.poll(() => one.isConnected()).toBe(true)
    expect(onLoss).toHaveBeenCalledTimes(1)
    const reason = expect.stringMatching(/^NOREPLICAS/)
    expect(log.warn.mock.calls[0]).toEqual([{ reason }, 'Redis refuses the messages between the processes'])
    operator.disconnect()
    await stop()
  },
)

test('a Redis that takes only each second message is logged once', async () => {
  log.warn.mockClear()
  const onReplace = vi.fn()
  const isTaken = [false, true, false]
  const xadd = async () => {
    if (!isTaken.shift()) throw new Error('OOM')
  }
  const writer = { xadd } as unknown as Redis
  const sender = createSender({ writer, channel: 'a', node: 'one', log, onReplace })
  const send = async (isRefused: boolean) => {
    sender.send('machines', [])
    await expect.poll(() => sender.isRefused()).toBe(isRefused)
  }
  for (const isRefused of [true, false, true]) await send(isRefused)
  expect(log.warn).toHaveBeenCalledTimes(1)
})

test.skipIf(!hasRedis)(
  'messages that Redis refuses to return are logged once, and arrive later',
  async () => {
    const { one, other, received, stop } = await openTwo()
    const operator = new Redis(redis.url)
    // As for a user of Redis who may do less.
    await operator.call('ACL', 'SETUSER', 'default', '-xread')
    log.warn.mockClear()
    // Ends the read that waits: Redis 7 still answers it, Redis 8 refuses it too.
    one.send('machines', 1)
    await expect.poll(() => other.isConnected()).toBe(false)
    one.send('machines', 2)
    await operator.call('ACL', 'SETUSER', 'default', '+xread')
    const both = [1, 2].map((number) => ['machines', number])
    await expect.poll(() => received, { timeout: 5000 }).toEqual(both)
    await expect.poll(() => other.isConnected()).toBe(true)
    const reason = expect.stringMatching(/^NOPERM/)
    // Of each of the two processes.
    const warning = [{ reason }, 'Redis does not return the messages between the processes']
    expect(log.warn.mock.calls).toEqual([warning, warning])
    operator.disconnect()
    await stop()
  },
)

test.skipIf(!hasRedis)(
  'a long outage of Redis keeps a limited number of messages, and its loss is noticed',
  async () => {
    const { one, other, received, stop } = await openTwo()
    const onLoss = vi.fn()
    other.onLoss(onLoss)
    // A report of all at once is dropped itself, while the stream takes the messages of the outage.
    one.onReconnect(() => one.send('machines', 'all'))
    await redis.kill()
    await expect.poll(() => one.isConnected()).toBe(false)
    for (let count = 0; count < 12_000; count += 1) one.send('machines', count)
    await redis.start()
    const last = () => received.at(-1)
    await expect.poll(last, { timeout: 20_000 }).toEqual(['machines', 'all'])
    expect(received.at(-2)).toEqual(['machines', 9999])
    expect(received).toHaveLength(10_001)
    expect(onLoss).toHaveBeenCalledTimes(1)
    await stop()
  },
)

test.skipIf(!hasRedis)(
  'a silent connection is noticed, and the messages since then arrive over a new one',
  async () => {
    const channel = randomUUID()
    const link = await startLinkTo(redis.url)
    const linked = await openBus(link.url, channel, 'linked', log)
    const other = await openBus(redis.url, channel, 'other', log)
    const received: unknown[] = []
    for (const bus of [linked, other]) bus.onMessage((_, payload) => void received.push(payload))
    linked.send('machines', 'before')
    await expect.poll(() => received).toEqual(['before'])

    link.silence()
    await expect.poll(() => linked.isConnected(), { timeout: 20_000 }).toBe(false)
    linked.send('machines', 'from linked')
    other.send('machines', 'to linked')
    link.mend()
    await expect
      .poll(() => received.toSorted(), { timeout: 20_000 })
      .toEqual(['before', 'from linked', 'to linked'])
    expect(linked.isConnected()).toBe(true)
    await Promise.all([linked.stop(), other.stop()])
    await link.stop()
  },
)

test.skipIf(!hasRedis)(
  'counters of a silent Redis time out once, then fail at once until it answers',
  async () => {
    const link = await startLinkTo(redis.url)
    const bus = await openBus(link.url, randomUUID(), 'linked', log)
    await expect.poll(() => bus.counters.ping().catch(() => '')).toBe('PONG')
    link.silence()
    await expect(bus.counters.ping()).rejects.toThrow()
    await expect(bus.counters.ping()).rejects.toThrow("Stream isn't writeable")
    link.mend()
    await expect.poll(() => bus.counters.ping().catch(() => ''), { timeout: 20_000 }).toBe('PONG')
    await bus.stop()
    await link.stop()
  },
)
