import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, type Link, openLink } from './link.ts'

/* Calls between processes, of which the caller gives some up. */

const KEY = randomBytes(32)
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

async function started(name: string) {
  await expect.poll(() => running.some((one) => one.name === name)).toBe(true)
  return running.find((one) => one.name === name)
}

test('a call knows whether its caller still waits', async () => {
  const abort = new AbortController()
  const given = call(link.address, KEY, 'given up', [], abort.signal).catch(() => 'gone')
  const waited = call(link.address, KEY, 'waited for', [], new AbortController().signal)
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

test('an address that no process can call is named at the start', async () => {
  // Node calls no port of the list by which browsers block some.
  const opening = openLink('127.0.0.1:10080', KEY, async () => null)
  await expect(opening).rejects.toThrow('NODE_ADDRESS 127.0.0.1:10080 can not be called: bad port')
})
