import { randomUUID } from 'node:crypto'
import type { LastSpin, MachineState } from '../render/frame-state.ts'
import { createStills } from '../still/still-cache.ts'
import type { Meters, Scene, ShownSpin, VideoEngine, VideoOptions, VideoRefusal } from './engine.ts'
import type { Answer, Order, Stats } from './ipc.ts'
import { createProcess } from './supervisor.ts'

interface Known {
  meters: Meters
  last?: LastSpin
}

const DOWN: VideoRefusal = { refused: 'down', message: 'The picture is being started again.' }
const NO_METERS: Meters = { credit: 0, win: 0, stake: 0, freeSpins: 0 }

/**
 * Starts the drawing process and keeps it running. All state is kept here and sent with every opened viewer, so a
 * process that died is replaced by one that shows the same.
 */
export function startVideo(options: VideoOptions = {}): VideoEngine {
  const maxViewers = options.maxViewers ?? 48
  const machines = new Map<string, Known>()
  const sessions = new Map<string, string>()
  const onClosed = new Set<(session: string) => void>()
  const onLost = new Set<(machineIds: string[]) => void>()

  const child = createProcess(options, {
    closed: forget,
    died() {
      const lost = [...new Set(sessions.values())]
      for (const session of [...sessions.keys()]) forget(session)
      if (lost.length > 0) for (const listener of onLost) listener(lost)
    },
  })

  function forget(session: string): void {
    if (sessions.delete(session)) for (const listener of onClosed) listener(session)
  }

  function known(machineId: string): Known {
    const machine = machines.get(machineId) ?? { meters: NO_METERS }
    machines.set(machineId, machine)
    return machine
  }

  const stateOf = (scene: Scene): MachineState => {
    const { meters, last } = known(scene.id)
    return { scene, meters, last }
  }

  const stills = createStills({
    async draw(state, withinMs) {
      const answer = await child.ask((call) => ({ type: 'still', call, state }), withinMs)
      return answer && 'still' in answer ? Buffer.from(answer.still, 'base64') : undefined
    },
  })

  const isWatched = (machineId: string) => [...sessions.values()].includes(machineId)

  async function ask(session: string, order: (call: number) => Order): Promise<Answer> {
    if (!sessions.has(session)) return { refused: 'unknown', message: 'There is no such viewer.' }
    return (await child.ask(order)) ?? DOWN
  }

  return {
    async open(scene: Scene, offer: string) {
      if (sessions.size >= maxViewers) return { refused: 'full', message: 'All places are taken.' }
      const session = randomUUID()
      sessions.set(session, scene.id)
      const state = stateOf(scene)
      const answer = await ask(session, (call) => ({ type: 'open', call, session, offer, state }))
      if ('answer' in answer) return { session, answer: answer.answer }
      // An answer that is too late must not leave a viewer behind that nobody knows.
      child.tell({ type: 'close', session })
      sessions.delete(session)
      return 'refused' in answer ? answer : DOWN
    },
    async candidate(session, fragment) {
      const answer = await ask(session, (call) => ({ type: 'candidate', call, session, fragment }))
      return 'ok' in answer || 'refused' in answer ? answer : DOWN
    },
    async restartIce(session, fragment) {
      const answer = await ask(session, (call) => ({ type: 'restart', call, session, fragment }))
      return 'fragment' in answer || 'refused' in answer ? answer : DOWN
    },
    async layer(session, layer) {
      const answer = await ask(session, (call) => ({ type: 'layer', call, session, layer }))
      return 'ok' in answer || 'refused' in answer ? answer : DOWN
    },
    close(session) {
      child.tell({ type: 'close', session })
      forget(session)
    },
    meters(machineId, { credit, win, stake, freeSpins }) {
      const meters = { credit, win, stake, freeSpins }
      known(machineId).meters = meters
      if (isWatched(machineId)) child.tell({ type: 'meters', machineId, meters })
    },
    spin(machineId, shown: ShownSpin) {
      const machine = known(machineId)
      const { sinceMs = 0, ...spin } = shown
      const before = machine.last?.spin
      const last: LastSpin = {
        spin,
        startedAt: Date.now() - sinceMs,
        ...(before && { from: { stops: before.stops, free: before.free } }),
      }
      machine.last = last
      if (isWatched(machineId)) child.tell({ type: 'spin', machineId, last })
    },
    still: (scene) => stills.of(scene.id, () => stateOf(scene)),
    onClosed: (listener) => subscribe(onClosed, listener),
    onLost: (listener) => subscribe(onLost, listener),
    async stats(): Promise<Stats | undefined> {
      const answer = await child.ask((call) => ({ type: 'stats', call }))
      return answer && 'drawn' in answer ? answer : undefined
    },
    stop: () => child.stop(),
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
