import type { EventEmitter } from 'node:events'
import type { CodeValue } from '../../src/contract/codes.ts'
import type { Params } from '../../src/contract/http.ts'
import type { GameState, InfoPush, SessionPush } from '../../src/contract/live.ts'
import type { RandomSource } from '../games/random.ts'
import type { Clock } from '../lib/clock.ts'
import type { ToController } from '../machines/cabinet/controller-messages.ts'
import type { Db } from '../store/db.ts'
import type { Queues } from './keyed-queue.ts'
import {
  type BrandState,
  type Broadcast,
  gameState,
  heldCredit,
  heldReport,
  isSpinning,
  type MachineState,
  meters,
  reservedUntil,
  statusOf,
} from './machine.ts'
import type { OwnLimitsCheck } from './own-limits.ts'
import type { RulesStore } from './rules-store.ts'
import type { UnplayedBudget } from './unplayed-rate-limit.ts'

/** Events of the floor, emitted after the database has committed the change. */
export interface FloorEvents {
  /** A machine's status changed for at least one viewer. */
  status: [machineId: string]
  /** A brand's jackpot changed. */
  jackpot: [brandId: string]
  /** A machine's game state changed. */
  game: [change: { machineId: string; playerId: string; state: GameState }]
  /** A wallet changed; cents. */
  balance: [wallet: { playerId: string; balance: number; seq: number }]
  /** A player's seat, or its status, changed. */
  seat: [change: { playerId: string; seat: SessionPush }]
  /** A message for the page that plays the machine. */
  info: [message: { playerId: string; machineId: string; info: InfoPush }]
  /** The page that plays the machine must leave it, unless its presence is higher. */
  dismissed: [dismissal: { playerId: string; machineId: string; presence: number; info: InfoPush }]
  /** The page that plays the machine must join again: what can be done there is not what it was told. */
  outdated: [page: { playerId: string; machineId: string }]
  /** Another process owns the machine now. */
  lost: [machineId: string]
  /** This process no longer runs the machine: it was lost or released. */
  disowned: [machineId: string]
  /**
   * A command for a machine's controller, which may be connected to another process. `at`: when that process
   * sent it, ms since 1970.
   */
  toController: [command: { machineId: string; connection: number; message: ToController; at?: number }]
  /** The operator removed the player; `message` is the operator's text, untranslated. */
  quit: [dismissal: { playerId: string; machineId: string; presence: number; message: string }]
}

export interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface FloorContext {
  readonly db: Db
  readonly random: RandomSource
  readonly rules: RulesStore
  readonly clock: Clock
  readonly log: Log
  /** How long a seat is held for a disconnected player, ms. */
  readonly holdMs: number
  /** ms of inactivity before the idle warning; 0: never. */
  readonly idleMs: number
  /** Minimum time from one spin's start to the next one's, ms. */
  readonly minCycleMs: number
  /** Maximum stake of a spin for all players, cents; Infinity: none. */
  readonly maxStake: number
  /** Minimum amount of a load, cents. */
  readonly minLoad: number
  /** Whether a player with an empty wallet may take a seat. */
  readonly allowsEmptyWallet: () => Promise<boolean>
  /** Restarts a machine's idle timer; injected because idle.ts runs commands itself. */
  resetIdle(machine: MachineState): void
  /** A command of the player's page shows that it is connected; injected for the same reason. */
  confirmPage(machine: MachineState): Promise<void>
  /** Settles a running spin when its reels stop; injected because settle-spin.ts runs commands itself. */
  resumeSpin(machine: MachineState): void
  /** Holds a seat that no page of this process has; injected as ownership.ts runs commands itself. */
  restoreHold(machine: MachineState): void
  readonly unplayed: UnplayedBudget
  readonly ownLimits: OwnLimitsCheck
  readonly queues: Queues
  readonly events: EventEmitter<FloorEvents>
  readonly brands: ReadonlyMap<string, BrandState>
  readonly machines: ReadonlyMap<string, MachineState>
  /** Machine ids by player. */
  readonly seats: Map<string, string>
  /** Cancel functions of pending timers by name. */
  readonly timers: Map<string, () => void>
  stopping: boolean
}

/** When the idle warning starts, after an activity now; ms since 1970, undefined: never. */
export function nextIdleAt(
  { clock, idleMs }: FloorContext,
  machine: MachineState,
  spinning = isSpinning(machine),
): number | undefined {
  return idleMs === 0 ? undefined : clock.now() + idleMs + (spinning ? machine.driver.durationMs : 0)
}

/** A time of the clock that can be set, on the one that is never set; no later than now. */
export const steadyTimeOf = ({ clock }: Pick<FloorContext, 'clock'>, at: number): number =>
  clock.steady() - Math.max(0, clock.now() - at)

export const toDate = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))

/** Runs `work` after `ms`, replacing a pending timer of the same name. */
export function schedule(floor: FloorContext, name: string, ms: number, work: () => void): void {
  cancelTimer(floor, name)
  const run = () => {
    floor.timers.delete(name)
    work()
  }
  floor.timers.set(name, floor.clock.after(ms, run))
}

export function cancelTimer(floor: FloorContext, name: string): void {
  floor.timers.get(name)?.()
  floor.timers.delete(name)
}

/** Whether failed work on a machine may be tried again. */
export const isActive = (floor: FloorContext, machine: MachineState) => !floor.stopping && machine.owned

/** Stops all work on a machine, whose owner is or will be another process. */
export function disown(floor: FloorContext, machine: MachineState): void {
  machine.owned = false
  if (machine.seat) floor.ownLimits.forget(machine.seat.playerId)
  machine.driver.disown()
  for (const timer of ['spin', 'hold', 'idle', 'refresh', 'controller'])
    cancelTimer(floor, `${timer} ${machine.id}`)
  floor.events.emit('disowned', machine.id)
}

/** Another process took the machine. */
export function lose(floor: FloorContext, machine: MachineState): void {
  if (!machine.owned) return
  disown(floor, machine)
  floor.events.emit('lost', machine.id)
}

/** A player's seat in the form of the contract. */
export function seatStatus(floor: FloorContext, playerId: string): SessionPush {
  const machine = floor.machines.get(floor.seats.get(playerId) ?? '')
  if (!machine) return { status: false, id: null, name: null, machine_status: null }
  const { id, name } = machine
  const seat = { status: true, id, name, machine_status: statusOf(machine, playerId) }
  const credit = heldCredit(machine)
  const cabinet = heldReport(machine)
  return {
    ...seat,
    ...(credit !== undefined && { credit }),
    ...(cabinet && { cabinet }),
    ...reservedUntil(machine),
  }
}

/** Emits a machine's status and its player's seat if they differ from the last broadcast. */
export function emitStatus(floor: FloorContext, machine: MachineState): void {
  const owner = machine.seat?.playerId
  const next: Broadcast = {
    status: statusOf(machine),
    fault: machine.fault,
    owner,
    ownerStatus: owner === undefined ? undefined : statusOf(machine, owner),
    heldUntil: machine.seat?.heldUntil,
    heldCredit: heldCredit(machine),
    heldReport: JSON.stringify(heldReport(machine)),
  }
  const last = machine.lastBroadcast
  const isOwnerNews =
    next.owner !== last?.owner ||
    next.ownerStatus !== last?.ownerStatus ||
    next.heldUntil !== last?.heldUntil ||
    next.heldCredit !== last?.heldCredit ||
    next.heldReport !== last?.heldReport
  if (!isOwnerNews && next.status === last?.status && next.fault === last.fault) return
  machine.lastBroadcast = next
  floor.events.emit('status', machine.id)
  if (!isOwnerNews) return
  for (const playerId of new Set([owner, last?.owner])) {
    if (playerId) floor.events.emit('seat', { playerId, seat: seatStatus(floor, playerId) })
  }
}

/** Sends a machine's state to the video, the player and the lobby. */
export function emitGame(floor: FloorContext, machine: MachineState): void {
  machine.driver.showMeters(meters(machine))
  const playerId = machine.seat?.playerId
  if (playerId) {
    floor.events.emit('game', { machineId: machine.id, playerId, state: gameState(machine) })
  }
  emitStatus(floor, machine)
}

/** Makes the page that plays the machine leave it, with the reason. */
export function dismissPage(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
  code: CodeValue,
  action: 'leave' | 'logout' = 'leave',
  params: Params = {},
): void {
  const info = { code, params: { name: machine.name, ...params }, message: '', action }
  floor.events.emit('dismissed', { playerId, machineId: machine.id, presence: machine.presences, info })
}

/**
 * Applies a jackpot's balance from the ledger; of concurrent answers the one with the higher version wins.
 */
export function setJackpot(
  { events }: Pick<FloorContext, 'events'>,
  brand: BrandState,
  account: { balance: number; version: number },
): void {
  if (account.version <= brand.version) return
  const isChanged = account.balance !== brand.jackpot
  brand.jackpot = account.balance
  brand.version = account.version
  if (isChanged) events.emit('jackpot', brand.id)
}
