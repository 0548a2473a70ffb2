import { randomUUID } from 'node:crypto'
import type { Dispose } from '../../../src/contract/result.ts'
import type { Answer, Command, VideoRefusal, VideoStats } from '../protocol/ipc.ts'
import type { LayerId } from '../protocol/layers.ts'
import type { LastSpin, MachineState, Meters, Scene, ShownSpin } from '../protocol/machine-state.ts'
import { createStillCache, type Still } from './still-cache.ts'
import { type SupervisorOptions, startSupervisor } from './supervisor.ts'

/** The machines' video, drawn and sent by a worker process. */
export interface VideoEngine {
  /**
   * Answers a viewer's offer. All of the server's candidates are in the answer. `isPlayer`: the viewer plays the machine,
   * whose picture is encoded whatever `maxMachines` is. Never throws.
   */
  open(
    scene: Scene,
    offerSdp: string,
    isPlayer?: boolean,
  ): Promise<{ session: string; answer: string } | VideoRefusal>
  /**
   * Offers a machine to an SFU, all candidates included; `accept` takes the SFU's answer. Counts as one viewer, and ends
   * as soon as the connection is lost. Never throws.
   */
  publish(scene: Scene, isPlayer?: boolean): Promise<{ session: string; offer: string } | VideoRefusal>
  accept(session: string, answerSdp: string): Promise<{ ok: true } | VideoRefusal>
  /** Adds a viewer's trickled candidates (application/trickle-ice-sdpfrag). */
  candidate(session: string, fragment: string): Promise<{ ok: true } | VideoRefusal>
  /**
   * Restarts a viewer's ICE with the credentials in the fragment. The answer holds the server's new credentials and
   * candidates, as an SDP fragment too.
   */
  restartIce(session: string, fragment: string): Promise<{ fragment: string } | VideoRefusal>
  /** Switches a viewer to this layer. */
  layer(session: string, layer: LayerId): Promise<{ ok: true } | VideoRefusal>
  /** Closes a viewer; unknown ones are ignored. */
  close(session: string): void
  /** Called when a viewer's connection was closed, by either side. Returns the unsubscribe function. */
  onClosed(listener: (session: string) => void): Dispose
  /** Sets the values of the machine's meters. Kept, so it may be called without viewers. */
  meters(machineId: string, meters: Meters): void
  /** Starts the reels, or shows a spin that started `sinceMs` ago; they stop at the game's `reelStopsMs`. */
  spin(machineId: string, spin: ShownSpin & { readonly sinceMs?: number }): void
  /**
   * A still of the machine, a few seconds old at the most; undefined if none is available within a second. Taken from
   * a frame that is drawn anyway; without viewers a frame is drawn for it.
   */
  still(scene: Scene): Promise<Still | undefined>
  /** The worker died: the viewers of these machines must connect again. Returns the unsubscribe function. */
  onLost(listener: (machineIds: string[]) => void): Dispose
  /** Pictures that are sent now, and distinct machines among them. */
  pictures(): { sent: number; machines: number }
  /** The worker's counters since it started; undefined while it is down. For tests and benches. */
  stats(): Promise<VideoStats | undefined>
  /** Closes every viewer and ends the worker; takes two seconds at the most. Safe to call twice. */
  stop(): Promise<void>
}

export interface VideoOptions extends SupervisorOptions {
  /** Begins the id of each session. */
  readonly sessionPrefix?: string
  /** Viewers in all; the next one is refused. */
  readonly maxViewers?: number
  /** Machines that are encoded at once, besides those that are watched by their players. */
  readonly maxMachines?: number
}

interface MachineRecord {
  meters: Meters
  last?: LastSpin
}

const MAX_VIEWERS = 48
const MAX_MACHINES = 16
const DOWN: VideoRefusal = { refused: 'down', message: 'The video is being restarted.' }
const refusalIn = (answer: Answer): VideoRefusal => ('refused' in answer ? answer : DOWN)
const NO_METERS: Meters = { credit: 0, win: 0, stake: 0, freeSpins: 0 }

/**
 * Starts the video worker and keeps it running. All state is kept here and sent with every opened viewer, so a
 * worker that died is replaced by one that shows the same.
 */
export function startVideo(options: VideoOptions = {}): VideoEngine {
  const { maxViewers = MAX_VIEWERS, maxMachines = MAX_MACHINES } = options
  const machines = createMachineStates()
  /** The machine id of each open session. */
  const sessions = new Map<string, string>()
  const closedListeners = new Set<(session: string) => void>()
  const lostListeners = new Set<(machineIds: string[]) => void>()

  const worker = startSupervisor(options, {
    onClosed: removeSession,
    onExit() {
      const lost = [...new Set(sessions.values())]
      for (const session of [...sessions.keys()]) removeSession(session)
      if (lost.length > 0) for (const listener of lostListeners) listener(lost)
    },
  })

  function removeSession(session: string): void {
    if (sessions.delete(session)) for (const listener of closedListeners) listener(session)
  }

  const stills = createStillCache({
    async draw(state, withinMs) {
      const answer = await worker.request((call) => ({ type: 'still', call, state }), withinMs)
      return answer && 'still' in answer ? Buffer.from(answer.still, 'base64') : undefined
    },
  })

  const isWatched = (machineId: string) => [...sessions.values()].includes(machineId)

  async function request(session: string, command: (call: number) => Command): Promise<Answer> {
    if (!sessions.has(session)) return { refused: 'unknown', message: 'There is no such viewer.' }
    return (await worker.request(command)) ?? DOWN
  }

  /** Adds a session where the limits permit it, and removes it again unless the worker opens it. */
  async function openSession(
    session: string,
    machineId: string,
    isPlayer: boolean,
    command: (call: number) => Command,
  ): Promise<Answer> {
    if (sessions.size >= maxViewers) return { refused: 'full', message: 'The viewer limit is reached.' }
    const watched = new Set(sessions.values())
    if (!isPlayer && !watched.has(machineId) && watched.size >= maxMachines)
      return { refused: 'full', message: 'The limit of encoded machines is reached.' }
    sessions.set(session, machineId)
    const answer = await request(session, command)
    if (!('refused' in answer)) return answer
    // After a timeout the worker may still open this session: close it there too.
    worker.send({ type: 'close', session })
    sessions.delete(session)
    return answer
  }

  return {
    async open(scene: Scene, offer: string, isPlayer = false) {
      const session = `${options.sessionPrefix ?? ''}${randomUUID()}`
      const state = machines.stateOf(scene)
      const answer = await openSession(session, scene.id, isPlayer, (call) => ({
        type: 'open',
        call,
        session,
        offer,
        state,
      }))
      return 'answer' in answer ? { session, answer: answer.answer } : refusalIn(answer)
    },
    async publish(scene, isPlayer = false) {
      const session = randomUUID()
      const state = machines.stateOf(scene)
      const answer = await openSession(session, scene.id, isPlayer, (call) => ({
        type: 'publish',
        call,
        session,
        state,
      }))
      return 'offer' in answer ? { session, offer: answer.offer } : refusalIn(answer)
    },
    async accept(session, answerSdp) {
      const answer = await request(session, (call) => ({ type: 'accept', call, session, answer: answerSdp }))
      return 'ok' in answer ? answer : refusalIn(answer)
    },
    async candidate(session, fragment) {
      const answer = await request(session, (call) => ({ type: 'candidate', call, session, fragment }))
      return 'ok' in answer || 'refused' in answer ? answer : DOWN
    },
    async restartIce(session, fragment) {
      const answer = await request(session, (call) => ({ type: 'restart', call, session, fragment }))
      return 'fragment' in answer || 'refused' in answer ? answer : DOWN
    },
    async layer(session, layer) {
      const answer = await request(session, (call) => ({ type: 'layer', call, session, layer }))
      return 'ok' in answer || 'refused' in answer ? answer : DOWN
    },
    close(session) {
      worker.send({ type: 'close', session })
      removeSession(session)
    },
    meters(machineId, values) {
      const meters = machines.setMeters(machineId, values)
      if (isWatched(machineId)) worker.send({ type: 'meters', machineId, meters })
    },
    spin(machineId, { sinceMs = 0, ...spin }) {
      const last = machines.setSpin(machineId, spin, Date.now() - sinceMs)
      if (isWatched(machineId)) worker.send({ type: 'spin', machineId, last })
    },
    still: (scene) => stills.get(scene.id, () => machines.stateOf(scene)),
    onClosed: (listener) => subscribe(closedListeners, listener),
    onLost: (listener) => subscribe(lostListeners, listener),
    pictures: () => ({ sent: sessions.size, machines: new Set(sessions.values()).size }),
    async stats(): Promise<VideoStats | undefined> {
      const answer = await worker.request((call) => ({ type: 'stats', call }))
      return answer && 'drawn' in answer ? answer : undefined
    },
    stop: () => worker.stop(),
  }
}

/** The newest state of each machine, kept without viewers too. */
function createMachineStates() {
  const records = new Map<string, MachineRecord>()
  function recordOf(machineId: string): MachineRecord {
    const record = records.get(machineId) ?? { meters: NO_METERS }
    records.set(machineId, record)
    return record
  }
  return {
    stateOf(scene: Scene): MachineState {
      const { meters, last } = recordOf(scene.id)
      return { scene, meters, last }
    },
    setMeters(machineId: string, { credit, win, stake, freeSpins }: Meters): Meters {
      const meters = { credit, win, stake, freeSpins }
      recordOf(machineId).meters = meters
      return meters
    },
    setSpin(machineId: string, spin: ShownSpin, startedAt: number): LastSpin {
      const record = recordOf(machineId)
      const previous = record.last?.spin
      const from = previous && { stops: previous.stops, free: previous.free }
      const last = { spin, startedAt, ...(from && { from }) }
      record.last = last
      return last
    },
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): Dispose {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
