import { need, newRequestId, readWallet } from '../client/kit.ts'
import {
  CASHOUT,
  checkFromState,
  expectMoney,
  expectWallet,
  isNothingToCashOut,
  notPossible,
  playFreeSpins,
  type Seat,
  stateOf,
} from '../client/seat.ts'
import { expectAck, usableAck } from '../client/shapes.ts'
import { expectSeq, loadOf, REQUEST_ID } from './credit.ts'

/** Cashes out, and repeats the request. */
export async function checkCashOut(seat: Seat): Promise<void> {
  seat.kit.recorder.begin('Cash-out')
  if (!seat.game) {
    await checkFromState(seat, 'a cashout is carried out', async () => {
      expectAck(await seat.socket.request('cashout', { requestId: newRequestId() }), CASHOUT)
    })
    return
  }
  const requestId = newRequestId()
  const title = 'a cashout moves the whole credit to the wallet'
  const done = await checkFromState(seat, title, async () => {
    loadOf(seat)
    await playFreeSpins(seat)
    const { credit } = stateOf(seat)
    const { balance, seq } = await readWallet(seat)
    const exchange = await seat.socket.request('cashout', { requestId })
    if (credit === 0 && isNothingToCashOut(exchange))
      throw notPossible(seat, 'The credit was played to nothing.')
    const ack = expectAck(exchange, CASHOUT)
    seat.game = ack.game ?? { ...stateOf(seat), credit: 0 }
    seat.moved.push(credit)
    const due = balance + credit
    const isMoved =
      (ack.amount ?? credit) === credit && (ack.balance ?? due) === due && seat.game.credit === 0
    expectMoney(isMoved, exchange, `"amount": ${credit}, "balance": ${due} and "credit": 0`, CASHOUT.where)
    expectSeq(ack.seq, seq, exchange, CASHOUT.where)
    await expectWallet(seat, due)
    return ack
  })
  await checkFromState(seat, 'a repeated cashout is answered as the first and moves nothing', async () => {
    const { amount, balance } = need(done, title)
    const before = await readWallet(seat)
    const exchange = await seat.socket.request('cashout', { requestId })
    const after = await readWallet(seat)
    const again = usableAck(exchange, CASHOUT)
    const isSame = again?.amount === amount && again?.balance === balance && after.balance === before.balance
    const expected = `"amount": ${amount} and "balance": ${balance}, as the first time, and no money moved`
    expectMoney(isSame, exchange, expected, REQUEST_ID, REQUEST_ID)
  })
}
