import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { BRANDS } from '../platform/brands/index.ts'
import { cryptoRandom, GAMES, spinGame } from '../platform/games/index.ts'
import { startVideo, type VideoEngine } from '../platform/video/client/engine.ts'
import { figure, show, type Table } from './table.ts'

/** A picture of 30 a second counts as held down to this. */
const HELD_FPS = 29
const SECONDS = 5

const Reply = v.union([
  v.object({ offer: v.number(), sdp: v.string() }),
  v.object({ frames: v.array(v.number()) }),
])

/** A process of viewers, and a way to ask it things in turn. */
function openViewers() {
  const child: ChildProcess = fork(new URL('./viewers.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  })
  const ask = (message: object) =>
    new Promise<v.InferOutput<typeof Reply>>((done, fail) => {
      const ended = (code: number | null, signal: string | null) =>
        fail(new Error(`the viewers ended: ${code ?? signal}`))
      child.once('exit', ended)
      child.once('message', (reply) => {
        child.off('exit', ended)
        done(v.parse(Reply, reply))
      })
      child.send(message)
    })
  return {
    async offer(id: number): Promise<string> {
      const reply = await ask({ open: id })
      return 'sdp' in reply ? reply.sdp : ''
    },
    answer: (id: number, sdp: string) => void child.send({ answer: id, sdp }),
    async frames(): Promise<number[]> {
      const reply = await ask({ count: true })
      return 'frames' in reply ? reply.frames : []
    },
    pid: child.pid,
    close: () => void child.kill('SIGKILL'),
  }
}

/** CPU time of this process's children but one, in ms: the video process's. Not a number where there is no /proc. */
function cpuMs(notPid: number | undefined): number {
  try {
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== notPid)
    return children.reduce((sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      const mine = Number(fields[1]) === process.pid
      return mine ? sum + (Number(fields[11]) + Number(fields[12])) * 10 : sum
    }, 0)
  } catch {
    return Number.NaN
  }
}

/** Keeps the reels of these machines turning, each on its own beat. */
function keepSpinning(engine: VideoEngine, machines: readonly ReturnType<typeof sceneOf>[]): () => void {
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

/** Frames a second that each viewer decoded, second by second, and the share of a core that the video process took. */
async function watch(machines: number, viewersEach: number, seconds: number) {
  const engine = startVideo()
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
    }
  }
  const stop = keepSpinning(engine, scenes)
  const tick = () => new Promise((done) => setTimeout(done, 1000))
  // Congestion control starts low and needs some seconds to find that the line is free.
  for (let second = 0; second < SECONDS; second++) await tick()
  const rates: number[] = []
  let before = await viewers.frames()
  let at = performance.now()
  const cpuBefore = cpuMs(viewers.pid)
  const began = at
  for (let second = 0; second < seconds; second++) {
    await tick()
    const now = await viewers.frames()
    const passed = (performance.now() - at) / 1000
    at = performance.now()
    rates.push(...now.map((frames, i) => (frames - (before[i] ?? 0)) / passed))
    before = now
  }
  const cores = (cpuMs(viewers.pid) - cpuBefore) / (at - began)
  stop()
  viewers.close()
  await engine.stop()
  return { fps: figure(rates), cores }
}

/** How many machines, and how many viewers of one machine, this computer draws, encodes and decodes at 30 a second. */
export async function videoBench(seconds: number): Promise<Table> {
  const rows: string[][] = []
  // The first picture of a process compiles and fills what all later ones find ready.
  await watch(1, 1, 1)
  for (const kind of ['machines', 'viewers'] as const) {
    let missed = 0
    for (const count of [1, 2, 4, 6, 8, 10, 12, 16]) {
      const seen = kind === 'machines' ? await watch(count, 1, seconds) : await watch(1, count, seconds)
      const what =
        kind === 'machines' ? `${count} machine(s), 1 viewer each` : `1 machine, ${count} viewer(s)`
      if (!seen) {
        rows.push([what, 'refused: no more than this', '', ''])
        break
      }
      const { fps, cores } = seen
      const held = fps.median >= HELD_FPS
      rows.push([
        what,
        show(fps, 1),
        Number.isNaN(cores) ? 'unknown' : `${Math.round(cores * 100)} %`,
        held ? 'yes' : 'no',
      ])
      missed = held ? 0 : missed + 1
      if (missed === 2) break
    }
  }
  return {
    title: 'Pictures at 30 frames a second',
    note: `640x360, VP8 and Opus, reels turning all the time; the viewers decode on the same processor, so a server by itself holds more. Median and spread over viewers and ${seconds} seconds; processor: the video process alone, of one core. Held: a median of ${HELD_FPS} or more.`,
    head: ['watched', 'frames/s decoded', 'of a core', 'held'],
    rows,
  }
}
