import { fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { createRequire } from 'node:module'
import { networkInterfaces } from 'node:os'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GAMES, type GameDef, seededRandom, spinGame } from '../../games/index.ts'
import type { Scene } from '../protocol/machine-state.ts'
import { createWatcher, type Watcher } from '../worker/test-watcher.ts'
import { startVideo, type VideoEngine } from './engine.ts'
import type { Right } from './viewers.ts'

const SLOW = 60_000
const KERVAN: Scene = { id: '7', name: 'Kervan 07', brand: 'kervan', game: 'lines10' }
const NAR: Scene = { id: '8', name: 'Nar 08', brand: 'nar', game: 'classic5' }

let engine: VideoEngine
const watchers: Watcher[] = []

beforeEach(() => {
  engine = startVideo({ prerender: false, marker: 'credit', seatMs: SLOW })
})

afterEach(async () => {
  await Promise.all([engine.stop(), ...watchers.splice(0).map((watcher) => watcher.close())])
})

function newWatcher(): Watcher {
  const watcher = createWatcher()
  watchers.push(watcher)
  return watcher
}

async function watch(scene: Scene, watcher = newWatcher()) {
  const opened = await engine.open(scene, await watcher.offer())
  if ('refused' in opened) throw new Error(opened.message)
  watcher.answer(opened.answer)
  return { watcher, id: opened.id, answer: opened.answer }
}

test(
  'a held viewer connects, and has the picture and the sound from its release on',
  async () => {
    const watcher = newWatcher()
    let right: Right = 'connect'
    const opened = await engine.open(KERVAN, await watcher.offer(), { right: () => right })
    if ('refused' in opened) throw new Error(opened.message)
    let frames = 0
    const first = watcher.frame().then(() => frames++)
    watcher.answer(opened.answer)
    await watcher.state('connected')
    // A viewer that is not held has frames by then.
    const other = await watch(KERVAN)
    await other.watcher.frame((frame) => frame.frames > 20)
    expect(await engine.layer(opened.id, 'small')).toEqual({ ok: true })
    expect(frames).toBe(0)
    engine.recheck('7')
    right = 'seat'
    engine.recheck('7')
    engine.recheck('7')
    await first
    expect(await watcher.frame(({ width }) => width < 640)).toMatchObject({ width: 320 })
    engine.spin('7', spinOf(KERVAN, '1234', 1))
    await watcher.frame(({ loudest }) => loudest > 2000)
  },
  SLOW,
)

function spinOf(scene: Scene, spinId: string, seed: number) {
  const { stops, wins } = spinGame(GAMES[scene.game] as GameDef, 500, seededRandom(seed), false)
  return { spinId, stops, wins, free: false }
}

const meters = (credit: number) => ({ credit, win: 0, stake: 500, freeSpins: 0 })
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test(
  'a viewer sees the spin and the credit that were sent, and hears the spin',
  async () => {
    engine.meters('7', meters(10_000))
    const { watcher, answer } = await watch(KERVAN)
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

    engine.meters('7', meters(9500))
    engine.spin('7', spinOf(KERVAN, '1234', 1))
    const running = await watcher.frame(({ marker }) => marker?.spin === 1234)
    expect(running.marker).toMatchObject({ standing: false, credit: 9500 })
    const stood = await watcher.frame(({ marker }) => marker?.spin === 1234 && marker.standing)
    expect(stood.loudest).toBeGreaterThan(2000)

    engine.meters('7', meters(12_750))
    const paid = await watcher.frame(({ marker }) => marker?.credit === 12_750)
    // A busy machine's encoder may send a frame too coarse to be read; the marker is drawn into every frame.
    expect(paid.unreadable).toBeLessThanOrEqual(paid.frames / 20)
  },
  SLOW,
)

test(
  'unless it is started with a marker, no frame that a viewer decodes carries one',
  async () => {
    const product = startVideo({ prerender: false })
    try {
      const watcher = newWatcher()
      const opened = await product.open(KERVAN, await watcher.offer())
      if ('refused' in opened) throw new Error(opened.message)
      watcher.answer(opened.answer)
      const seen = await watcher.frame(({ frames }) => frames > 10)
      expect(seen.marker).toBeUndefined()
      expect(seen.unreadable).toBe(seen.frames)
    } finally {
      await product.stop()
    }
  },
  SLOW,
)

test(
  'a machine is drawn once for two viewers, and not at all without viewers',
  async () => {
    const [first, second] = [newWatcher(), newWatcher()]
    const one = await watch(KERVAN, first)
    await first.frame()
    const two = await watch(KERVAN, second)
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
    expect(after?.viewers).toEqual({ 7: 2 })
    const drawn = (after?.drawn['7'] ?? 0) - (before?.drawn['7'] ?? 0)
    expect(drawn).toBeLessThanOrEqual((Date.now() - begun) / (1000 / 30) + 2)

    engine.close(one.id)
    await second.frame()
    engine.close(two.id)
    const left = await engine.stats()
    expect(left?.viewers).toEqual({})
    const other = await watch(NAR)
    await other.watcher.frame(({ frames }) => frames > 15)
    const later = await engine.stats()
    expect(later?.drawn['7']).toBe(left?.drawn['7'])
    expect(later?.drawn['8']).toBeGreaterThan(15)
  },
  SLOW,
)

test(
  'a viewer that connects in the middle of a spin sees that spin',
  async () => {
    engine.meters('7', meters(700))
    engine.spin('7', { ...spinOf(KERVAN, '55', 3), sinceMs: 0 })
    const begun = Date.now()
    const { watcher } = await watch(KERVAN)
    const seen = await watcher.frame(({ marker }) => marker !== undefined)
    expect(seen.marker).toMatchObject({ spin: 55, credit: 700 })
    const stood = await watcher.frame(({ marker }) => marker?.standing === true)
    expect(stood.marker?.spin).toBe(55)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1800)
  },
  SLOW,
)

test(
  'a killed worker is replaced: onLost names its machines, and the new one shows the same state',
  async () => {
    const lost: string[][] = []
    const closed: string[] = []
    engine.onLost((machineIds) => lost.push(machineIds))
    engine.onClosed((id) => closed.push(id))
    engine.meters('7', meters(4200))
    engine.spin('7', spinOf(KERVAN, '99', 5))
    const { watcher, id } = await watch(KERVAN)
    await watcher.frame()
    const pid = (await engine.stats())?.pid ?? 0
    process.kill(pid, 'SIGKILL')
    // A request in flight is answered when the worker dies.
    const pending = engine.candidate(id, 'a=end-of-candidates')
    await vi.waitFor(() => expect(lost).toEqual([['7']]), 5000)
    expect(closed).toEqual([id])
    expect(await pending).toMatchObject({ refused: expect.stringMatching(/down|unknown/) })

    const again = newWatcher()
    const offer = await again.offer()
    const answer = await vi.waitFor(async () => {
      const opened = await engine.open(KERVAN, offer)
      if ('refused' in opened) throw new Error(opened.message)
      return opened.answer
    }, 10_000)
    again.answer(answer)
    const seen = await again.frame(({ marker }) => marker !== undefined)
    expect(seen.marker).toMatchObject({ spin: 99, credit: 4200 })
    expect((await engine.stats())?.pid).not.toBe(pid)
  },
  SLOW,
)

test(
  'an ICE restart does not interrupt the video',
  async () => {
    const { watcher, id, answer } = await watch(KERVAN)
    await watcher.frame()
    const restart = await watcher.restart()
    const restarted = await engine.restartIce(id, restart.fragment)
    if ('refused' in restarted) throw new Error(restarted.message)
    const ufrag = (text: string) => /a=ice-ufrag:(\S+)/.exec(text)?.[1]
    expect(ufrag(restarted.fragment)).toBeDefined()
    expect(ufrag(restarted.fragment)).not.toBe(ufrag(answer))
    restart.apply(restarted.fragment)
    const { frames } = await watcher.frame()
    await watcher.frame((later) => later.frames > frames + 45)
    await watcher.state('connected')
  },
  SLOW,
)

test(
  'a viewer that never connects and one that vanishes are closed',
  async () => {
    await engine.stop()
    engine = startVideo({ prerender: false, connectMs: 600, awayMs: 600 })
    const closed: string[] = []
    engine.onClosed((id) => closed.push(id))
    const opened = await engine.open(KERVAN, await newWatcher().offer())
    await vi.waitFor(() => expect(closed).toEqual(['id' in opened ? opened.id : '']), 10_000)

    const { watcher, id } = await watch(KERVAN)
    await watcher.frame()
    await watcher.close()
    await vi.waitFor(() => expect(closed).toContain(id), 30_000)
    expect((await engine.stats())?.viewers).toEqual({})
  },
  SLOW,
)

test(
  'an invalid request is refused with a reason, and the worker continues',
  async () => {
    await engine.stop()
    engine = startVideo({ prerender: false, maxViewers: 1 })
    const offer = await newWatcher().offer()
    const fingerprint = offer.replace(/^a=fingerprint:.*$/gm, 'a=fingerprint:sha-256 00:11')
    expect(await engine.open(KERVAN, 'v=0')).toMatchObject({ refused: 'sdp' })
    expect(await engine.open(KERVAN, fingerprint)).toMatchObject({ refused: 'sdp' })
    expect(await engine.open(KERVAN, offer.replaceAll('VP8', 'VP7'))).toMatchObject({ refused: 'offer' })
    expect(await engine.open({ ...KERVAN, game: 'poker' }, offer)).toMatchObject({ refused: 'unknown' })
    const { watcher, id } = await watch(KERVAN)
    expect(await engine.open(KERVAN, offer)).toMatchObject({ refused: 'full' })
    expect(await engine.candidate(id, 'nonsense')).toMatchObject({ refused: 'fragment' })
    expect(await engine.restartIce(id, 'a=end-of-candidates')).toMatchObject({ refused: 'fragment' })
    expect(await engine.candidate('nobody', 'a=end-of-candidates')).toMatchObject({ refused: 'unknown' })
    await watcher.frame()
  },
  SLOW,
)

test(
  'a machine that fails to render loses its viewers; the others continue',
  async () => {
    const closed: string[] = []
    engine.onClosed((id) => closed.push(id))
    const broken = await watch(KERVAN)
    const sound = await watch(NAR)
    await Promise.all([broken.watcher.frame(), sound.watcher.frame()])
    engine.spin('7', { spinId: '1', stops: [-5, 0, 0, 0, 0], wins: [], free: false })
    await vi.waitFor(() => expect(closed).toEqual([broken.id]), 5000)
    const { frames } = await sound.watcher.frame()
    await sound.watcher.frame((later) => later.frames > frames + 10)
  },
  SLOW,
)

test(
  'stop ends the worker, and later calls are refused',
  async () => {
    const { watcher } = await watch(KERVAN)
    await watcher.frame()
    const pid = (await engine.stats())?.pid ?? 0
    expect(isAlive(pid)).toBe(true)
    const begun = Date.now()
    await engine.stop()
    expect(Date.now() - begun).toBeLessThan(2000)
    expect(isAlive(pid)).toBe(false)
    expect(await engine.open(KERVAN, 'v=0')).toMatchObject({ refused: 'down' })
  },
  SLOW,
)

test(
  'the worker exits when the platform is killed',
  async () => {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const platform = fork(new URL('./test-platform.ts', import.meta.url), { execArgv: ['--import', tsx] })
    const pid = await new Promise<number>((resolve) =>
      platform.once('message', (workerPid) => resolve(Number(workerPid))),
    )
    expect(isAlive(pid)).toBe(true)
    platform.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)
  },
  SLOW,
)

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

test(
  'no packet goes to a private address that a viewer names, in the offer or later, unless it is configured',
  async () => {
    const own = startVideo({ prerender: false, networks: ['127.0.0.0/8'] })
    const victims = [await listener(), await listener(), await listener()] as const
    const line = (at: number) =>
      `a=candidate:7 1 udp 2122260223 127.0.0.1 ${victims[at]?.port} typ host generation 0\r\n`
    const plain = (await newWatcher().offer()).replace(/^a=candidate:.*\r\n/gm, '')
    const withCandidate = (at: number) => plain.replace(/^a=mid:0\r\n/m, `a=mid:0\r\n${line(at)}`)
    const opened = await engine.open(NAR, withCandidate(0))
    if ('refused' in opened) throw new Error(opened.message)
    expect(await engine.candidate(opened.id, `a=mid:0\r\n${line(1)}`)).toEqual({ ok: true })
    // The same where it is permitted: the packets come, so those above would have come by now.
    await own.open(NAR, withCandidate(2))
    await vi.waitFor(() => expect(victims[2].packets()).toBeGreaterThan(3), 10_000)
    expect([victims[0].packets(), victims[1].packets()]).toEqual([0, 0])
    for (const victim of victims) victim.close()
    await own.stop()
  },
  SLOW,
)

test(
  'a viewer takes a limited number of candidates, whatever they are',
  async () => {
    const { id } = await watch(NAR)
    const many = 'a=candidate:7 1 udp 1 10.0.0.1 5000 typ host\r\n'.repeat(45)
    const trickle = () => engine.candidate(id, `a=mid:0\r\n${many}`)
    expect(await trickle()).toEqual({ ok: true })
    expect([await trickle(), await trickle()]).toContainEqual(
      expect.objectContaining({ refused: 'fragment' }),
    )
    const restart = await engine.restartIce(id, `a=ice-ufrag:abcd\r\na=ice-pwd:${'x'.repeat(24)}\r\n${many}`)
    expect(restart).toMatchObject({ refused: 'restart' })
  },
  SLOW,
)

test(
  'an answer names no address that is not published',
  async () => {
    const own = startVideo({ prerender: false, addresses: ['203.0.113.9'] })
    const opened = await own.open(NAR, await newWatcher().offer())
    if ('refused' in opened) throw new Error(opened.message)
    expect(opened.answer).not.toMatch(/^a=candidate/m)
    const addresses = Object.values(networkInterfaces()).flatMap((cards) => cards ?? [])
    for (const { address, internal } of addresses) if (!internal) expect(opened.answer).not.toContain(address)
    await own.stop()
  },
  SLOW,
)

/** A UDP port that is free at this moment. */
async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

test(
  'pictures use the configured ports; a viewer without a free one is refused, and accepted once one is free',
  async () => {
    await engine.stop()
    const port = await freeUdpPort()
    const publicAddress = '203.0.113.9'
    engine = startVideo({ prerender: false, ports: { min: port, max: port }, publicAddress })
    const first = await watch(KERVAN)
    const candidates = first.answer.match(/^a=candidate:.*$/gm)
    expect(candidates).toEqual([expect.stringContaining(` udp `)])
    expect(candidates?.[0]).toContain(` ${publicAddress} ${port} typ host`)
    const offer = await newWatcher().offer()
    expect(await engine.open(NAR, offer)).toMatchObject({ refused: 'full' })
    expect(engine.pictures()).toEqual({ sent: 1, machines: 1 })
    engine.close(first.id)
    await vi.waitFor(async () => expect(await engine.open(NAR, offer)).toHaveProperty('answer'), 10_000)
  },
  SLOW,
)
