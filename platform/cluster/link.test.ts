import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startLinkTo } from '../testing/store/link.ts'
import { createCaller, type Link, openLink } from './link.ts'

/* Calls between processes, of which the caller gives some up. */

const KEY = randomBytes(32)
const calls = createCaller(KEY)
let link: Link
/** The calls that run, with whether their caller is gone, until they are answered. */
let running: { name: string; isGone: () => boolean; answer: (value: unknown) => void }[]

beforeEach(async () => {
  running = []
  link = await openLink('127.0.0.1:0', KEY, (name, _, isGone) => {
    return new Promise((answer) => running.push({ name, isGone, answer }))
  })
})
afterEach(() => link.stop())
afterAll(calls.stop)

async function started(name: string) {
  await expect.poll(() => running.some((one) => one.name === name)).toBe(true)
  return running.find((one) => one.name === name)
}

test('a call knows whether its caller still waits', async () => {
  const abort = new AbortController()
  const given = calls.call(link.address, 'given up', [], abort.signal).catch(() => 'gone')
  const waited = calls.call(link.address, 'waited for', [], new AbortController().signal)
  const [first, second] = [await started('given up'), await started('waited for')]
  expect([first?.isGone(), second?.isGone()]).toEqual([false, false])
  abort.abort()
  expect(await given).toBe('gone')
  await expect.poll(() => first?.isGone()).toBe(true)
  expect(second?.isGone()).toBe(false)
  first?.answer(null)
  second?.answer({ ok: true })
  expect(await waited).toEqual({ ok: true })
})

test('a call on a silent connection fails, and the next one has a new connection', async () => {
  const line = await startLinkTo(`http://${link.address}`)
  const { host } = new URL(line.url)
  const ask = (name: string, ms: number) => calls.call(host, name, [], AbortSignal.timeout(ms))
  const first = ask('first', 10_000)
  ;(await started('first'))?.answer(1)
  expect(await first).toBe(1)
  line.silence()
  await expect(ask('lost', 60_000)).rejects.toThrow()
  line.mend()
  const next = ask('next', 10_000)
  ;(await started('next'))?.answer(2)
  expect(await next).toBe(2)
  await line.stop()
})

test('a call that is given up before it starts does not run', async () => {
  const abort = new AbortController()
  const first = calls.call(link.address, 'first', [], new AbortController().signal)
  ;(await started('first'))?.answer(1)
  await first
  const given = calls.call(link.address, 'given up', [], abort.signal).catch(() => 'gone')
  // Both messages are on their way before the other end reads.
  await new Promise(setImmediate)
  abort.abort()
  expect(await given).toBe('gone')
  const last = calls.call(link.address, 'last', [], new AbortController().signal)
  ;(await started('last'))?.answer(2)
  await last
  expect(running.map(({ name }) => name)).toEqual(['first', 'last'])
})

test('the end does not wait for a connection that is silent', async () => {
  const [host, port] = link.address.split(':')
  const silent = connect(Number(port), host)
  await once(silent, 'connect')
  const first = calls.call(link.address, 'first', [], new AbortController().signal)
  ;(await started('first'))?.answer(1)
  await first
  const ended = once(silent, 'close')
  await link.stop()
  await ended
  link = await openLink('127.0.0.1:0', KEY, async () => null)
})
