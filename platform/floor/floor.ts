import { EventEmitter } from 'node:events'
import type { Brand, Machine } from '../../src/contract/floor.ts'
import type { GameState, MachineChange, SessionPush } from '../../src/contract/live.ts'
import type { GameDef } from '../games/game.ts'
import type { RandomSource } from '../games/random.ts'
import type { Result } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import { type Clock, systemClock } from './clock.ts'
import { closeWhenOver } from './close.ts'
import { onMachine } from './command.ts'
import { type FloorContext, type FloorEvents, type Log, sessionOf, tellGame } from './context.ts'
import { played } from './idle.ts'
import { type Fault, isSpinning, type MachineState, reservedUntil, statusOf } from './machine.ts'
import { type CashoutAnswer, cashOut, type LoadAnswer, load } from './money.ts'
import { closeSoon, expel, quit, setFault } from './operator.ts'
import { createQueues } from './queue.ts'
import { cancel, hold, kick, leave, type Seated, sit } from './seat.ts'
import { settle } from './settle.ts'
import { simulate } from './simulation.ts'
import { spin } from './spin.ts'
import { type BrandDef, openFloor, showAll } from './start.ts'

export type { CashoutAnswer, LoadAnswer } from './money.ts'
export type { Seated } from './seat.ts'

export interface FloorDeps {
  readonly db: Db
  readonly games: Readonly<Record<string, GameDef>>
  readonly brands: readonly BrandDef[]
  readonly random: RandomSource
  readonly video: Pick<VideoEngine, 'meters' | 'spin'>
  readonly log: Log
  readonly clock?: Clock
  /** How many machines there are. */
  readonly machines: number
  /** ms that a machine is kept for a player whose connection is gone; 5 minutes if not given. */
  readonly holdMs?: number
  /** ms without play before a player is warned and the seat is closed; 0, never, if not given. */
  readonly idleMs?: number
  /** The address of a machine's still, as the machine list tells it; without it there are none. */
  readonly stillOf?: (machineId: string) => string
  /** Simulated players at a third of the machines; true if not given. */
  readonly simulate?: boolean
}

/** The machines, who plays them, and what they do with money. Ids are text, amounts cents. */
export interface Floor {
  brands(): Brand[]
  /** All machines, or a brand's, as this player sees them; undefined for a brand that does not exist. */
  machines(playerId: string, brandId?: string): { machines: Machine[]; name: string | null } | undefined
  /** A machine's status as the list would say it now; for everybody when no player is given. */
  change(machineId: string, playerId?: string): MachineChange | undefined
  /** The player who has this machine. */
  ownerOf(machineId: string): string | undefined
  /** The machine this player has. */
  seatOf(playerId: string): string | undefined
  session(playerId: string): SessionPush
  /** What the picture of a machine is made from; undefined for one that does not exist. */
  scene(machineId: string): { id: string; name: string; brand: string; game: string } | undefined
  isOnline(machineId: string): boolean

  /** Each command's codes are told at its function: floor-seat.ts, floor-money.ts, floor-spin.ts. */
  sit(playerId: string, machineId: string): Promise<Result<Seated>>
  load(
    playerId: string,
    machineId: string,
    asked: { requestId: string; amount: number },
  ): Promise<Result<LoadAnswer>>
  spin(
    playerId: string,
    machineId: string,
    asked: { requestId: string; stake: number },
  ): Promise<Result<{ game: GameState }>>
  cashOut(playerId: string, machineId: string, requestId: string): Promise<Result<CashoutAnswer>>
  hold(playerId: string, machineId: string, presence?: number): Promise<Result<object>>
  leave(playerId: string, machineId: string, presence?: number): Promise<Result<object>>
  kick(playerId: string, machineId: string): Promise<Result<object>>
  cancel(playerId: string, machineId: string): Promise<Result<{ amount: number }>>

  /** The operator's: floor-operator.ts. */
  setFault(machineId: string, fault: Fault | undefined): Promise<Result<object>>
  quit(machineId: string, message: string): Promise<Result<object>>
  closeSoon(machineId: string): Promise<Result<object>>
  expel(playerId: string): Promise<Result<object>>

  /** Tells the player's pages a wallet that was changed by something other than a machine. */
  tellBalance(playerId: string, wallet: { balance: number; seq: number }): void
  readonly events: Pick<EventEmitter<FloorEvents>, 'on' | 'off'>
  /** When everything that was asked so far is done. */
  idle(): Promise<void>
  /** Refuses new commands, settles the spins in flight and tells their outcome. */
  stop(): Promise<void>
}

/** How long a seat is kept for who is gone. */
export const HOLD_MS = 5 * 60_000

/**
 * Opens the floor on a database: sets up brands and machines, settles what was in flight when the last platform
 * ended, and keeps the machines of those who were playing. One floor a database.
 */
export async function createFloor(deps: FloorDeps): Promise<Floor> {
  const { db, random, video, log, clock = systemClock, holdMs = HOLD_MS, idleMs = 0 } = deps
  const { games, brands, machines: count } = deps
  const floor: FloorContext = {
    ...{ db, random, video, log, clock, holdMs, idleMs },
    played: (machine) => played(floor, machine),
    ...(await openFloor(db, { brands, games, count }, new Date(clock.now()))),
    queues: createQueues(),
    events: new EventEmitter<FloorEvents>(),
    timers: new Map(),
    stopping: false,
  }
  for (const machine of floor.machines.values()) await settle(floor, machine)
  showAll(floor, (machine) => tellGame(floor, machine))
  for (const machine of floor.machines.values()) keepSeat(floor, machine)
  if (deps.simulate ?? true) simulate(floor)
  return {
    ...lists(floor, deps),
    sit: (playerId, machineId) => sit(floor, playerId, machineId),
    load: (playerId, machineId, asked) => load(floor, playerId, machineId, asked),
    spin: (playerId, machineId, asked) => spin(floor, playerId, machineId, asked),
    cashOut: (playerId, machineId, requestId) => cashOut(floor, playerId, machineId, requestId),
    hold: (playerId, machineId, presence) => hold(floor, playerId, machineId, presence),
    leave: (playerId, machineId, presence) => leave(floor, playerId, machineId, presence),
    kick: (playerId, machineId) => kick(floor, playerId, machineId),
    cancel: (playerId, machineId) => cancel(floor, playerId, machineId),
    setFault: (machineId, fault) => setFault(floor, machineId, fault),
    quit: (machineId, message) => quit(floor, machineId, message),
    closeSoon: (machineId) => closeSoon(floor, machineId),
    expel: (playerId) => expel(floor, playerId),
    tellBalance: (playerId, wallet) => void floor.events.emit('balance', { playerId, ...wallet }),
    events: floor.events,
    idle: () => floor.queues.idle(),
    stop: () => stop(floor),
  }
}

/** Nobody is connected yet: whoever was playing has the usual while to come back. */
function keepSeat(floor: FloorContext, machine: MachineState): void {
  const { seat } = machine
  if (!seat) return
  seat.heldUntil ??= floor.clock.now() + floor.holdMs
  closeWhenOver(floor, machine, Math.max(0, seat.heldUntil - floor.clock.now()))
}

function lists(
  floor: FloorContext,
  { stillOf }: Pick<FloorDeps, 'stillOf'>,
): Pick<Floor, 'brands' | 'machines' | 'change' | 'ownerOf' | 'seatOf' | 'session' | 'scene' | 'isOnline'> {
  const all = [...floor.machines.values()]
  const counts = new Map<string, number>()
  for (const { brand } of all) counts.set(brand.id, (counts.get(brand.id) ?? 0) + 1)
  const view = (machine: MachineState, playerId?: string) => ({
    id: machine.id,
    status: statusOf(machine, playerId),
    reservation: playerId !== undefined && machine.seat?.playerId === playerId,
    ...reservedUntil(machine),
  })
  return {
    brands: () =>
      [...floor.brands.values()].map(({ id, name, key, jackpot }) => ({
        ...{ id, name, brand: key },
        jackpot: String(jackpot),
        machineCount: counts.get(id) ?? 0,
      })),
    machines(playerId, brandId) {
      const brand = brandId === undefined ? undefined : floor.brands.get(brandId)
      if (brandId !== undefined && !brand) return undefined
      const machines = all
        .filter((machine) => !brand || machine.brand === brand)
        .map((machine) => ({
          ...view(machine, playerId),
          name: machine.name,
          brand: machine.brand.key,
          ...(stillOf && isOnline(machine) && { still: stillOf(machine.id) }),
        }))
      return { machines, name: brand?.name ?? null }
    },
    change(machineId, playerId) {
      const machine = floor.machines.get(machineId)
      return machine && view(machine, playerId)
    },
    ownerOf: (machineId) => floor.machines.get(machineId)?.seat?.playerId,
    seatOf: (playerId) => floor.seats.get(playerId),
    session: (playerId) => sessionOf(floor, playerId),
    scene(machineId) {
      const machine = floor.machines.get(machineId)
      return (
        machine && { id: machineId, name: machine.name, brand: machine.brand.key, game: machine.game.id }
      )
    },
    isOnline(machineId) {
      const machine = floor.machines.get(machineId)
      return machine !== undefined && isOnline(machine)
    },
  }
}

const isOnline = (machine: MachineState) => !['offline', 'error'].includes(statusOf(machine))

async function stop(floor: FloorContext): Promise<void> {
  floor.stopping = true
  for (const callOff of floor.timers.values()) callOff()
  floor.timers.clear()
  await floor.queues.idle()
  const spinning = [...floor.machines.values()].filter(isSpinning)
  for (const machine of spinning) {
    const done = await onMachine(floor, machine.id, async () => {
      await settle(floor, machine)
      return { ok: true }
    })
    if (done.ok) tellGame(floor, machine)
  }
  await floor.queues.idle()
}
