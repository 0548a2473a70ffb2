import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import { Code } from '../../../src/contract/codes.ts'
import { CashoutAck, GameInitAck, type GameState, LoadAck, SpinAck } from '../../../src/contract/live.ts'
import { Violation } from '../report/findings.ts'
import type { Exchange } from './exchange.ts'
import { type Kit, newRequestId, openSocket, type Session } from './kit.ts'
import { expectAck, expectThat, shape } from './shapes.ts'
import type { LiveSocket } from './sockets.ts'

export const INIT = shape('live', 'GameInitAck', GameInitAck)
export const LOAD = shape('live', 'LoadAck', LoadAck)
export const SPIN = shape('live', 'SpinAck', SpinAck)
export const CASHOUT = shape('live', 'CashoutAck', CashoutAck)
export const GAME = 'src/contract/live.ts, GameState'

/** An answer to `init` with the machine's state, without which the kit cannot play. */
export type Joined = Extract<v.InferOutput<typeof GameInitAck>, { ok: true }> & { game: GameState }

/** The player's seat at a machine, and its known money. Amounts in cents. */
export interface Seat {
  readonly machineId: string
  readonly joined: Joined
  /** The id of the page, which a reconnect sends again. */
  page: string
  socket: LiveSocket
  game: GameState
  /** The wallet before the first load. */
  readonly startBalance: number
  /** The paid stakes, and the wins. */
  staked: number
  won: number
  /** An outcome is missing, so `staked` and `won` may be too low. */
  isUncertain: boolean
  /** The first load, to be repeated later. */
  firstLoad?: { requestId: string; amount: number; balance: number; credit: number }
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
export function updateGame(seat: Seat): void {
  const pushed = seat.socket.last('game')
  if (pushed && pushed.seq > seat.game.seq) seat.game = pushed
}

export const newPage = () => randomUUID()

/** Opens a new socket and takes the same seat. */
export async function rejoin(kit: Kit, session: Session, seat: Seat, page = seat.page): Promise<Joined> {
  const socket = await openSocket(kit, 'machine', session.token)
  try {
    const exchange = await sendInit(socket, { machineID: seat.machineId, token: session.token, page })
    const joined = expectAck(exchange, INIT)
    const { game } = joined
    expectThat(game, exchange, 'the machine\'s state in "game"', INIT.where)
    Object.assign(seat, { socket, page, game })
    return { ...joined, game }
  } catch (error) {
    socket.close()
    throw error
  }
}

const OUTCOME_MS = 30_000
const MAX_FREE_SPINS = 200

/** Waits for the outcome of a spin and counts it. */
export async function awaitOutcome(seat: Seat, spin: GameState, since: number): Promise<GameState> {
  const id = spin.spin?.id
  seat.isUncertain = true
  const outcome =
    spin.phase === 'idle'
      ? spin
      : await seat.socket.push('game', {
          since,
          matches: (game) => game.phase === 'idle' && game.spin?.id === id,
          expected: `a "game" push of spin ${id} with phase "idle"`,
          where: GAME,
          ms: OUTCOME_MS,
        })
  seat.isUncertain = false
  seat.game = outcome
  seat.won += outcome.win
  return outcome
}

/** Plays the remaining free spins, which would delay the cash-out. */
export async function playFreeSpins(seat: Seat): Promise<void> {
  for (let count = 0; seat.game.freeSpins > 0; count += 1) {
    if (count === MAX_FREE_SPINS)
      throw new Violation({ got: `free spins after ${count} rounds`, where: GAME })
    const since = seat.socket.mark
    const command = { requestId: newRequestId(), stake: seat.game.stake }
    const exchange = await seat.socket.request('spin', command)
    const { game } = expectAck(exchange, SPIN)
    expectThat(game.credit === seat.game.credit, exchange, 'a free spin that costs nothing', GAME)
    await awaitOutcome(seat, game, since)
  }
}

/** Whether an acknowledgement reports that there was nothing to move. */
export const isNothingToCashOut = (exchange: Exchange): boolean => {
  const { ok, code, amount } = exchange.body as { ok?: unknown; code?: unknown; amount?: unknown }
  return (ok === false && code === Code.nothingToCashOut) || (ok === true && amount === 0)
}
