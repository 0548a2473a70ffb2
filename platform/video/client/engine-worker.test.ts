import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  createTestEngines,
  createTestViewers,
  kervanMachine,
  meters,
  pidOf,
  SLOW,
  spinOf,
} from '../../testing/video/worker/viewers.ts'
import type { Scene } from '../protocol/machine-state.ts'

vi.setConfig({ testTimeout: SLOW })

/* The life of the video process, and limits of viewers. Each test has its own process. */

const viewers = createTestViewers()
const start = createTestEngines(viewers)
let kervan: Scene

beforeEach(() => {
  kervan = kervanMachine()
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a killed worker is replaced: onLost names its machines, the new one shows the same state, and stop ends it', async () => {
  const engine = start({ marker: 'credit' })
  const lost: string[][] = []
  const closed: string[] = []
  engine.onLost((machineIds) => lost.push(machineIds))
  engine.onClosed((id) => closed.push(id))
  engine.meters(kervan.id, meters(4200))
  engine.spin(kervan.id, spinOf(kervan, '99', 5))
  const { watcher, id } = await viewers.watch(engine, kervan)
  await watcher.frame()
  const pid = await pidOf(engine)
  process.kill(pid, 'SIGKILL')
  // A request in flight is answered when the worker dies.
  const pending = engine.candidate(id, 'a=end-of-candidates')
  await vi.waitFor(() => expect(lost).toEqual([[kervan.id]]), 5000)
  expect(closed).toEqual([id])
  expect(await pending).toMatchObject({ refused: expect.stringMatching(/down|unknown/) })

  const again = viewers.newWatcher()
  const offer = await again.offer()
  const answer = await vi.waitFor(async () => {
    const opened = await engine.open(kervan, offer)
    if ('refused' in opened) throw new Error(opened.message)
    return opened.answer
  }, 10_000)
  again.answer(answer)
  const seen = await again.frame(({ marker }) => marker !== undefined)
  expect(seen.marker).toMatchObject({ spin: 99, credit: 4200 })
  const next = await pidOf(engine)
  expect(next).not.toBe(pid)
  expect(isAlive(next)).toBe(true)
  const begun = Date.now()
  await engine.stop()
  expect(Date.now() - begun).toBeLessThan(2000)
  expect(isAlive(next)).toBe(false)
  expect(await engine.open(kervan, 'v=0')).toMatchObject({ refused: 'down' })
})

test('a viewer that never connects and one that vanishes are closed', async () => {
  const engine = start({ connectMs: 600, awayMs: 600 })
  const closed: string[] = []
  engine.onClosed((id) => closed.push(id))
  const opened = await engine.open(kervan, await viewers.newWatcher().offer())
  await vi.waitFor(() => expect(closed).toEqual(['id' in opened ? opened.id : '']), 10_000)

  const { watcher, id } = await viewers.watch(engine, kervan)
  await watcher.frame()
  await watcher.close()
  await vi.waitFor(() => expect(closed).toContain(id), 30_000)
  expect((await engine.stats())?.viewers).toEqual({})
})

test('an invalid request is refused with a reason, and the worker continues, without a marker in its frames', async () => {
  const engine = start({ maxViewers: 1 })
  const offer = await viewers.newWatcher().offer()
  const fingerprint = offer.replace(/^a=fingerprint:.*$/gm, 'a=fingerprint:sha-256 00:11')
  expect(await engine.open(kervan, 'v=0')).toMatchObject({ refused: 'sdp' })
  expect(await engine.open(kervan, fingerprint)).toMatchObject({ refused: 'sdp' })
  expect(await engine.open(kervan, offer.replaceAll('VP8', 'VP7'))).toMatchObject({ refused: 'offer' })
  expect(await engine.open({ ...kervan, game: 'poker' }, offer)).toMatchObject({ refused: 'unknown' })
  const { watcher, id } = await viewers.watch(engine, kervan)
  expect(await engine.open(kervan, offer)).toMatchObject({ refused: 'full' })
  expect(await engine.candidate(id, 'nonsense')).toMatchObject({ refused: 'fragment' })
  expect(await engine.restartIce(id, 'a=end-of-candidates')).toMatchObject({ refused: 'fragment' })
  expect(await engine.candidate('nobody', 'a=end-of-candidates')).toMatchObject({ refused: 'unknown' })
  // The engine has no marker, so no decoded frame has one.
  const seen = await watcher.frame(({ frames }) => frames > 10)
  expect(seen.marker).toBeUndefined()
  expect(seen.unreadable).toBe(seen.frames)
})

test('the worker exits when the platform is killed', async () => {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const platform = fork(new URL('../../testing/video/client/platform.ts', import.meta.url), {
    execArgv: ['--import', tsx],
  })
  const pid = await new Promise<number>((resolve) =>
    platform.once('message', (workerPid) => resolve(Number(workerPid))),
  )
  expect(isAlive(pid)).toBe(true)
  platform.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)
})
