import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { fakeClock } from '../lib/clock.ts'
import { createConnectLimits } from './limit-connections.ts'

const requestOf = (address: string) =>
  ({ headers: {}, url: address }) as Partial<IncomingMessage> as IncomingMessage

class Connection extends EventEmitter {
  isClosed = false
  close() {
    this.isClosed = true
    this.emit('close')
  }
}

function createTestLimits() {
  const clock = fakeClock()
  const limits = createConnectLimits(({ url = '' }) => url, clock, { address: 3, total: 6 })
  const open = (address: string) => {
    const connection = new Connection()
    limits.add(connection, requestOf(address))
    return connection
  }
  return { clock, limits, open }
}
const closedOf = (connections: Connection[]) => connections.map(({ isClosed }) => isClosed)

test('the oldest anonymous connection of an address, or of an IPv6 /64, makes room for a newcomer', () => {
  for (const address of [() => '192.0.2.1', (n: number) => `2001:db8:1:2:${n}::1`]) {
    const { limits, open } = createTestLimits()
    const other = open('192.0.2.2')
    const silent = [0, 1, 2].map((n) => open(address(n)))
    limits.recognize(silent[1] ?? other)
    const newer = [3, 4].map((n) => open(address(n)))
    expect(closedOf([other, ...silent, ...newer])).toEqual([false, true, false, false, false, false])
  }
})

test('of all anonymous connections the oldest makes room', () => {
  const { open } = createTestLimits()
  const silent = Array.from({ length: 8 }, (_, n) => open(`192.0.2.${n}`))
  expect(closedOf(silent)).toEqual([true, true, ...Array(6).fill(false)])
})

test('a connection is anonymous for three seconds', () => {
  const { clock, limits, open } = createTestLimits()
  const [silent, recognized] = [open('192.0.2.1'), open('192.0.2.1')]
  limits.recognize(recognized)
  clock.advance(2999)
  expect(silent.isClosed).toBe(false)
  clock.advance(1)
  expect(closedOf([silent, recognized])).toEqual([true, false])
})

test('an IPv6 /64 opens as many connections as one address', () => {
  const { clock, limits } = createTestLimits()
  const mayOpen = (address: string) => limits.mayOpen(requestOf(address))
  for (let n = 0; n < 600; n += 1) expect(mayOpen(`2001:db8:1:2:${n}::1`)).toBe(true)
  expect(mayOpen('2001:db8:1:2:ffff::1')).toBe(false)
  expect(mayOpen('2001:db8:1:3::1')).toBe(true)
  clock.advance(5)
  expect(mayOpen('2001:db8:1:2:ffff::1')).toBe(true)
})
