import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import {
  CashoutAck,
  GameInitAck,
  type GameState,
  LoadAck,
  PressAck,
  SpinAck,
} from '../../src/contract/live.ts'
import { Absent, FollowsFrom, Unchecked, Violation } from '../report/findings.ts'
import type { Exchange } from './exchange.ts'
import { type Kit, newRequestId, openSocket, readWallet, type Session } from './kit.ts'
import { expectAck, expectThat, isRefused, shape, usableAck } from './shapes.ts'
import type { LiveSocket } from './sockets.ts'

export const INIT = shape('live', 'GameInitAck', GameInitAck)
export const LOAD = shape('live', 'LoadAck', LoadAck)
export const SPIN = shape('live', 'SpinAck', SpinAck)
export const PRESS = shape('live', 'PressAck', PressAck)
export const CASHOUT = shape('live', 'CashoutAck', CashoutAck)
export const GAME = 'src/contract/live.ts, GameState'

export type Joined = Extract<v.InferOutput<typeof GameInitAck>, { ok: true }>

/** The player's seat at a machine, and its known money. Amounts in cents. */
export interface Seat {
  readonly kit: Kit
  readonly session: Session
  readonly machineId: string
  readonly joined: Joined
  /** The id of the page, which a reconnect sends again. */
  page: string
  socket: LiveSocket
  /** The machine's state; undefined if the platform sends none, which the contract permits. */
  game: GameState | undefined
  /** The wallet before the join, and the credit that the machine already had. */
  readonly startBalance: number
  readonly startCredit: number
  /** The signed changes of the wallet so far, in their order. */
  readonly moved: number[]
  /** The ended spins, as the machine reported them. */
  readonly spins: NonNullable<GameState['spin']>[]
  /** The paid stakes, and the wins. */
  staked: number
  won: number
  /** An outcome is missing, so `staked` and `won` may be too low. */
  isUncertain: boolean
  /** The first load, to be repeated later. */
  firstLoad?: { requestId: string; amount: number; balance: number; credit: number }
  /** The visit has ended, and the machine is free. */
  isOver?: boolean
  /** The kit returns the credit and leaves: no check may take the machine again. */
  isLeaving?: boolean
  /** The number of violations when the state was last read. */
  violations: number
  /** The first check at the seat that found a violation. */
  firstWrong?: string
  /** The check that found an amount which the platform's other answers contradict. */
  dispute?: string | undefined
}

/** What the app, and the kit, make of an answer to `init` without the machine's state. */
export const NO_STATE =
  'init names no state ("game"): the app shows no credit, and offers neither load nor spin. The money is not followed.'

/** The known state. Throws Absent if the platform sends none. */
export function stateOf({ game }: Seat): GameState {
  if (game === undefined) throw new Absent(NO_STATE)
  return game
}

export interface JoinRequest {
  readonly machineID: string
  readonly token: string
  readonly page: string
}

/** Sends `init`. The exchange's `body` is the acknowledgement, also a refusal. */
export async function sendInit(socket: LiveSocket, request: JoinRequest): Promise<Exchange> {
  return socket.request('init', { ...request })
}

/** Applies the machine's latest push, which a failed check may not have read. */
function updateGame(seat: Seat): void {
  const pushed = seat.socket.last('game')
  if (pushed && seat.game && pushed.seq > seat.game.seq) seat.game = pushed
}

export const newPage = () => randomUUID()

/** Sends `init` again on the seat's own socket, as the app does after a lost acknowledgement. */
export async function initAgain(seat: Seat): Promise<{ joined: Joined; exchange: Exchange }> {
  const { machineId: machineID, page, socket, session } = seat
  const exchange = await sendInit(socket, { machineID, token: session.token, page })
  const joined = usableAck(exchange, INIT) ?? expectAck(exchange, INIT)
  return { joined, exchange }
}

/** Opens a new socket and takes the same seat, unless the kit leaves. */
export async function rejoin(seat: Seat, page?: string): Promise<Joined> {
  if (seat.isLeaving) throw new Error('The kit leaves.')
  return takeSeat(seat, page)
}

/** Opens a new socket and takes the same seat. The state of the seat is the answer's. */
export async function takeSeat(seat: Seat, page = seat.page): Promise<Joined> {
  const { kit, session } = seat
  const { token } = session
  const socket = await openSocket(kit, 'machine', token)
  try {
    const exchange = await sendInit(socket, { machineID: seat.machineId, token, page })
    const joined = usableAck(exchange, INIT) ?? expectAck(exchange, INIT)
    if (seat.game)
      expectThat(joined.game, exchange, 'the machine\'s state in "game", as at first', INIT.where)
    Object.assign(seat, { socket, page, game: joined.game ?? undefined })
    return joined
  } catch (error) {
    socket.close()
    throw error
  }
}

/** A violation about an amount: what follows from it may look wrong too. */
class WrongAmount extends Violation {}

/** Throws a violation about an amount unless `holds`. */
export function expectMoney(
  holds: boolean,
  { sent, got }: Exchange,
  expected: string,
  where: string,
  rule?: string,
): void {
  if (!holds) throw new WrongAmount({ sent, got, expected, where }, rule)
}

/** Expects the credit that the machine had (cents; undefined: unknown) in an answer to `init`. */
export function expectCredit(joined: Joined, exchange: Exchange, credit: number | undefined): void {
  expectMoney(joined.game?.credit === credit, exchange, `"credit": ${credit}`, GAME)
}

/** Expects `cents` in the wallet. */
export async function expectWallet(seat: Seat, cents: number): Promise<void> {
  const { balance, exchange } = await readWallet(seat)
  expectMoney(balance === cents, exchange, `"balance": ${cents}`, 'src/contract/http.ts, BalanceAnswer')
}

/** What wallet and machine must have together, cents. */
export const dueOf = ({ startBalance, startCredit, staked, won }: Seat): number =>
  startBalance + startCredit - staked + won

/** The number of violations so far. */
export const violationsOf = ({ kit: { recorder } }: Pick<Seat, 'kit'>) =>
  recorder.findings.filter(({ status }) => status === 'wrong').length

/**
 * Reads the state anew after a violation or a lost socket, so that the next checks start from what the
 * platform has, not from what it should have. A dispute ends when its answers agree, and all the money is
 * there.
 */
export async function refresh(seat: Seat, isForced = false): Promise<void> {
  updateGame(seat)
  const violations = violationsOf(seat)
  if (violations === seat.violations && seat.socket.isConnected && !isForced) return
  seat.violations = violations
  // The socket may close while the platform answers.
  const ignoreIfClosed = (error: unknown) => {
    if (seat.socket.isConnected) throw error
  }
  const said = seat.socket.isConnected ? await initAgain(seat).catch(ignoreIfClosed) : undefined
  const joined = said?.joined ?? (await rejoin(seat))
  const { balance } = await readWallet(seat)
  seat.game = joined.game ?? seat.game
  const isComplete = balance + (joined.game?.credit ?? 0) === dueOf(seat)
  if (isComplete && (joined.balance ?? balance) === balance) seat.dispute = undefined
}

type Work<T> = (report: (note: string) => void) => Promise<T>

/** Runs a check at the seat, from the known state. */
export function checkAtSeat<T>(seat: Seat, title: string, work: Work<T>): Promise<T | undefined> {
  return seat.kit.recorder.check(title, async (report) => {
    const stopped = () => new Unchecked('The kit was stopped.')
    if (seat.isLeaving) throw stopped()
    try {
      return await work(report)
    } catch (error) {
      if (seat.isLeaving) throw stopped()
      if (error instanceof WrongAmount && seat.dispute !== undefined) throw new FollowsFrom(seat.dispute)
      if (error instanceof WrongAmount) seat.dispute = title
      if (error instanceof Violation) seat.firstWrong ??= title
      throw error
    }
  })
}

/** Runs a check at the seat, from the platform's present state. `isForced`: the seat may have ended. */
export function checkFromState<T>(
  seat: Seat,
  title: string,
  work: Work<T>,
  isForced = false,
): Promise<T | undefined> {
  return checkAtSeat(seat, title, async (report) => {
    await refresh(seat, isForced).catch((error: unknown) => {
      if (!seat.socket.isConnected) throw error
    })
    return work(report)
  })
}

/** Why a check is not possible in the present state: an earlier violation, if there was one. */
export const notPossible = ({ firstWrong }: Seat, reason: string): Error =>
  firstWrong === undefined ? new Unchecked(reason) : new FollowsFrom(firstWrong)

const MAX_FREE_SPINS = 200

/** Whether a state is the outcome of a spin. */
export const isOutcomeOf =
  ({ spin }: GameState) =>
  (game: GameState) =>
    game.phase === 'idle' && game.spin?.id === spin?.id

/** Waits for the outcome of a spin and counts it. */
export async function awaitOutcome(seat: Seat, spin: GameState, since: number): Promise<GameState> {
  seat.isUncertain = true
  const outcome =
    spin.phase === 'idle'
      ? spin
      : await seat.socket.push('game', {
          since,
          matches: isOutcomeOf(spin),
          expected: `a "game" push of the spin with phase "idle"`,
          where: GAME,
          ms: seat.kit.waits.outcome,
        })
  seat.isUncertain = false
  seat.game = outcome
  seat.won += outcome.win
  if (outcome.spin) seat.spins.push(outcome.spin)
  return outcome
}

/** Plays the remaining free spins, which would delay the cash-out. */
export async function playFreeSpins(seat: Seat): Promise<void> {
  for (let count = 0; stateOf(seat).freeSpins > 0; count += 1) {
    if (count === MAX_FREE_SPINS)
      throw new Violation({ got: `free spins after ${count} rounds`, where: GAME })
    const before = stateOf(seat)
    const since = seat.socket.mark
    const exchange = await seat.socket.request('spin', { requestId: newRequestId(), stake: before.stake })
    const { game } = expectAck(exchange, SPIN)
    expectThat(game.credit >= before.credit, exchange, 'a free spin that costs nothing', GAME)
    await awaitOutcome(seat, game, since)
  }
}

/** Whether an acknowledgement reports that there was nothing to move: a refusal, or no amount. */
export const isNothingToCashOut = (exchange: Exchange): boolean => {
  const { amount } = Object(exchange.body) as { amount?: unknown }
  return isRefused(exchange) || amount === 0 || amount === null || amount === undefined
}
