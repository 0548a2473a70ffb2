import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  createTestViewers,
  kervanMachine,
  meters,
  narMachine,
  SLOW,
  spinOf,
} from '../../testing/video/worker/viewers.ts'
import type { Scene } from '../protocol/machine-state.ts'
import { startVideo, type VideoEngine } from './engine.ts'
import type { Right } from './viewers.ts'

vi.setConfig({ testTimeout: SLOW })

/* What viewers see and hear. One video process serves all tests; each has its own machines. */

let engine: VideoEngine
let kervan: Scene
let nar: Scene
const viewers = createTestViewers()

beforeAll(() => {
  engine = startVideo({ prerender: false, marker: 'credit', seatMs: SLOW })
})
afterAll(() => engine.stop())
beforeEach(() => {
  kervan = kervanMachine()
  nar = narMachine()
})
afterEach(viewers.closeAll)

test('a held viewer connects, and has the picture and the sound from its release on', async () => {
  const watcher = viewers.newWatcher()
  let right: Right = 'connect'
  const opened = await viewers.open(engine, kervan, await watcher.offer(), { right: () => right })
  let frames = 0
  const first = watcher.frame().then(() => frames++)
  watcher.answer(opened.answer)
  await watcher.state('connected')
  // A viewer that is not held has frames by then.
  const other = await viewers.watch(engine, kervan)
  await other.watcher.frame((frame) => frame.frames > 20)
  expect(await engine.layer(opened.id, 'small')).toEqual({ ok: true })
  expect(frames).toBe(0)
  engine.recheck(kervan.id)
  right = 'seat'
  engine.recheck(kervan.id)
  engine.recheck(kervan.id)
  await first
  expect(await watcher.frame(({ width }) => width < 640)).toMatchObject({ width: 320 })
  engine.spin(kervan.id, spinOf(kervan, '1234', 1))
  await watcher.frame(({ loudest }) => loudest > 2000)
})

test('a viewer sees the spin and the credit that were sent, and hears the spin', async () => {
  engine.meters(kervan.id, meters(10_000))
  const { watcher, answer } = await viewers.watch(engine, kervan)
  expect(answer).toContain('VP8/90000')
  expect(answer).toContain('opus/48000')
  expect(answer).toMatch(/^a=candidate:/m)
  expect(await watcher.frame(({ marker }) => marker !== undefined)).toMatchObject({
    width: 640,
    marker: { spin: 0, standing: true, credit: 10_000 },
  })
  watcher.resetLoudness()
  const silent = await watcher.frame(({ frames }) => frames > 20)
  expect(silent.loudest).toBeLessThan(50)

  engine.meters(kervan.id, meters(9500))
  engine.spin(kervan.id, spinOf(kervan, '1234', 1))
  const running = await watcher.frame(({ marker }) => marker?.spin === 1234)
  expect(running.marker).toMatchObject({ standing: false, credit: 9500 })
  const stood = await watcher.frame(({ marker }) => marker?.spin === 1234 && marker.standing)
  expect(stood.loudest).toBeGreaterThan(2000)

  engine.meters(kervan.id, meters(12_750))
  const paid = await watcher.frame(({ marker }) => marker?.credit === 12_750)
  // A busy machine's encoder may send a frame too coarse to be read; the marker is drawn into every frame.
  expect(paid.unreadable).toBeLessThanOrEqual(paid.frames / 20)
})

test('a machine is drawn once for two viewers, and not at all without viewers', async () => {
  const [first, second] = [viewers.newWatcher(), viewers.newWatcher()]
  const one = await viewers.watch(engine, kervan, first)
  await first.frame()
  const two = await viewers.watch(engine, kervan, second)
  await Promise.all([first.frame(), second.frame()])

  const begun = Date.now()
  const before = await engine.stats()
  await Promise.all(
    [first, second].map(async (watcher) => {
      const { frames } = await watcher.frame()
      return watcher.frame((later) => later.frames > frames + 30)
    }),
  )
  const after = await engine.stats()
  expect(after?.viewers).toEqual({ [kervan.id]: 2 })
  const drawn = (after?.drawn[kervan.id] ?? 0) - (before?.drawn[kervan.id] ?? 0)
  expect(drawn).toBeLessThanOrEqual((Date.now() - begun) / (1000 / 30) + 2)

  engine.close(one.id)
  await second.frame()
  engine.close(two.id)
  const left = await engine.stats()
  expect(left?.viewers).toEqual({})
  const other = await viewers.watch(engine, nar)
  await other.watcher.frame(({ frames }) => frames > 15)
  const later = await engine.stats()
  expect(later?.drawn[kervan.id]).toBe(left?.drawn[kervan.id])
  expect(later?.drawn[nar.id]).toBeGreaterThan(15)
})

test('a viewer that connects in the middle of a spin sees that spin', async () => {
  engine.meters(kervan.id, meters(700))
  engine.spin(kervan.id, { ...spinOf(kervan, '55', 3), sinceMs: 0 })
  const begun = Date.now()
  const { watcher } = await viewers.watch(engine, kervan)
  const seen = await watcher.frame(({ marker }) => marker !== undefined)
  expect(seen.marker).toMatchObject({ spin: 55, credit: 700 })
  const stood = await watcher.frame(({ marker }) => marker?.standing === true)
  expect(stood.marker?.spin).toBe(55)
  expect(Date.now() - begun).toBeGreaterThanOrEqual(1800)
})

test.each([86_400_000, -86_400_000])(
  'the reels of a spin run and stop, also if the clock was set back or forward since (%i ms)',
  async (by) => {
    const { watcher } = await viewers.watch(engine, kervan)
    await watcher.frame()
    // The clock of this process alone, as if it was set right before the video process read it.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + by)
    try {
      engine.spin(kervan.id, spinOf(kervan, '77', 1))
    } finally {
      clock.mockRestore()
    }
    const running = await watcher.frame(({ marker }) => marker?.spin === 77)
    expect(running.marker).toMatchObject({ standing: false })
    const begun = performance.now()
    await watcher.frame(({ marker }) => marker?.standing === true)
    expect(performance.now() - begun).toBeGreaterThan(1000)
  },
)

test('a machine that fails to render loses its viewers; the others continue', async () => {
  const closed: string[] = []
  engine.onClosed((id) => closed.push(id))
  const broken = await viewers.watch(engine, kervan)
  const sound = await viewers.watch(engine, nar)
  await Promise.all([broken.watcher.frame(), sound.watcher.frame()])
  engine.spin(kervan.id, { spinId: '1', stops: [-5, 0, 0, 0, 0], wins: [], free: false })
  await vi.waitFor(() => expect(closed).toEqual([broken.id]), 5000)
  const { frames } = await sound.watcher.frame()
  await sound.watcher.frame((later) => later.frames > frames + 10)
})

test('a viewer takes a limited number of candidates, whatever they are', async () => {
  const { id } = await viewers.watch(engine, nar)
  const many = 'a=candidate:7 1 udp 1 10.0.0.1 5000 typ host\r\n'.repeat(45)
  const trickle = () => engine.candidate(id, `a=mid:0\r\n${many}`)
  expect(await trickle()).toEqual({ ok: true })
  expect([await trickle(), await trickle()]).toContainEqual(expect.objectContaining({ refused: 'fragment' }))
  const restart = await engine.restartIce(id, `a=ice-ufrag:abcd\r\na=ice-pwd:${'x'.repeat(24)}\r\n${many}`)
  expect(restart).toMatchObject({ refused: 'restart' })
})
