import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GAMES, type GameDef, seededRandom, spinGame } from '../../games/index.ts'
import type { Scene } from '../protocol/machine-state.ts'
import { createWatcher, type Watcher } from '../worker/test-watcher.ts'
import { startVideo, type VideoEngine } from './engine.ts'

/* Stills and supervision, with a real worker. */

const SLOW = 60_000
const KERVAN: Scene = { id: '7', name: 'Kervan 07', brand: 'kervan', game: 'lines10' }
const NAR: Scene = { id: '8', name: 'Nar 08', brand: 'nar', game: 'classic5' }

let engine: VideoEngine
const logged: string[] = []
const watchers: Watcher[] = []
const log = (message: string) => void logged.push(message)

beforeEach(() => {
  logged.length = 0
  engine = startVideo({ prerender: false, marker: 'credit', log })
})
afterEach(async () => {
  await Promise.all([engine.stop(), ...watchers.splice(0).map((watcher) => watcher.close())])
})

async function watch(scene: Scene): Promise<Watcher> {
  const watcher = createWatcher()
  watchers.push(watcher)
  const opened = await engine.open(scene, await watcher.offer())
  if ('refused' in opened) throw new Error(opened.message)
  watcher.answer(opened.answer)
  await watcher.frame(({ marker }) => marker !== undefined)
  return watcher
}

/** Retries until the worker is up: on a busy machine its start may take longer than a still's timeout. */
const stillOf = (scene: Scene) =>
  vi.waitFor(
    async () => {
      const still = await engine.still(scene)
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

function spinOf(spinId: string, sinceMs: number) {
  const { stops, wins } = spinGame(GAMES[KERVAN.game] as GameDef, 500, seededRandom(1), false)
  return { spinId, stops, wins, free: false, sinceMs }
}

test(
  'a machine without viewers has a still, drawn once, and no frames',
  async () => {
    const still = await stillOf(KERVAN)
    expect(sizeOf(still.image)).toEqual([320, 192])
    expect(sizeOf((await stillOf(NAR)).image)).toEqual([320, 240])
    const pixels = await sharp(still.image).raw().toBuffer()
    expect(new Set(pixels).size).toBeGreaterThan(100)
    expect(await engine.still(KERVAN)).toBe(still)
    expect(await engine.stats()).toMatchObject({ drawn: {}, viewers: {} })
  },
  SLOW,
)

test(
  'the still of a watched machine is its current frame, without drawing more frames',
  async () => {
    const idle = await stillOf(KERVAN)
    await watch(KERVAN)
    // Started long ago: the reels have stopped.
    engine.spin('7', spinOf('3', 20_000))
    const spun = await vi.waitFor(
      async () => {
        const still = await engine.still(KERVAN)
        expect(still?.etag).not.toBe(idle.etag)
        return still
      },
      { timeout: 10_000, interval: 100 },
    )
    expect(spun?.image.length).toBeGreaterThan(4000)
    const [before, begun] = [await engine.stats(), Date.now()]
    for (let n = 0; n < 20; n += 1) await engine.still(KERVAN)
    await watchers[0]?.frame(({ frames }) => frames > 30)
    const after = await engine.stats()
    const drawn = (after?.drawn['7'] ?? 0) - (before?.drawn['7'] ?? 0)
    expect(drawn).toBeLessThanOrEqual((Date.now() - begun) / (1000 / 30) + 2)
  },
  SLOW,
)

test(
  'a machine that fails to render has no still, and the worker continues',
  async () => {
    await stillOf(NAR)
    expect(await engine.still({ ...KERVAN, game: 'poker' })).toBeUndefined()
    // Its reels have just stopped at a position that the game does not have.
    const sinceMs = Math.max(...(GAMES[KERVAN.game]?.reelStopsMs ?? [])) + 300
    engine.spin('9', { spinId: '1', stops: [-5, 0, 0, 0, 0], wins: [], free: false, sinceMs })
    expect(await engine.still({ ...KERVAN, id: '9' })).toBeUndefined()
    await vi.waitFor(() => expect(logged).toEqual([expect.stringContaining('a still of machine 9')]), 20_000)
    expect(await stillOf(KERVAN)).toBeDefined()
  },
  SLOW,
)

test(
  'there is no still within a second while the worker hangs or is down, and none after stop',
  async () => {
    await stillOf(NAR)
    const pid = (await engine.stats())?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    const begun = performance.now()
    expect(await engine.still(KERVAN)).toBeUndefined()
    expect(performance.now() - begun).toBeLessThan(1500)
    process.kill(pid, 'SIGKILL')
    // The new worker draws what the hanging one could not.
    await stillOf({ ...KERVAN, id: '10' })
    expect((await engine.stats())?.pid).not.toBe(pid)
    await engine.stop()
    expect(await engine.still({ ...KERVAN, id: '11' })).toBeUndefined()
  },
  SLOW,
)

test(
  'a worker that hangs is killed and replaced, and onLost names its machines',
  async () => {
    await engine.stop()
    engine = startVideo({ prerender: false, marker: 'credit', log, pingMs: 400 })
    const lost: string[][] = []
    engine.onLost((machineIds) => lost.push(machineIds))
    await watch(KERVAN)
    const pid = (await engine.stats())?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    await vi.waitFor(() => expect(lost).toEqual([['7']]), 10_000)
    expect(logged[0]).toBe('the video process does not answer; it is killed')
    expect(() => process.kill(pid, 0)).toThrow()
    await vi.waitFor(async () => expect((await engine.stats())?.pid).toBeGreaterThan(0), 20_000)
    expect((await engine.stats())?.pid).not.toBe(pid)
  },
  SLOW,
)

test(
  'a worker that answers its pings is not replaced',
  async () => {
    await engine.stop()
    engine = startVideo({ prerender: false, marker: 'credit', log, pingMs: 400 })
    const watcher = await watch(KERVAN)
    const pid = (await engine.stats())?.pid
    const { frames } = await watcher.frame()
    await watcher.frame((later) => later.frames > frames + 45)
    expect((await engine.stats())?.pid).toBe(pid)
    expect(logged).toEqual([])
  },
  SLOW,
)
