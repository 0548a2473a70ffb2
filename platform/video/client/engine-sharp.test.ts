import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  createTestViewers,
  kervanMachine,
  meters,
  narMachine,
  SLOW,
  spinOf,
} from '../../testing/video/worker/viewers.ts'
import { startVideo, type VideoEngine } from './engine.ts'

vi.setConfig({ testTimeout: SLOW })

/* The sharp layer: twice the size for a large screen, for as many viewers as the machine can encode. */

let engine: VideoEngine
const viewers = createTestViewers()

beforeAll(() => {
  // The tests beside this one use the same cores.
  process.env.VIDEO_MAX_LATE_SHARE = '1'
  engine = startVideo({ prerender: false, marker: 'credit', maxSharpViewers: 1 })
})
afterAll(async () => {
  delete process.env.VIDEO_MAX_LATE_SHARE
  await engine.stop()
})
afterEach(viewers.closeAll)

const isSharp = ({ width }: { width: number }) => width === 1280
const isFull = ({ width }: { width: number }) => width === 640

test('a viewer of the sharp layer gets 1280x720 with the same spin, and returns to the full one without a stall', async () => {
  const machine = kervanMachine()
  engine.meters(machine.id, meters(10_000))
  const { watcher, id } = await viewers.watch(engine, machine)
  await watcher.frame(isFull)
  expect(await engine.layer(id, 'sharp')).toEqual({ ok: true })
  // The picture does not stop while the worker draws the art.
  const before = await watcher.frame(isFull)
  await watcher.frame(({ frames }) => frames > before.frames + 3)
  await watcher.frame(isSharp)
  engine.spin(machine.id, spinOf(machine, '77', 2))
  const running = await watcher.frame(({ marker, width }) => marker?.spin === 77 && width === 1280)
  expect(running.marker).toMatchObject({ standing: false, credit: 10_000 })
  await watcher.frame(({ marker, width }) => marker?.standing === true && width === 1280)
  expect(await engine.layer(id, 'full')).toEqual({ ok: true })
  await watcher.frame(isFull)
})

test('a second viewer of the sharp layer gets the full one until the first has left', async () => {
  const first = await viewers.watch(engine, kervanMachine())
  await engine.layer(first.id, 'sharp')
  await first.watcher.frame(isSharp)
  const second = await viewers.watch(engine, narMachine())
  await engine.layer(second.id, 'sharp')
  const { frames } = await second.watcher.frame(isFull)
  expect(await second.watcher.frame((frame) => frame.frames > frames + 60)).toMatchObject({ width: 640 })
  engine.close(first.id)
  await second.watcher.frame(isSharp)
})
