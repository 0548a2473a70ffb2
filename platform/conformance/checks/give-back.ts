import { type Kit, newRequestId, readWallet, type Session } from '../client/kit.ts'
import { CASHOUT, isNothingToCashOut, playFreeSpins, rejoin, type Seat } from '../client/seat.ts'
import { expectAck } from '../client/shapes.ts'
import { Violation } from '../report/findings.ts'

/** Cashes out by the socket. Throws a Violation where that fails. */
async function cashOut(kit: Kit, session: Session, seat: Seat): Promise<void> {
  // Its state may be older than the machine's, so it is read anew.
  await rejoin(kit, session, seat)
  await playFreeSpins(seat)
  if (seat.game.credit === 0) return
  const exchange = await seat.socket.request('cashout', { requestId: newRequestId() })
  if (!isNothingToCashOut(exchange)) expectAck(exchange, CASHOUT)
}

/**
 * Moves what is left on the machine to the wallet and leaves, whatever has failed before: by a cashout, by
 * POST /player/cancel, or both.
 */
export async function giveBack(kit: Kit, session: Session, seat: Seat): Promise<void> {
  const { recorder, allowance } = kit
  recorder.begin('Money at the end')
  const attempt = (work: () => Promise<unknown>) => work().catch(() => undefined)
  await attempt(() => cashOut(kit, session, seat))
  const cancel = { token: session.token, body: { machineId: seat.machineId } }
  await attempt(() => kit.call('POST', '/player/cancel', cancel))
  seat.socket.close()
  await recorder.check('the wallet has what it had, less the stakes, plus the wins', async () => {
    const { balance, exchange } = await readWallet(kit, session)
    const { startBalance, staked, won } = seat
    const due = startBalance - staked + won
    const isRight = seat.isUncertain ? balance >= startBalance - allowance.total : balance === due
    if (isRight) return
    const expected = `"balance": ${due} (${startBalance}, less stakes of ${staked}, plus wins of ${won})`
    throw new Violation({ ...exchange, expected, where: 'src/contract/http.ts, BalanceAnswer' })
  })
}
