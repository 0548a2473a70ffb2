import { Code } from '../../src/contract/codes.ts'
import { type Kit, newRequestId, readWallet, type Session } from '../client/kit.ts'
import {
  awaitOutcome,
  CASHOUT,
  dueOf,
  expectMoney,
  isNothingToCashOut,
  NO_STATE,
  playFreeSpins,
  type Seat,
  takeSeat,
} from '../client/seat.ts'
import { expectAck } from '../client/shapes.ts'
import { sleep } from '../client/waits.ts'
import { Absent, FollowsFrom } from '../report/findings.ts'

/** Cashes out on the socket. Throws a Violation if that fails. */
async function cashOut(seat: Seat): Promise<void> {
  // Read again, because the known state may be older than the machine's.
  await takeSeat(seat)
  if (seat.game?.phase === 'spinning') await awaitOutcome(seat, seat.game, 0)
  if (seat.game) await playFreeSpins(seat)
  if (seat.game?.credit === 0) return
  const exchange = await seat.socket.request('cashout', { requestId: newRequestId() })
  if (!isNothingToCashOut(exchange)) expectAck(exchange, CASHOUT)
}

const BUSY: readonly unknown[] = [Code.machineBusy, Code.bonusPending]
const RETRY_MS = 1000
const MAX_ATTEMPTS = 10

/** Ends the visit after the running spin. */
export async function cancel(kit: Kit, { token }: Session, machineId: string): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { body } = await kit.call('POST', '/player/cancel', { token, body: { machineId } })
    if (!BUSY.includes((body as { code?: unknown } | undefined)?.code)) return
    await sleep(RETRY_MS)
  }
}

/**
 * Returns the credit on the machine to the wallet and leaves, even after failed checks: by a cashout, by POST
 * /player/cancel, or by both.
 */
export async function returnCredit(seat: Seat): Promise<void> {
  const { kit, session, machineId } = seat
  const { recorder, allowance } = kit
  recorder.begin('Money at the end')
  const attempt = (work: () => Promise<unknown>) => work().catch(() => undefined)
  seat.isLeaving = true
  if (!seat.isOver) {
    await attempt(() => cashOut(seat))
    await attempt(() => cancel(kit, session, machineId))
  }
  seat.socket.close()
  await recorder.check('the wallet has what it had, less the stakes, plus the wins', async (report) => {
    if (!seat.joined.game) throw new Absent(NO_STATE)
    const { balance, exchange } = await readWallet(seat)
    const { startBalance, startCredit, staked, won } = seat
    const due = dueOf(seat)
    const isRight = seat.isUncertain ? balance >= startBalance - allowance.total : balance === due
    const sum = `${startBalance + startCredit} cents, less stakes of ${staked}, plus wins of ${won}`
    // A violation at the machine may have cost a stake that was not counted.
    if (!isRight && seat.firstWrong !== undefined) throw new FollowsFrom(seat.firstWrong)
    expectMoney(isRight, exchange, `"balance": ${due} (${sum})`, 'src/contract/http.ts, BalanceAnswer')
    report(`${balance} cents: ${sum}.`)
  })
}
