import { createSocket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  createTestEngines,
  createTestViewers,
  kervanMachine,
  narMachine,
  SLOW,
} from '../../testing/video/worker/viewers.ts'
import type { Scene } from '../protocol/machine-state.ts'

vi.setConfig({ testTimeout: SLOW })

/* The addresses and ports of the video. Each test has its own video processes. */

const viewers = createTestViewers()
const start = createTestEngines(viewers)
let kervan: Scene
let nar: Scene

beforeEach(() => {
  kervan = kervanMachine()
  nar = narMachine()
})

/** Counts the packets that arrive at a UDP port of this host. */
async function listener() {
  const socket = createSocket('udp4')
  let packets = 0
  socket.on('message', () => {
    packets += 1
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { port: socket.address().port, packets: () => packets, close: () => socket.close() }
}

test('no packet goes to a private address that a viewer names, in the offer or later, unless it is configured', async () => {
  const engine = start({})
  const own = start({ networks: ['127.0.0.0/8'] })
  const victims = [await listener(), await listener(), await listener()] as const
  const line = (at: number) =>
    `a=candidate:7 1 udp 2122260223 127.0.0.1 ${victims[at]?.port} typ host generation 0\r\n`
  const plain = (await viewers.newWatcher().offer()).replace(/^a=candidate:.*\r\n/gm, '')
  const withCandidate = (at: number) => plain.replace(/^a=mid:0\r\n/m, `a=mid:0\r\n${line(at)}`)
  const opened = await engine.open(nar, withCandidate(0))
  if ('refused' in opened) throw new Error(opened.message)
  expect(await engine.candidate(opened.id, `a=mid:0\r\n${line(1)}`)).toEqual({ ok: true })
  // The same where it is permitted: the packets come, so those above would have come by now.
  await own.open(nar, withCandidate(2))
  await vi.waitFor(() => expect(victims[2].packets()).toBeGreaterThan(3), 10_000)
  expect([victims[0].packets(), victims[1].packets()]).toEqual([0, 0])
  for (const victim of victims) victim.close()
})

test('an answer names no address that is not published', async () => {
  const engine = start({ addresses: ['203.0.113.9'] })
  const opened = await engine.open(nar, await viewers.newWatcher().offer())
  if ('refused' in opened) throw new Error(opened.message)
  expect(opened.answer).not.toMatch(/^a=candidate/m)
  const addresses = Object.values(networkInterfaces()).flatMap((cards) => cards ?? [])
  for (const { address, internal } of addresses) if (!internal) expect(opened.answer).not.toContain(address)
})

/** A UDP port that is free at this moment. */
async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

test('pictures use the configured ports; a viewer without a free one is refused, and accepted once one is free', async () => {
  const port = await freeUdpPort()
  const publicAddress = '203.0.113.9'
  const engine = start({ ports: { min: port, max: port }, publicAddress })
  const first = await viewers.watch(engine, kervan)
  const candidates = first.answer.match(/^a=candidate:.*$/gm)
  expect(candidates).toEqual([expect.stringContaining(` udp `)])
  expect(candidates?.[0]).toContain(` ${publicAddress} ${port} typ host`)
  const offer = await viewers.newWatcher().offer()
  expect(await engine.open(nar, offer)).toMatchObject({ refused: 'full' })
  expect(engine.pictures()).toEqual({ sent: 1, machines: 1 })
  engine.close(first.id)
  await vi.waitFor(async () => expect(await engine.open(nar, offer)).toHaveProperty('answer'), 10_000)
})
