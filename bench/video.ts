import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { BRANDS } from '../platform/brands/index.ts'
import { cryptoRandom, GAMES, spinGame } from '../platform/games/index.ts'
import { startVideo, type VideoEngine } from '../platform/video/client/engine.ts'
import { LAYERS } from '../platform/video/protocol/layers.ts'
import { formatFigure, summarize, type Table } from './table.ts'

/** A stream of 30 frames/s counts as sustained if its median is at least this. */
const MIN_SUSTAINED_FPS = 29
const WARM_UP_SECONDS = 5
const SHARP_WIDTH = LAYERS[0].width

const Offer = v.object({ sdp: v.string() })
/** The frames that each viewer has decoded so far, and the widths of the newest ones in pixels. */
const Count = v.object({ frames: v.array(v.number()), widths: v.array(v.number()) })

/** Starts a process of viewers; requests to it run one at a time. */
function openViewers() {
  const child: ChildProcess = fork(new URL('./viewers.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  })
  const request = <T extends v.GenericSchema>(schema: T, message: object) =>
    new Promise<v.InferOutput<T>>((done, fail) => {
      const ended = (code: number | null, signal: string | null) =>
        fail(new Error(`the viewers ended: ${code ?? signal}`))
      child.once('exit', ended)
      child.once('message', (reply) => {
        child.off('exit', ended)
        done(v.parse(schema, reply))
      })
      child.send(message)
    })
  return {
    offer: async (id: number) => (await request(Offer, { open: id })).sdp,
    answer: (id: number, sdp: string) => void child.send({ answer: id, sdp }),
    count: () => request(Count, { count: true }),
    pid: child.pid,
    close: () => void child.kill('SIGKILL'),
  }
}

/**
 * CPU time in ms of all children of this process except `exceptPid`, which leaves the video process. NaN
 * without /proc.
 */
function cpuMs(exceptPid: number | undefined): number {
  try {
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== exceptPid)
    return children.reduce((sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      const isChild = Number(fields[1]) === process.pid
      return isChild ? sum + (Number(fields[11]) + Number(fields[12])) * 10 : sum
    }, 0)
  } catch {
    return Number.NaN
  }
}

/** Spins the reels of these machines repeatedly, each at its own interval. */
function startSpinning(engine: VideoEngine, machines: readonly ReturnType<typeof sceneOf>[]): () => void {
  let spins = 0
  const timers = machines.map((scene, i) => {
    const game = GAMES[scene.game]
    const spin = () => {
      if (!game) return
      const stake = game.stakes[0] ?? 0
      const { stops, wins, win } = spinGame(game, stake, cryptoRandom, false)
      engine.meters(scene.id, { credit: 100_000 + win, win, stake, freeSpins: 0 })
      engine.spin(scene.id, { spinId: String(++spins), stops, wins, free: false })
    }
    spin()
    return setInterval(spin, (game?.durationMs ?? 3000) + 600 + i * 37)
  })
  return () => timers.forEach(clearInterval)
}

function sceneOf(index: number) {
  const art = BRANDS[index % BRANDS.length] ?? { key: 'kervan', name: 'Kervan', game: 'lines10' }
  return {
    id: String(index + 1),
    name: `${art.name} ${index + 1}`,
    brand: art.key,
    game: art.game,
    currency: 'TRY',
  }
}

/** Decoded frames/s of each viewer in each second, and the cores that the video process used. */
async function measureStreams(machines: number, viewersEach: number, seconds: number, layer?: 'sharp') {
  const engine = startVideo({ maxSharpViewers: machines * viewersEach })
  const viewers = openViewers()
  const scenes = Array.from({ length: machines }, (_, i) => sceneOf(i))
  let id = 0
  for (const scene of scenes) {
    for (let viewer = 0; viewer < viewersEach; viewer++) {
      const opened = await engine.open(scene, await viewers.offer(++id))
      if ('refused' in opened) {
        viewers.close()
        await engine.stop()
        return undefined
      }
      viewers.answer(id, opened.answer)
      if (layer) await engine.layer(opened.id, layer)
    }
  }
  const stop = startSpinning(engine, scenes)
  const tick = () => new Promise((done) => setTimeout(done, 1000))
  // Congestion control starts at a low rate and needs some seconds to reach the full one.
  for (let second = 0; second < WARM_UP_SECONDS; second++) await tick()
  // The art of the sharp layer takes seconds to draw.
  while (layer && (await viewers.count()).widths.some((width) => width < SHARP_WIDTH)) await tick()
  const rates: number[] = []
  let { frames: before } = await viewers.count()
  let at = performance.now()
  const cpuBefore = cpuMs(viewers.pid)
  const began = at
  for (let second = 0; second < seconds; second++) {
    await tick()
    const { frames: counts } = await viewers.count()
    const passed = (performance.now() - at) / 1000
    at = performance.now()
    rates.push(...counts.map((frames, i) => (frames - (before[i] ?? 0)) / passed))
    before = counts
  }
  const cores = (cpuMs(viewers.pid) - cpuBefore) / (at - began)
  stop()
  viewers.close()
  await engine.stop()
  return { fps: summarize(rates), cores }
}

type Measured = NonNullable<Awaited<ReturnType<typeof measureStreams>>>
const isSustained = ({ fps }: Measured) => fps.median >= MIN_SUSTAINED_FPS

const rowOf = (label: string, measured: Measured): string[] => [
  label,
  formatFigure(measured.fps, 1),
  Number.isNaN(measured.cores) ? 'unknown' : `${Math.round(measured.cores * 100)} %`,
  isSustained(measured) ? 'yes' : 'no',
]

/** Measures how many machines, and how many viewers of one machine, this computer sustains at 30 frames/s. */
export async function videoBench(seconds: number): Promise<Table> {
  const rows: string[][] = []
  // The first stream of a process fills its caches.
  await measureStreams(1, 1, 1)
  for (const kind of ['machines', 'viewers'] as const) {
    let missed = 0
    for (const count of [1, 2, 4, 6, 8, 10, 12, 16]) {
      const result =
        kind === 'machines'
          ? await measureStreams(count, 1, seconds)
          : await measureStreams(1, count, seconds)
      const label =
        kind === 'machines' ? `${count} machine(s), 1 viewer each` : `1 machine, ${count} viewer(s)`
      if (!result) {
        rows.push([label, 'refused: stream limit reached', '', ''])
        break
      }
      rows.push(rowOf(label, result))
      missed = isSustained(result) ? 0 : missed + 1
      if (missed === 2) break
    }
  }
  for (const count of [1, 2]) {
    const result = await measureStreams(count, 1, seconds, 'sharp')
    if (!result) break
    rows.push(rowOf(`${count} machine(s), 1 viewer each, sharp layer`, result))
  }
  return {
    title: 'Video streams at 30 frames/s',
    note: `640x360 (sharp layer: 1280x720), VP8 and Opus, reels always spinning. The viewers decode on the same processor: a server without them sustains more. Median over viewers and ${seconds} seconds. Processor: of the video process, in percent of a core. Sustained: a median of ${MIN_SUSTAINED_FPS} frames/s or more.`,
    head: ['streams', 'frames/s decoded', 'processor', 'sustained'],
    rows,
  }
}
