import { expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { createPasswordQueue } from './password-queue.ts'

/** A queue of work that ends on demand. */
function createTestQueue() {
  const queue = createPasswordQueue()
  const started: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  return {
    ...{ queue, started, refused },
    enter(ip: string): void {
      const hash = () => {
        started.push(ip)
        return new Promise<undefined>((resolve) => void ends.push(() => resolve(undefined)))
      }
      void queue
        .enter(ip, (inTurn) => inTurn(hash))
        .then((answer) => {
          if (!answer) return
          expect(answer).toEqual({ ok: false, code: Code.tooManyRequests, params: { seconds: 1 } })
          refused.push(ip)
        })
    },
    /** Resolves when everything that can start has started. */
    settled: () => new Promise(setImmediate),
    async end(): Promise<void> {
      ends.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

test('two hashes run at once, and networks take turns', async () => {
  const { enter, started, settled, end } = createTestQueue()
  for (let n = 0; n < 6; n += 1) enter(`2001:db8:1:${n}::1`)
  enter('192.0.2.1')
  await settled()
  expect(started).toEqual(['2001:db8:1:0::1', '2001:db8:1:1::1'])
  await end()
  expect(started).toHaveLength(3)
  await end()
  expect(started[3]).toBe('192.0.2.1')
})

test('a network has a bound, which what it has done lifts', async () => {
  const { enter, refused, settled, end } = createTestQueue()
  for (let n = 0; n < 500; n += 1) enter(`203.0.113.${n % 256}`)
  await settled()
  expect(refused).toHaveLength(500 - 16)
  enter('192.0.2.1')
  await end()
  enter('203.0.113.1')
  await settled()
  expect(refused).toHaveLength(500 - 16)
  enter('203.0.113.2')
  await settled()
  expect(refused).toHaveLength(500 - 15)
})

test('many networks have a bound in all, and leave room for others', async () => {
  const { enter, refused, settled } = createTestQueue()
  const networks = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) enter(`10.${n >> 8}.${n % 256}.1`)
  }
  for (let round = 0; round < 20; round += 1) networks(0, 100)
  await settled()
  expect(2000 - refused.length).toBeLessThan(256)
  const before = refused.length
  networks(100, 110)
  await settled()
  expect(refused).toHaveLength(before)
  networks(110, 1000)
  await settled()
  expect(2900 - refused.length).toBe(256)
})

test('work that fails frees its turn and its place', async () => {
  const { queue } = createTestQueue()
  const fail = () => Promise.reject(new Error('failed'))
  for (let n = 0; n < 20; n += 1)
    await expect(queue.enter('192.0.2.1', (inTurn) => inTurn(fail))).rejects.toThrow('failed')
  expect(await queue.enter('192.0.2.1', (inTurn) => inTurn(async () => 'done'))).toBe('done')
})
