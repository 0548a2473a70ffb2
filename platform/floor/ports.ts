import type { Brand, Machine } from '../../src/contract/floor.ts'
import type { GameState, MachineChange, SessionPush } from '../../src/contract/live.ts'
import type { GameDef } from '../games/game.ts'
import type { Result } from '../lib/result.ts'
import type { ToController } from '../machines/controller-messages.ts'
import type { ControllerEvent } from './cabinet/events.ts'
import type { Fault } from './machine.ts'
import type { Mirror } from './ownership.ts'
import type { Kicked, Seated } from './seat.ts'
import type { CashoutAnswer, LoadAnswer } from './transfer.ts'

/* What the parts of the platform ask of the floor. Ids are strings, amounts cents. */

/** Players' commands; their codes are documented in seat.ts, transfer.ts and spin.ts. */
export interface PlayerPort {
  sit(playerId: string, machineId: string, node?: string): Promise<Result<Seated>>
  resume(
    playerId: string,
    machineId: string,
    node?: string,
    presence?: number,
  ): Promise<Result<{ presence: number }>>
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
  /** Presses a button of a cabinet: cabinet/press.ts. */
  press(
    playerId: string,
    machineId: string,
    asked: { requestId: string; button: string },
  ): Promise<Result<{ game: GameState }>>
  cashOut(
    playerId: string,
    machineId: string,
    requestId: string,
    isAutomatic?: boolean,
  ): Promise<Result<CashoutAnswer>>
  hold(playerId: string, machineId: string, presence?: number): Promise<Result<object>>
  leave(playerId: string, machineId: string, presence?: number): Promise<Result<object>>
  kick(playerId: string, machineId: string): Promise<Result<Kicked>>
  cancel(playerId: string, machineId: string, isAutomatic?: boolean): Promise<Result<{ amount: number }>>
}

/** The operator's commands: operator.ts. */
export interface OperatorPort {
  setFault(machineId: string, fault: Fault | undefined): Promise<Result<object>>
  quit(machineId: string, message: string): Promise<Result<object>>
  beginIdleClose(machineId: string): Promise<Result<object>>
  expel(playerId: string): Promise<Result<object>>
  /** Reads a machine of this process again, which a command has changed beside it. */
  reread(machineId: string): Promise<void>
  /** Ends the visit of a player who has started a pause, until `until`. */
  suspend(playerId: string, until: string): Promise<Result<object>>
}

/** Controllers of cabinets. */
export interface ControllerPort {
  /** The number of a new connection of a machine's controller; undefined: no such cabinet. */
  connectController(machineId: string): Promise<number | undefined>
  /** A message of a machine's controller: cabinet/events.ts. */
  onController(
    machineId: string,
    connection: number,
    event: ControllerEvent,
  ): Promise<Result<{ answers: ToController[] }>>
}

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
  /** Loads and cash-outs whose outcome is not known, cabinets that admit no new player, connected ones. */
  readonly transfersPending: number
  readonly cabinetsClosed: number
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
