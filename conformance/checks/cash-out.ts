import { type Kit, need, newRequestId, readWallet, type Session } from '../client/kit.ts'
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
export async function checkCashOut(kit: Kit, session: Session, seat: Seat): Promise<void> {
  kit.recorder.begin('Cash-out')
  const check = <T>(title: string, work: () => Promise<T>) => checkFromState(kit, session, seat, title, work)
  if (!seat.game) {
    await check('a cashout is carried out', async () => {
      expectAck(await seat.socket.request('cashout', { requestId: newRequestId() }), CASHOUT)
    })
    return
  }
  const requestId = newRequestId()
  const title = 'a cashout moves the whole credit to the wallet'
  const done = await check(title, async () => {
    loadOf(kit, seat)
    await playFreeSpins(kit, seat)
    const { credit } = stateOf(seat)
    const { balance, seq } = await readWallet(kit, session)
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
    await expectWallet(kit, session, due)
    return ack
  })
  await check('a repeated cashout is answered as the first and moves nothing', async () => {
    const { amount, balance } = need(done, title)
    const before = await readWallet(kit, session)
    const exchange = await seat.socket.request('cashout', { requestId })
    const after = await readWallet(kit, session)
    const again = usableAck(exchange, CASHOUT)
    const isSame = again?.amount === amount && again?.balance === balance && after.balance === before.balance
    const expected = `"amount": ${amount} and "balance": ${balance}, as the first time, and no money moved`
    expectMoney(isSame, exchange, expected, REQUEST_ID, REQUEST_ID)
  })
}
