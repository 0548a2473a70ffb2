import { Code } from '../../../src/contract/codes.ts'
import { type Kit, need, newRequestId, readWallet, type Session } from '../client/kit.ts'
import { awaitOutcome, GAME, playFreeSpins, type Seat, SPIN, updateGame } from '../client/seat.ts'
import { expectAck, expectRefusedAck, expectThat } from '../client/shapes.ts'
import { Unchecked } from '../report/findings.ts'
import { expectWallet, type Funded } from './credit.ts'

const REQUEST_ID = 'src/contract/money.ts, RequestId'
const NO_CREDIT = 'The machine has no credit.'

/** Plays one spin at the lowest stake, and repeats the request. */
export async function checkSpin(
  kit: Kit,
  session: Session,
  seat: Seat,
  funded: Funded | undefined,
): Promise<void> {
  const { recorder } = kit
  recorder.begin('Spin')
  await recorder.check('a stake that the machine does not offer is refused', async () => {
    const { stake } = need(funded, NO_CREDIT)
    const { stakes } = seat.joined.capabilities
    const [other] = [stake - 1, stake + 1].filter((cents) => cents > 0 && !stakes.includes(cents))
    const strange = need(other, 'The machine offers every stake.')
    const command = { requestId: newRequestId(), stake: strange }
    expectRefusedAck(await seat.socket.request('spin', command), [Code.stakeNotOffered])
  })
  updateGame(seat)
  const requestId = newRequestId()
  const since = seat.socket.mark
  const credit = seat.game.credit
  let wallet: number | undefined
  const spin = await recorder.check('a spin takes its stake', async () => {
    const { stake } = need(funded, NO_CREDIT)
    wallet = (await readWallet(kit, session)).balance
    seat.isUncertain = true
    const exchange = await seat.socket.request('spin', { requestId, stake })
    const { game } = expectAck(exchange, SPIN)
    seat.staked += stake
    const paid = game.phase === 'idle' ? game.win : 0
    const left = credit - stake + paid
    expectThat(game.credit === left, exchange, `"credit": ${left}`, SPIN.where)
    expectThat(game.spin?.stake === stake, exchange, `a "spin" with "stake": ${stake}`, GAME)
    seat.game = game
    return game
  })
  await recorder.check('a repeated spin is answered as the first and stakes nothing', async () => {
    const game = need(spin, 'The spin did not work.')
    const exchange = await seat.socket.request('spin', { requestId, stake: need(funded, NO_CREDIT).stake })
    const again = expectAck(exchange, SPIN).game
    const isSame = again.spin?.id === game.spin?.id && again.credit === game.credit
    const expected = `spin ${game.spin?.id} with "credit": ${game.credit}, as the first time`
    expectThat(isSame, exchange, expected, REQUEST_ID)
  })
  await recorder.check('a second spin is refused while the reels turn', async () => {
    const { phase } = need(spin, 'The spin did not work.')
    if (phase === 'idle') throw new Unchecked('The spin was over at once.')
    const command = { requestId: newRequestId(), stake: need(funded, NO_CREDIT).stake }
    expectRefusedAck(await seat.socket.request('spin', command), [Code.machineBusy])
  })
  await recorder.check('the outcome comes as a "game" push', async () => {
    const game = need(spin, 'The spin did not work.')
    const outcome = await awaitOutcome(seat, game, since)
    const left = game.phase === 'idle' ? game.credit : game.credit + outcome.win
    const exchange = { sent: 'the spin', got: JSON.stringify(outcome), body: outcome }
    expectThat(outcome.credit === left, exchange, `"credit": ${left}`, GAME)
  })
  await recorder.check('the spin left the wallet alone', async () => {
    need(spin, 'The spin did not work.')
    await expectWallet(kit, session, need(wallet, 'The wallet was not read.'))
  })
  if (seat.game.freeSpins > 0) {
    await recorder.check('free spins cost nothing', () => playFreeSpins(seat))
  }
}
