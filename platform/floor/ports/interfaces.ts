import type { Brand, Machine } from '../../../src/contract/floor.ts'
import type { MachineChange, SessionPush } from '../../../src/contract/live.ts'
import type { GameDef } from '../../games/game.ts'
import { connectController } from '../cabinet/connection.ts'
import { onController } from '../cabinet/events.ts'
import { pressButton } from '../cabinet/press.ts'
import type { FloorContext } from '../context.ts'
import { beginIdleClose, expel, quit, reread, setFault, suspend } from './operator.ts'
import { type Mirror, resume } from './ownership.ts'
import { cancel, hold, kick, leave, sit } from './seat.ts'
import { spin } from './spin.ts'
import { cashOut, load } from './transfer.ts'

/* What players, operators, controllers, lists and other processes ask of the floor. Amounts in cents. */

type OfFloor = (floor: FloorContext, ...given: never[]) => unknown
/** Commands of one floor. */
type Bound<Commands> = {
  readonly [Name in keyof Commands]: Commands[Name] extends (
    floor: FloorContext,
    ...given: infer Given
  ) => infer Answer
    ? (...given: Given) => Answer
    : never
}
export function bindTo<Commands extends Record<string, OfFloor>>(
  floor: FloorContext,
  commands: Commands,
): Bound<Commands> {
  const bound = Object.entries(commands).map(([name, command]) => [name, command.bind(undefined, floor)])
  return Object.fromEntries(bound)
}

export const PLAYER_COMMANDS = {
  ...{ sit, resume, hold, leave, kick, cancel },
  ...{ load, cashOut, spin, press: pressButton },
}
export type PlayerPort = Bound<typeof PLAYER_COMMANDS>

export const OPERATOR_COMMANDS = { setFault, quit, beginIdleClose, expel, reread, suspend }
export type OperatorPort = Bound<typeof OPERATOR_COMMANDS>

export const CONTROLLER_COMMANDS = { connectController, onController }
export type ControllerPort = Bound<typeof CONTROLLER_COMMANDS>

/** Lists, pictures and figures. */
export interface ListPort {
  brands(): Brand[]
  /** All machines, or a brand's, as this player sees them; undefined for an unknown brand. */
  machines(playerId: string, brandId?: string): { machines: Machine[]; name: string | null } | undefined
  /** A machine's current status as in the list; without a player as others see it. */
  change(machineId: string, playerId?: string): MachineChange | undefined
  /** The player seated at this machine. */
  ownerOf(machineId: string): string | undefined
  /** The machine where this player is seated. */
  seatOf(playerId: string): string | undefined
  seatStatus(playerId: string): SessionPush
  /** The video's description of a machine; undefined for an unknown one. */
  scene(machineId: string): { id: string; name: string; brand: string; game: string } | undefined
  /** The first free one of each brand's drawn machines, with the brand's name, key and jackpot, cents. */
  freeMachines(): { id: string; brand: string; name: string; jackpot: number }[]
  /** The rules of a machine's game. */
  rulesOf(machineId: string): GameDef | undefined
  isOnline(machineId: string): boolean
  /** Whether the operator has it in service; a cabinet's own fault does not count. */
  isInService(machineId: string): boolean
  figures(): FloorFigures
}

export interface FloorFigures {
  /** Machines of this process by status. */
  readonly machines: Readonly<Record<string, number>>
  /** Spins that are not paid yet. */
  readonly spinsRunning: number
  /** Commands that run or wait. */
  readonly commandsWaiting: number
  /** Loads and cash-outs to which the cabinets have not answered yet. */
  readonly transfersPending: number
  /** Cabinets that admit no new player. */
  readonly cabinetsClosed: number
  /** Controllers that are connected. */
  readonly controllers: number
}

/** The processes of a floor among themselves: ownership.ts. */
export interface ClusterPort {
  /** Compares the machines of this process with those that it owns at the database, with their epochs. */
  checkOwnership(owned: ReadonlyMap<string, number>): void
  /** `claimed`: the epochs by machine. */
  adopt(claimed: ReadonlyMap<string, number>): Promise<void>
  release(machineId: string): Promise<boolean>
  holdAbandoned(isAlive: (node: string) => boolean): Promise<void>
  owns(machineId: string): boolean
  /**
   * Reads from the database who sits at a machine that another process may own, or at all of them. False
   * without an answer in time.
   */
  readSeats(machineId?: string): Promise<boolean>
  /** Whether this process has read lately who sits at the machine; always, where it owns all of them. */
  isKnown(machineId: string): boolean
  /** All machines. */
  ids(): string[]
  /** The machines of this process, or one of them. */
  owned(machineId?: string): Mirror[]
  applyMirror(mirror: Mirror): void
  jackpot(brandId: string): { balance: number; version: number }
  applyJackpot(brandId: string, account: { balance: number; version: number }): void
}
