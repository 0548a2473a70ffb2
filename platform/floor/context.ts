import type { EventEmitter } from 'node:events'
import type { CodeValue } from '../../src/contract/codes.ts'
import type { GameState, InfoPush, SessionPush } from '../../src/contract/live.ts'
import type { RandomSource } from '../games/random.ts'
import type { Db } from '../store/db.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { Clock } from './clock.ts'
import { type BrandState, gameState, type MachineState, meters, statusOf } from './machine.ts'
import type { Queues } from './queue.ts'

/** What the floor tells whoever listens. It happened already: the database has it. */
export interface FloorEvents {
  /** A machine's status is another one now, for somebody. */
  status: [machineId: string]
  /** A brand's jackpot holds something else. */
  jackpot: [brandId: string]
  /** A machine shows something else. */
  game: [change: { machineId: string; playerId: string; state: GameState }]
  /** A wallet holds something else; cents. */
  balance: [wallet: { playerId: string; balance: number; seq: number }]
  /** A player has a machine, or has none any more. */
  session: [change: { playerId: string; session: SessionPush }]
  /** The page that plays this machine is to show this. */
  info: [told: { playerId: string; machineId: string; info: InfoPush }]
  /** The page that plays this machine must go. */
  dismissed: [who: { playerId: string; machineId: string; info: InfoPush }]
  /** The same, at the operator's wish; `message` is the operator's own, untranslated. */
  quit: [who: { playerId: string; machineId: string; message: string }]
}

export interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface FloorContext {
  readonly db: Db
  readonly random: RandomSource
  readonly clock: Clock
  readonly video: Pick<VideoEngine, 'meters' | 'spin'>
  readonly log: Log
  /** ms that a seat is kept for a player whose connection is gone. */
  readonly holdMs: number
  /** ms without play before a player is warned that the session ends; 0: never. */
  readonly idleMs: number
  /** Told of every command by which somebody plays: floor-idle.ts. */
  played(machine: MachineState): void
  readonly queues: Queues
  readonly events: EventEmitter<FloorEvents>
  readonly brands: ReadonlyMap<string, BrandState>
  readonly machines: ReadonlyMap<string, MachineState>
  /** The machine of each player who has one. */
  readonly seats: Map<string, string>
  /** What waits for its time; called off when the floor closes. */
  readonly timers: Map<string, () => void>
  stopping: boolean
}

/** Runs `work` after `ms`, in place of what waited under the same name. */
export function later(floor: FloorContext, name: string, ms: number, work: () => void): void {
  callOff(floor, name)
  const run = () => {
    floor.timers.delete(name)
    work()
  }
  floor.timers.set(name, floor.clock.after(ms, run))
}

export function callOff(floor: FloorContext, name: string): void {
  floor.timers.get(name)?.()
  floor.timers.delete(name)
}

/** The way back to a player's machine, as the wire has it. */
export function sessionOf(floor: FloorContext, playerId: string): SessionPush {
  const machine = floor.machines.get(floor.seats.get(playerId) ?? '')
  if (!machine) return { status: false, id: null, name: null, machine_status: null }
  return { status: true, id: machine.id, name: machine.name, machine_status: statusOf(machine, playerId) }
}

/** Tells the lobby and the player a status, or an end of a reservation, that is new to them. */
export function tellStatus(floor: FloorContext, machine: MachineState): void {
  const owner = machine.seat?.playerId ?? ''
  const theirs = owner && statusOf(machine, owner)
  const now = `${statusOf(machine)} ${owner} ${theirs} ${machine.seat?.heldUntil ?? ''}`
  if (now === machine.told) return
  const [, before, toldThem] = machine.told.split(' ')
  machine.told = now
  floor.events.emit('status', machine.id)
  if (owner === before && theirs === toldThem) return
  for (const playerId of new Set([owner, before])) {
    if (playerId) floor.events.emit('session', { playerId, session: sessionOf(floor, playerId) })
  }
}

/** Tells the picture, the player and the lobby what the machine shows now. */
export function tellGame(floor: FloorContext, machine: MachineState): void {
  floor.video.meters(machine.id, meters(machine))
  const playerId = machine.seat?.playerId
  if (playerId) {
    floor.events.emit('game', { machineId: machine.id, playerId, state: gameState(machine) })
  }
  tellStatus(floor, machine)
}

/** Sends the page away that plays this machine, and says why. */
export function tellLeave(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
  code: CodeValue,
  action: 'leave' | 'logout' = 'leave',
): void {
  const info = { code, params: { name: machine.name }, message: '', action }
  floor.events.emit('dismissed', { playerId, machineId: machine.id, info })
}

/** A jackpot is what the ledger says it is; of two answers that crossed the newer one counts. */
export function setJackpot(
  { events }: Pick<FloorContext, 'events'>,
  brand: BrandState,
  now: { balance: number; version: number },
): void {
  if (now.version <= brand.version) return
  const isNew = now.balance !== brand.jackpot
  brand.jackpot = now.balance
  brand.version = now.version
  if (isNew) events.emit('jackpot', brand.id)
}
