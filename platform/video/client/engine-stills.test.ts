import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GAMES } from '../../games/index.ts'
import {
  createTestViewers,
  kervanMachine,
  narMachine,
  pidOf,
  SLOW,
  spinOf,
} from '../../testing/video/worker/viewers.ts'
import type { Scene } from '../protocol/machine-state.ts'
import { startVideo, type VideoEngine } from './engine.ts'

vi.setConfig({ testTimeout: SLOW })

/* Stills and supervision, with a real worker: one for the tests that do not harm it. */

let engine: VideoEngine
let kervan: Scene
let nar: Scene
const logged: string[] = []
const log = (message: string) => void logged.push(message)
const viewers = createTestViewers()

beforeAll(() => {
  engine = startVideo({ prerender: false, marker: 'credit', log })
})
afterAll(() => engine.stop())
beforeEach(() => {
  kervan = kervanMachine()
  nar = narMachine()
  logged.length = 0
})
afterEach(viewers.closeAll)

/** Retries until the worker is up: on a busy machine its start may take longer than a still's timeout. */
const stillOf = (scene: Scene, of = engine) =>
  vi.waitFor(
    async () => {
      const still = await of.still(scene)
      if (!still) throw new Error('no still')
      return still
    },
    { timeout: 20_000, interval: 200 },
  )

/** Width and height as the header of the VP8 frame in the file has them. */
const sizeOf = (image: Uint8Array) => {
  const view = Buffer.from(image)
  expect(view.toString('latin1', 8, 16)).toBe('WEBPVP8 ')
  return [view.readUInt16LE(26), view.readUInt16LE(28)]
}

test('a machine without viewers has a still, drawn once, and no frames', async () => {
  const still = await stillOf(kervan)
  expect(sizeOf(still.image)).toEqual([320, 192])
  expect(sizeOf((await stillOf(nar)).image)).toEqual([320, 240])
  const pixels = await sharp(still.image).raw().toBuffer()
  expect(new Set(pixels).size).toBeGreaterThan(100)
  expect(await engine.still(kervan)).toBe(still)
  const stats = await engine.stats()
  expect(stats?.viewers).toEqual({})
  for (const { id } of [kervan, nar]) expect(stats?.drawn).not.toHaveProperty(id)
})

test('the still of a watched machine is its current frame, without drawing more frames', async () => {
  const idle = await stillOf(kervan)
  const { watcher } = await viewers.watch(engine, kervan)
  await watcher.frame(({ marker }) => marker !== undefined)
  // Started long ago: the reels have stopped.
  engine.spin(kervan.id, { ...spinOf(kervan, '3', 1), sinceMs: 20_000 })
  const spun = await vi.waitFor(
    async () => {
      const still = await engine.still(kervan)
      expect(still?.etag).not.toBe(idle.etag)
      return still
    },
    { timeout: 10_000, interval: 100 },
  )
  expect(spun?.image.length).toBeGreaterThan(4000)
  const [before, begun] = [await engine.stats(), Date.now()]
  for (let n = 0; n < 20; n += 1) await engine.still(kervan)
  await watcher.frame(({ frames }) => frames > 30)
  const after = await engine.stats()
  const drawn = (after?.drawn[kervan.id] ?? 0) - (before?.drawn[kervan.id] ?? 0)
  expect(drawn).toBeLessThanOrEqual((Date.now() - begun) / (1000 / 30) + 2)
})

test('a machine that fails to render has no still, and the worker continues', async () => {
  await stillOf(nar)
  expect(await engine.still({ ...kervanMachine(), game: 'poker' })).toBeUndefined()
  // Its reels have just stopped at a position that the game does not have.
  const sinceMs = Math.max(...(GAMES[kervan.game]?.reelStopsMs ?? [])) + 300
  engine.spin(kervan.id, { spinId: '1', stops: [-5, 0, 0, 0, 0], wins: [], free: false, sinceMs })
  expect(await engine.still(kervan)).toBeUndefined()
  const failure = expect.stringContaining(`a still of machine ${kervan.id}`)
  await vi.waitFor(() => expect(logged).toEqual([failure]), 20_000)
  expect(await stillOf(kervanMachine())).toBeDefined()
})

test('there is no still within a second while the worker hangs or is down, and none after stop', async () => {
  const own = startVideo({ prerender: false, log })
  try {
    await stillOf(nar, own)
    const pid = await pidOf(own)
    process.kill(pid, 'SIGSTOP')
    const begun = performance.now()
    expect(await own.still(kervan)).toBeUndefined()
    expect(performance.now() - begun).toBeLessThan(1500)
    process.kill(pid, 'SIGKILL')
    // The new worker draws what the hanging one could not.
    await stillOf(kervanMachine(), own)
    expect((await own.stats())?.pid).not.toBe(pid)
  } finally {
    await own.stop()
  }
  expect(await own.still(kervanMachine())).toBeUndefined()
})

test('a worker that answers its pings is kept; one that hangs is killed and replaced, and onLost names its machines', async () => {
  // Five unanswered pings take 5 s, longer than a busy machine keeps a sound worker waiting.
  const own = startVideo({ prerender: false, log, pingMs: 1000, connectMs: 7000 })
  try {
    const [lost, closed]: [string[][], string[]] = [[], []]
    own.onLost((machineIds) => lost.push(machineIds))
    own.onClosed((id) => closed.push(id))
    const offer = await viewers.newWatcher().offer()
    const { id } = await viewers.open(own, kervan, offer)
    const pid = await pidOf(own)
    // The viewer never connects. The worker closes it after the first seven pings.
    await vi.waitFor(() => expect(closed).toEqual([id]), 30_000)
    expect(await pidOf(own)).toBe(pid)
    expect([logged, lost]).toEqual([[], []])

    await viewers.open(own, kervan, offer)
    process.kill(pid, 'SIGSTOP')
    await vi.waitFor(() => expect(lost).toEqual([[kervan.id]]), 20_000)
    expect(logged[0]).toBe('the video process does not answer; it is killed')
    expect(() => process.kill(pid, 0)).toThrow()
    const next = await vi.waitFor(() => pidOf(own), 20_000)
    expect(next).not.toBe(pid)
  } finally {
    await own.stop()
  }
})
