import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { GameDef } from '../../games/game.ts'
import type { RandomSource } from '../../games/random.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import type { ToController } from '../../machines/cabinet/controller-messages.ts'
import type { BrandDef, FloorPlan } from '../../machines/floor-plan.ts'
import type { Db } from '../../store/db.ts'
import type { VideoEngine } from '../../video/client/engine.ts'
import { emitGame, type FloorContext, type FloorEvents, type Log, lose, setJackpot } from '../context.ts'
import { confirmPage, resetIdle } from '../idle.ts'
import { createQueues } from '../keyed-queue.ts'
import { isSpinning } from '../machine.ts'
import { openFloor, restoreSpin } from '../open-floor.ts'
import { createOwnLimitsCheck } from '../own-limits.ts'
import { createRulesStore } from '../rules-store.ts'
import { runOnMachine } from '../run-on-machine.ts'
import { resumeSpin, settle } from '../settle-spin.ts'
import { startSimulation } from '../simulation.ts'
import { finishOtherGame } from '../start-spin.ts'
import { createUnplayedBudget } from '../unplayed-rate-limit.ts'
import {
  bindTo,
  type ClusterPort,
  CONTROLLER_COMMANDS,
  type ControllerPort,
  type ListPort,
  OPERATOR_COMMANDS,
  type OperatorPort,
  PLAYER_COMMANDS,
  type PlayerPort,
} from './interfaces.ts'
import {
  adopt,
  applyMirror,
  holdAbandoned,
  isKnown,
  mirrorOf,
  readSeats,
  release,
  restoreHold,
} from './ownership.ts'
import { createQueries } from './queries.ts'

export interface FloorDeps {
  readonly db: Db
  readonly games: Readonly<Record<string, GameDef>>
  readonly brands: readonly BrandDef[]
  readonly random: RandomSource
  readonly video: Pick<VideoEngine, 'meters' | 'spin'>
  readonly log: Log
  readonly clock?: Clock
  /** Number of machines, spread over the brands. */
  readonly machines: number
  /** The brands and machines, in place of `brands` and `machines`. */
  readonly plan?: FloorPlan | undefined
  /** The id of this process, which owns all machines from the start unless `shared` is set. */
  readonly node?: string
  /** Other processes may own machines: this one starts with none. */
  readonly shared?: boolean
  /** How long a seat is held for a disconnected player, ms; 5 minutes by default. */
  readonly holdMs?: number
  /** ms of inactivity before the idle warning; 0, the default: never. */
  readonly idleMs?: number
  /** Minimum time from one spin's start to the next one's, ms; by default only the spin itself. */
  readonly minCycleMs?: number
  /** Maximum stake of a spin, cents; none by default. */
  readonly maxStake?: number
  /** Minimum amount of a load, cents; 1 by default. */
  readonly minLoad?: number
  /** The IANA time zone of the periods of players' own limits; UTC by default. */
  readonly timeZone?: string
  /** Whether a player with an empty wallet may take a seat; absent: yes. */
  readonly allowsEmptyWallet?: () => Promise<boolean>
  /** The path of a machine's still in the machine list; without it the list has none. */
  readonly stillOf?: (machineId: string) => string
  /** The WHEP path at which other players may watch a machine; without it nobody but its player may. */
  readonly watchUrlOf?: (machineId: string) => string
  /** Simulated players at a third of the machines; none by default. */
  readonly simulate?: boolean
}

/** The machines, their players and their money. */
export interface Floor extends PlayerPort, OperatorPort, ControllerPort, ListPort, ClusterPort {
  /** Emits a wallet that changed outside the floor. */
  emitBalance(playerId: string, wallet: { balance: number; seq: number }): void
  readonly events: Pick<EventEmitter<FloorEvents>, 'on' | 'off' | 'emit'>
  /** Resolves when all commands so far are done. */
  idle(): Promise<void>
  /** Refuses new commands, settles running spins and emits their outcomes. */
  stop(): Promise<void>
}

export const HOLD_MS = 5 * 60_000

/**
 * Opens the floor on a database: creates brands and machines, settles spins that an earlier process left
 * running, and holds the seats of its players. One floor per database.
 */
export async function createFloor(deps: FloorDeps): Promise<Floor> {
  const {
    db,
    random,
    video,
    log,
    clock = systemClock,
    holdMs = HOLD_MS,
    idleMs = 0,
    minLoad = 1,
    minCycleMs = 0,
    timeZone = 'UTC',
    maxStake = Number.POSITIVE_INFINITY,
  } = deps
  const { allowsEmptyWallet = async () => true } = deps
  const { games, brands, machines: count, plan, node = randomUUID(), shared = false } = deps
  const rules = createRulesStore(db)
  const events = new EventEmitter<FloorEvents>()
  const commandTo = (machineId: string) => (connection: number, message: ToController) =>
    void events.emit('toController', { machineId, connection, message })
  const floor: FloorContext = {
    ...{ db, random, log, rules, clock, holdMs, idleMs, minLoad, minCycleMs, maxStake, allowsEmptyWallet },
    resetIdle: (machine) => resetIdle(floor, machine),
    confirmPage: (machine) => confirmPage(floor, machine),
    resumeSpin: (machine) => resumeSpin(floor, machine),
    restoreHold: (machine) => restoreHold(floor, machine),
    ...(await openFloor(
      db,
      { brands: plan?.brands ?? brands, games, count, plan },
      { random, video, store: rules, commandTo },
      new Date(clock.now()),
      shared ? undefined : node,
    )),
    unplayed: createUnplayedBudget(clock),
    ownLimits: createOwnLimitsCheck(db, clock, timeZone),
    queues: createQueues(),
    events,
    timers: new Map(),
    stopping: false,
  }
  for (const machine of floor.machines.values()) {
    if (!machine.owned) continue
    await settle(floor, machine)
    await finishOtherGame(floor, machine)
  }
  for (const machine of floor.machines.values()) {
    restoreSpin(floor, machine)
    emitGame(floor, machine)
    if (machine.owned) restoreHold(floor, machine)
  }
  if (deps.simulate) startSimulation(floor)
  return {
    ...createQueries(floor, deps),
    ...bindTo(floor, PLAYER_COMMANDS),
    ...bindTo(floor, OPERATOR_COMMANDS),
    ...bindTo(floor, CONTROLLER_COMMANDS),
    checkOwnership(owned) {
      for (const machine of floor.machines.values()) {
        if (machine.owned && owned.get(machine.id) !== machine.epoch) lose(floor, machine)
      }
    },
    adopt: (claimed) => adopt(floor, claimed),
    release: (machineId) => release(floor, machineId),
    holdAbandoned: (isAlive) => holdAbandoned(floor, isAlive),
    owns: (machineId) => floor.machines.get(machineId)?.owned ?? false,
    readSeats: (machineId) => (shared ? readSeats(floor, machineId) : Promise.resolve(true)),
    isKnown(machineId) {
      const machine = floor.machines.get(machineId)
      return machine !== undefined && (!shared || isKnown(floor, machine))
    },
    ids: () => [...floor.machines.keys()],
    owned: (machineId) =>
      [...floor.machines.values()]
        .filter(({ id, owned }) => owned && (machineId === undefined || machineId === id))
        .map(mirrorOf),
    applyMirror: (mirror) => applyMirror(floor, mirror),
    applyJackpot(brandId, account) {
      const brand = floor.brands.get(brandId)
      if (brand) setJackpot(floor, brand, account)
    },
    jackpot(brandId) {
      const brand = floor.brands.get(brandId)
      return { balance: brand?.jackpot ?? 0, version: brand?.version ?? -1 }
    },
    emitBalance: (playerId, wallet) => void floor.events.emit('balance', { playerId, ...wallet }),
    events: floor.events,
    idle: () => floor.queues.idle(),
    stop: () => stop(floor),
  }
}

async function stop(floor: FloorContext): Promise<void> {
  floor.stopping = true
  for (const cancel of floor.timers.values()) cancel()
  floor.timers.clear()
  await floor.queues.idle()
  const spinning = [...floor.machines.values()].filter((machine) => machine.owned && isSpinning(machine))
  for (const machine of spinning) {
    const settled = await runOnMachine(floor, machine.id, async () => {
      await settle(floor, machine)
      return { ok: true }
    })
    if (settled.ok) emitGame(floor, machine)
  }
  await floor.queues.idle()
}
