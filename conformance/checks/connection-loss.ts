import { Code } from '../../src/contract/codes.ts'
import type { Push } from '../../src/contract/live.ts'
import { need, newRequestId, readWallet } from '../client/kit.ts'
import {
  checkAtSeat,
  checkFromState,
  expectCredit,
  expectMoney,
  expectWallet,
  INIT,
  type Joined,
  newPage,
  rejoin,
  type Seat,
} from '../client/seat.ts'
import { expectRefusedAck, isRefused, isTime } from '../client/shapes.ts'
import type { LiveSocket } from '../client/sockets.ts'
import { Absent, Violation } from '../report/findings.ts'
import { loadOf, repeatLoad } from './credit.ts'

const RULES = 'docs/contract/README.md'
/** What is expected of a page that lost its seat; one rule for each way to lose it. */
export const CLOSES = { expected: 'a closed game socket', where: RULES }
const WAITING: readonly unknown[] = ['waiting', 'in-bonus']

/**
 * Expects the wallet, and the credit that the machine had (cents; undefined: unknown), in an answer to
 * `init`.
 */
export async function expectState(
  seat: Seat,
  joined: Joined,
  sent: string,
  credit: number | undefined,
): Promise<void> {
  const exchange = { sent, got: JSON.stringify({ balance: joined.balance, game: joined.game }), body: joined }
  expectCredit(joined, exchange, credit)
  if (credit === undefined) return
  const { balance } = await readWallet(seat)
  expectMoney((joined.balance ?? balance) === balance, exchange, `"balance": ${balance}`, INIT.where)
}

/** Loses the connection and reconnects; then a second page takes the machine over. */
export async function checkConnectionLoss(seat: Seat, notices: LiveSocket): Promise<void> {
  const { recorder } = seat.kit
  recorder.begin('Lost connection')
  const since = notices.mark
  let wallet: number | undefined
  let waiting: Push<'session'> | undefined
  const waits = 'after a cut a "session" push says that the machine waits'
  await checkFromState(seat, waits, async () => {
    wallet = seat.game && (await readWallet(seat)).balance
    // A machine without credit may be freed.
    const mayBeFree = !seat.game?.credit
    seat.socket.cut()
    waiting = await notices.push('session', {
      since,
      matches: ({ status, machine_status }) => (status ? WAITING.includes(machine_status) : mayBeFree),
      expected: 'a "session" push with machine_status "waiting" or "in-bonus"',
      where: RULES,
    })
  })
  const credit = seat.game?.credit
  await recorder.check('the "session" push of a held machine names its credit and its end', async () =>
    expectHeldCredit(need(waiting, waits), credit),
  )
  const found = 'the same page finds its machine and its credit'
  const back = await checkAtSeat(seat, found, async () => {
    await expectState(seat, await rejoin(seat), 'init after a cut', credit)
    if (wallet !== undefined) await expectWallet(seat, wallet)
    return true
  })
  await checkFromState(seat, 'a load repeated after the cut moves nothing', async () => {
    need(back, found)
    await repeatLoad(seat, loadOf(seat))
  })
  await checkTakeOver(seat)
}

/** Expects the credit (cents; undefined: unknown) and the end of the hold in the push of a held machine. */
function expectHeldCredit(push: Push<'session'>, expected: number | undefined): void {
  const { status, credit, reservedUntil } = push
  if (!status || (credit == null && reservedUntil == null))
    throw new Absent('The player sees neither the credit on a held machine nor when it returns.')
  const exchange = { got: JSON.stringify(push), where: 'src/contract/live.ts, SessionPush' }
  if (credit != null && expected !== undefined && credit !== expected)
    throw new Violation({ ...exchange, expected: `"credit": ${expected}` })
  if (reservedUntil != null && !isTime(reservedUntil))
    throw new Violation({ ...exchange, expected: '"reservedUntil" as ISO 8601 with a zone' })
}

/** A second page of the player joins; the first one has to go. */
async function checkTakeOver(seat: Seat): Promise<void> {
  let { socket: first, page: firstPage } = seat
  const takeOver = 'a second page of the player takes the machine over'
  const taken = await checkFromState(seat, takeOver, async () => {
    const credit = seat.game?.credit
    first = seat.socket
    firstPage = seat.page
    await expectState(seat, await rejoin(seat, newPage()), 'init of a second page', credit)
    return true
  })
  const leave = 'the first page is told to leave'
  const told = await checkAtSeat(seat, leave, async () => {
    need(taken, takeOver)
    await first.push('info', {
      since: 0,
      matches: ({ action }) => action === 'leave',
      expected: 'an "info" push with action "leave": after a bare disconnect the page comes back by itself',
      where: RULES,
    })
    return true
  })
  await checkAtSeat(seat, 'the first page is closed, or refused', async () => {
    need(told, leave)
    if (await first.isClosed(seat.kit.waits.push / 2)) return
    const exchange = await first
      .request('cashout', { requestId: newRequestId() }, seat.kit.waits.optional)
      .catch(() => undefined)
    if (exchange && isRefused(exchange)) return expectRefusedAck(exchange, [Code.takenOver, Code.notSeated])
    const got = `the socket stays open, and a cashout is answered: ${exchange?.got ?? 'nothing'}`
    throw new Violation({ got, ...CLOSES }, CLOSES.expected)
  })
  await checkFromState(seat, 'the first page does not take it back by itself', async () => {
    need(taken, takeOver)
    const joined = await rejoin(seat, firstPage).catch((error: unknown) => {
      if (error instanceof Violation) return undefined
      throw error
    })
    if (!joined) return
    throw new Absent('Two open pages of a player take the machine from each other at every lost connection.')
  })
  first.close()
}
