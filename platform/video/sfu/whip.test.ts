import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { startTestSfu } from '../../testing/video/sfu/sfu.ts'
import { pidOf } from '../../testing/video/worker/viewers.ts'
import { startVideo, type VideoEngine } from '../client/engine.ts'
import { createPublications, type Publications } from './publications.ts'

/* The publisher against a WHIP server with a real peer, over real HTTP. */

const SECRET = 'a-secret-of-twenty-four-characters'
const SLOW = 60_000
vi.setConfig({ testTimeout: SLOW })
const PLAYERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
/** Long enough for a machine under load; what it waits for takes a second or two. */
const WAIT = { timeout: 30_000, interval: 20 }

let engine: VideoEngine
let sfu: Awaited<ReturnType<typeof startTestSfu>>
let publications: Publications

beforeEach(async () => {
  engine = startVideo({ prerender: false, marker: 'credit' })
  sfu = await startTestSfu(SECRET)
  const base = `http://127.0.0.1:${sfu.port}`
  publications = createPublications({
    sfu: { publishUrl: `${base}/whip/{machine}`, watchUrl: `${base}/whep/{machine}`, secret: SECRET },
    engine,
    scene: (id) => ({ id, name: `Nar 0${id}`, brand: 'nar', game: 'classic5' }),
    ownerOf: () => 'a',
    isPlayed: () => true,
    isOnline: () => true,
    onSeat: () => () => {},
    spectators: true,
    clock: systemClock,
    log: () => {},
  })
}, SLOW)
afterEach(async () => {
  await publications.close()
  await Promise.all([engine.stop(), sfu.kill()])
})

const loginOf = (playerId: string) => ({ playerId, loginId: `login of ${playerId}` })

test('eight viewers of a machine are one encoded picture, which shows the state of the machine', async () => {
  engine.meters('7', { credit: 12_300, win: 0, stake: 500, freeSpins: 0 })
  const addresses = await Promise.all(PLAYERS.map((player) => publications.admit('7', loginOf(player))))
  expect(new Set(addresses.map((address) => address?.split('?')[0]))).toEqual(
    new Set([`http://127.0.0.1:${sfu.port}/whep/7`]),
  )
  await vi.waitFor(() => expect(sfu.counts().credit).toBe(12_300), WAIT)
  // An attempt that takes too long on a loaded machine is made again.
  await vi.waitFor(() => expect(sfu.counts().open).toBe(1), WAIT)
  expect(sfu.counts().published).toBeLessThanOrEqual(2)
  expect((await engine.stats())?.viewers).toEqual({ 7: 1 })

  engine.meters('7', { credit: 45_600, win: 0, stake: 500, freeSpins: 0 })
  await vi.waitFor(() => expect(sfu.counts().credit).toBe(45_600), WAIT)
  await publications.close()
  await vi.waitFor(() => expect(sfu.counts().open).toBe(0), WAIT)
  expect(engine.pictures()).toEqual({ sent: 0, machines: 0 })
})

test('an SFU that is killed and started again has the picture again, at the same address', async () => {
  const before = await publications.source('7', loginOf('a'))
  await vi.waitFor(() => expect(sfu.counts().frames).toBeGreaterThan(0), WAIT)
  await sfu.kill()
  sfu = await startTestSfu(SECRET, sfu.port)
  await vi.waitFor(() => expect(sfu.counts().frames).toBeGreaterThan(0), WAIT)
  // An attempt that was under way while it was killed may have ended.
  await vi.waitFor(() => expect(sfu.counts().open).toBe(1), WAIT)
  expect((await publications.source('7', loginOf('a'))).url).toBe(before.url)
})

test('a video process that is killed publishes its machines again', async () => {
  await publications.source('7', loginOf('a'))
  await vi.waitFor(() => expect(sfu.counts().frames).toBeGreaterThan(0), WAIT)
  process.kill(await pidOf(engine), 'SIGKILL')
  await vi.waitFor(() => expect(sfu.counts().published).toBe(2), WAIT)
  const { frames } = sfu.counts()
  await vi.waitFor(() => expect(sfu.counts().frames).toBeGreaterThan(frames), WAIT)
  await vi.waitFor(() => expect(sfu.counts().open).toBe(1), WAIT)
})
