import { type Kit, need, newRequestId, readWallet, type Session } from '../client/kit.ts'
import { CASHOUT, isNothingToCashOut, LOAD, playFreeSpins, type Seat } from '../client/seat.ts'
import { expectAck, expectThat } from '../client/shapes.ts'
import { Unchecked } from '../report/findings.ts'
import { expectWallet } from './credit.ts'

/** Cashes out, and repeats the request. */
export async function checkCashOut(kit: Kit, session: Session, seat: Seat): Promise<void> {
  const { recorder } = kit
  recorder.begin('Cash-out')
  const requestId = newRequestId()
  const done = await recorder.check('a cashout moves the whole credit to the wallet', async () => {
    if (!seat.firstLoad) throw new Unchecked('Nothing was loaded.')
    await playFreeSpins(seat)
    const { credit } = seat.game
    const { balance } = await readWallet(kit, session)
    const exchange = await seat.socket.request('cashout', { requestId })
    if (credit === 0 && isNothingToCashOut(exchange)) throw new Unchecked('The credit was played to nothing.')
    const ack = expectAck(exchange, CASHOUT)
    const moved = { amount: credit, balance: balance + credit }
    const isMoved = ack.amount === moved.amount && ack.balance === moved.balance
    const expected = `"amount": ${credit}, "balance": ${moved.balance} and "credit": 0`
    expectThat(isMoved && ack.game?.credit === 0, exchange, expected, CASHOUT.where)
    seat.game = ack.game
    await expectWallet(kit, session, moved.balance)
    return moved
  })
  await recorder.check('a repeated cashout is answered as the first and moves nothing', async () => {
    const { amount, balance } = need(done, 'The cashout did not work.')
    const exchange = await seat.socket.request('cashout', { requestId })
    const again = expectAck(exchange, CASHOUT)
    const isSame = again.amount === amount && again.balance === balance
    const expected = `"amount": ${amount} and "balance": ${balance}, as the first time`
    expectThat(isSame, exchange, expected, 'src/contract/money.ts, RequestId')
    await expectWallet(kit, session, balance)
  })
}

/** Loads `cents` again for the checks that follow. */
export async function loadAgain(kit: Kit, session: Session, seat: Seat, cents: number): Promise<void> {
  const { balance } = await readWallet(kit, session)
  const exchange = await seat.socket.request('load', { requestId: newRequestId(), amount: cents })
  const ack = expectAck(exchange, LOAD)
  seat.game = ack.game
  expectThat(ack.balance === balance - cents, exchange, `"balance": ${balance - cents}`, LOAD.where)
}
