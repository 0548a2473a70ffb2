import { afterEach } from 'vitest'
import { GAMES, type GameDef, seededRandom, spinGame } from '../../../games/index.ts'
import { startVideo, type VideoEngine, type VideoOptions } from '../../../video/client/engine.ts'
import type { Scene } from '../../../video/protocol/machine-state.ts'
import { createWatcher, type Watcher } from './watcher.ts'

/* For tests: machines, and viewers of their pictures. */

export const SLOW = 60_000

let machines = 0
const nextId = () => String(++machines)
/** Machines that no other test of the file has used, because the tests share a video process. */
export const kervanMachine = (): Scene => ({ id: nextId(), name: 'Kervan', brand: 'kervan', game: 'lines10' })
export const narMachine = (): Scene => ({ id: nextId(), name: 'Nar', brand: 'nar', game: 'classic5' })

export function spinOf(scene: Scene, spinId: string, seed: number) {
  const { stops, wins } = spinGame(GAMES[scene.game] as GameDef, 500, seededRandom(seed), false)
  return { spinId, stops, wins, free: false }
}

export const meters = (credit: number) => ({ credit, win: 0, stake: 500, freeSpins: 0 })

/** The video process. Without one it throws: a signal to process 0 would reach the tests. */
export async function pidOf(engine: VideoEngine): Promise<number> {
  const stats = await engine.stats()
  if (!stats) throw new Error('the video process is down')
  return stats.pid
}

/** Returns the function that starts a video process for one test; it ends after the viewers. */
export function createTestEngines(viewers: ReturnType<typeof createTestViewers>) {
  const engines: VideoEngine[] = []
  afterEach(async () => {
    await viewers.closeAll()
    await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  })
  return (options: VideoOptions): VideoEngine => {
    const engine = startVideo({ prerender: false, ...options })
    engines.push(engine)
    return engine
  }
}

/** Viewers of one test. */
export function createTestViewers() {
  const watchers: Watcher[] = []
  const opened: { engine: VideoEngine; id: string }[] = []
  function newWatcher(): Watcher {
    const watcher = createWatcher()
    watchers.push(watcher)
    return watcher
  }
  async function open(
    engine: VideoEngine,
    scene: Scene,
    offer: string,
    claim?: Parameters<VideoEngine['open']>[2],
  ) {
    const viewer = await engine.open(scene, offer, claim)
    if ('refused' in viewer) throw new Error(viewer.message)
    opened.push({ engine, id: viewer.id })
    return viewer
  }
  return {
    newWatcher,
    /** Opens a viewer that must be accepted. */
    open,
    /** Opens the picture of a machine for a watcher. */
    async watch(engine: VideoEngine, scene: Scene, watcher = newWatcher()) {
      const { id, answer } = await open(engine, scene, await watcher.offer())
      watcher.answer(answer)
      return { watcher, id, answer }
    },
    /** Closes all viewers, so that the next test finds none. */
    async closeAll(): Promise<void> {
      for (const { engine, id } of opened.splice(0)) engine.close(id)
      await Promise.all(watchers.splice(0).map((watcher) => watcher.close()))
    },
  }
}
