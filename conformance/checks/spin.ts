import { Code } from '../../src/contract/codes.ts'
import type { GameState } from '../../src/contract/live.ts'
import { need, newRequestId, readWallet } from '../client/kit.ts'
import {
  awaitOutcome,
  checkAtSeat,
  checkFromState,
  expectMoney,
  expectWallet,
  GAME,
  isOutcomeOf,
  notPossible,
  playFreeSpins,
  refresh,
  type Seat,
  SPIN,
  stateOf,
} from '../client/seat.ts'
import { expectAck, expectRefusedAck, expectThat, isRefused, usableAck } from '../client/shapes.ts'
import { sleep } from '../client/waits.ts'
import { Absent, FollowsFrom } from '../report/findings.ts'
import { MALFORMED_SPINS, REQUEST_ID } from './credit.ts'

/** Plays one spin at the lowest stake (cents), and repeats the request. */
export async function checkSpin(seat: Seat, stake: number): Promise<void> {
  const { recorder } = seat.kit
  recorder.begin('Spin')
  await checkFromState(seat, 'a stake that the machine does not offer is refused', async () => {
    const { stakes } = seat.joined.capabilities
    const other = [stake - 1, stake + 1].find((cents) => cents > 0 && !stakes.includes(cents))
    if (other === undefined) throw new Absent('The machine offers every stake.')
    const command = { requestId: newRequestId(), stake: other }
    const exchange = await seat.socket.request('spin', command)
    const isAnyAccepted = recorder.findings.some(
      ({ title, status }) => title === MALFORMED_SPINS && status === 'wrong',
    )
    if (isAnyAccepted && !isRefused(exchange)) throw new FollowsFrom(MALFORMED_SPINS)
    expectRefusedAck(exchange, [Code.stakeNotOffered])
  })
  await awaitIdle(seat)
  const requestId = newRequestId()
  const title = 'a spin takes its stake'
  const since = seat.socket.mark
  let wallet: number | undefined
  let spin: GameState | undefined
  /** A second spin that the machine was right to accept. */
  let extra: GameState | undefined
  /** The failed check after which the platform may have run a spin that it should have refused. */
  let spoiledBy: string | undefined
  await checkFromState(seat, title, async () => {
    const { credit, seq } = stateOf(seat)
    if (credit < stake) throw notPossible(seat, `The machine has ${credit} cents.`)
    wallet = (await readWallet(seat)).balance
    seat.isUncertain = true
    const exchange = await seat.socket.request('spin', { requestId, stake })
    const { game } = expectAck(exchange, SPIN)
    seat.game = game
    seat.staked += stake
    spin = game
    const left = credit - stake + (game.phase === 'idle' ? game.win : 0)
    expectThat(game.spin?.stake === stake, exchange, `a "spin" with "stake": ${stake}`, GAME)
    expectMoney(game.credit === left, exchange, `"credit": ${left}`, SPIN.where)
    expectThat(game.seq > seq, exchange, `a "seq" of the machine above ${seq}`, GAME)
  })
  const second = 'a second spin is refused while the reels turn'
  await checkAtSeat(seat, second, async () => {
    const { phase } = need(spin, title)
    if (phase === 'idle') throw new Absent('The acknowledgement holds the outcome: no reels turn after it.')
    const exchange = await seat.socket.request('spin', { requestId: newRequestId(), stake })
    const accepted = usableAck(exchange, SPIN)?.game
    if (accepted && seat.socket.has('game', since, isOutcomeOf(need(spin, title)))) {
      seat.staked += stake
      extra = accepted
      throw new Absent('The reels stood before a second spin could be sent.')
    }
    if (!isRefused(exchange)) spoiledBy = second
    expectRefusedAck(exchange, [Code.machineBusy])
  })
  const repeated = 'a repeated spin is answered as the first and stakes nothing'
  await checkAtSeat(seat, repeated, async () => {
    const game = need(spin, title)
    if (spoiledBy !== undefined) throw new FollowsFrom(spoiledBy)
    const exchange = await seat.socket.request('spin', { requestId, stake })
    const again = usableAck(exchange, SPIN)?.game
    if (again && again.spin?.id !== game.spin?.id) spoiledBy = repeated
    const isSame = again?.spin?.id === game.spin?.id && again?.credit === game.credit
    const expected = `spin ${game.spin?.id} with "credit": ${game.credit}, as the first time`
    expectMoney(isSame, exchange, expected, REQUEST_ID, REQUEST_ID)
  })
  await checkAtSeat(seat, 'the outcome comes as a "game" push', async () => {
    const game = need(spin, title)
    if (spoiledBy !== undefined) throw new FollowsFrom(spoiledBy)
    await checkOutcome(seat, game, since)
  })
  if (extra) await awaitOutcome(seat, extra, since).catch(() => {})
  await awaitIdle(seat, spin)
  await checkFromState(seat, 'the spin left the wallet alone', async () => {
    need(spin, title)
    await expectWallet(seat, need(wallet, title))
  })
  if ((seat.game?.freeSpins ?? 0) > 0) {
    await checkFromState(seat, 'free spins cost nothing', () => playFreeSpins(seat))
  }
}

const POLL_INTERVAL_MS = 200

/** Waits for the end of a spin, also of one that the platform should have refused, and counts `spin`. */
async function awaitIdle(seat: Seat, spin?: GameState): Promise<void> {
  const ignore = () => {}
  await refresh(seat).catch(ignore)
  if (seat.game?.phase === 'spinning') await awaitOutcome(seat, seat.game, 0).catch(ignore)
  const until = performance.now() + seat.kit.waits.outcome
  while (seat.game?.phase === 'spinning' && performance.now() < until) {
    await sleep(POLL_INTERVAL_MS)
    await refresh(seat, true).catch(ignore)
  }
  const { game } = seat
  if (!seat.isUncertain || game?.phase !== 'idle' || !spin || game.spin?.id !== spin.spin?.id) return
  seat.won += game.win
  seat.isUncertain = false
}

async function checkOutcome(seat: Seat, spin: GameState, since: number): Promise<void> {
  const outcome = await awaitOutcome(seat, spin, since)
  const left = spin.phase === 'idle' ? spin.credit : spin.credit + outcome.win
  const exchange = { sent: 'the spin', got: JSON.stringify(outcome), body: outcome }
  expectMoney(outcome.credit === left, exchange, `"credit": ${left}`, GAME)
  const isLater = spin.phase === 'idle' || outcome.seq > spin.seq
  expectThat(isLater, exchange, `a "seq" above ${spin.seq}; the app drops an older state`, GAME)
}
