import type { RefusalCode } from '../../src/contract/codes.ts'
import type { FloorEvents } from '../floor/context.ts'
import type { Floor } from '../floor/ports/floor.ts'
import type { ClusterPort } from '../floor/ports/interfaces.ts'
import type { Mirror } from '../floor/ports/ownership.ts'
import type { Logins } from '../players/logins.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { Bus } from './bus.ts'

/* The reports of each process to the others, and how they are applied. */

/** A page has taken a machine's seat. */
export interface PageTaken {
  readonly machineId: string
  readonly playerId: string
  readonly page?: string | undefined
  readonly presence: number
}

/** The messages by kind. All processes are of the same or the previous build. */
interface Messages {
  machines: readonly Mirror[]
  jackpot: { brandId: string; balance: number; version: number }
  event: { name: PlayerEvent; payload: object }
  spin: { machineId: string; spin: Parameters<VideoEngine['spin']>[1] }
  meters: { machineId: string; meters: Parameters<VideoEngine['meters']>[1] }
  page: PageTaken
  ended: { loginId: string; code: RefusalCode }
  owned: readonly string[]
  /** The id of a login; the country check no longer permits its address. */
  forbidden: string
  /** The process knows the database's state only: it has just started, or messages to it were lost. */
  hello: null
}

/** Events for a player's or a controller's sockets, in any process. */
const PLAYER_EVENTS = ['game', 'balance', 'info', 'dismissed', 'quit', 'outdated', 'toController'] as const
type PlayerEvent = (typeof PLAYER_EVENTS)[number]

type Send = <K extends keyof Messages>(kind: K, payload: Messages[K]) => void
export const sender =
  (bus: Bus): Send =>
  (kind, payload) =>
    bus.send(kind, payload)

type Video = Pick<VideoEngine, 'meters' | 'spin'>

/** Shows this process's machines in the videos of all processes. */
export function sharedVideo(video: Video, send: Send, owns: (machineId: string) => boolean): Video {
  return {
    spin(machineId, spin) {
      video.spin(machineId, spin)
      if (owns(machineId)) send('spin', { machineId, spin })
    },
    meters(machineId, meters) {
      video.meters(machineId, meters)
      if (owns(machineId)) send('meters', { machineId, meters })
    },
  }
}

export interface ReplicateDeps {
  readonly bus: Bus
  readonly send: Send
  readonly floor: ClusterPort & Pick<Floor, 'events'>
  readonly video: Video
  onPage(taken: PageTaken): void
  readonly logins: Pick<Logins, 'onEnded' | 'notifyEnded'>
  /** Pushes of other processes were lost: the sockets of this process may show old values. */
  onLoss(): void
  /** Machines have a new owner. */
  onOwned(machineIds: readonly string[]): void
  /** The pictures of a login must end. */
  onForbidden(loginId: string): void
}

/** Reports the events of this process and applies those of the others, until the process ends. */
export function startReplication({ bus, send, floor, video, logins, ...apply }: ReplicateDeps): void {
  let isApplying = false
  const report = (machineId: string) => {
    const mirror = isApplying ? undefined : floor.owned(machineId)[0]
    if (mirror) send('machines', [mirror])
  }
  floor.events.on('status', report)
  floor.events.on('jackpot', (brandId) => {
    if (!isApplying) send('jackpot', { brandId, ...floor.jackpot(brandId) })
  })
  const forwardEvent =
    <K extends PlayerEvent>(name: K) =>
    (...[payload]: FloorEvents[K]) => {
      if (!isApplying) send('event', { name, payload })
    }
  floor.events.on('game', forwardEvent('game')).on('balance', forwardEvent('balance'))
  floor.events.on('info', forwardEvent('info')).on('dismissed', forwardEvent('dismissed'))
  floor.events.on('quit', forwardEvent('quit')).on('outdated', forwardEvent('outdated'))
  // With its time: messages wait while Redis is away, and a press must not be made after that.
  floor.events.on('toController', (command) => {
    if (!isApplying) send('event', { name: 'toController', payload: { ...command, at: Date.now() } })
  })

  logins.onEnded((loginId, code) => {
    if (!isApplying) send('ended', { loginId, code })
  })

  const reportAll = () => send('machines', floor.owned())
  const handlers: { [K in keyof Messages]: (payload: Messages[K]) => void } = {
    machines: (mirrors) => mirrors.forEach(floor.applyMirror),
    jackpot: ({ brandId, ...account }) => floor.applyJackpot(brandId, account),
    event: ({ name, payload }) => void Reflect.apply(floor.events.emit, floor.events, [name, payload]),
    spin: ({ machineId, spin }) => video.spin(machineId, spin),
    meters: ({ machineId, meters }) => video.meters(machineId, meters),
    page: apply.onPage,
    ended: ({ loginId, code }) => logins.notifyEnded(loginId, code),
    owned: apply.onOwned,
    forbidden: apply.onForbidden,
    hello: reportAll,
  }
  bus.onMessage((kind, payload) => {
    const handler = Object.hasOwn(handlers, kind) ? Reflect.get(handlers, kind) : undefined
    isApplying = true
    try {
      handler?.(payload)
    } finally {
      isApplying = false
    }
  })
  bus.onReconnect(reportAll)
  bus.onLoss(() => {
    send('hello', null)
    apply.onLoss()
  })
  send('hello', null)
}
