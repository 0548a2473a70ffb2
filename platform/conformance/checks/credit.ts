import { Code } from '../../../src/contract/codes.ts'
import { MAX_AMOUNT } from '../../../src/contract/money.ts'
import { type Kit, need, newRequestId, readWallet, type Session } from '../client/kit.ts'
import { CASHOUT, isNothingToCashOut, LOAD, type Seat } from '../client/seat.ts'
import { expectAck, expectRefusedAck, expectThat } from '../client/shapes.ts'
import type { LiveSocket } from '../client/sockets.ts'
import { Absent, Unchecked } from '../report/findings.ts'

const BALANCE = 'src/contract/http.ts, BalanceAnswer'
const REQUEST_ID = 'src/contract/money.ts, RequestId'

/** Expects `cents` in the wallet. */
export async function expectWallet(kit: Kit, session: Session, cents: number): Promise<void> {
  const { balance, exchange } = await readWallet(kit, session)
  expectThat(balance === cents, exchange, `"balance": ${cents}`, BALANCE)
}

/** Sends commands that no platform may accept; the wallet must not change. */
async function refuseAll(
  kit: Kit,
  session: Session,
  seat: Seat,
  event: string,
  payloads: readonly unknown[],
): Promise<void> {
  const { balance } = await readWallet(kit, session)
  for (const payload of payloads) {
    expectRefusedAck(await seat.socket.request(event, payload), [Code.invalidRequest])
  }
  await expectWallet(kit, session, balance)
}

const malformedLoads = (): unknown[] => [
  {},
  'text',
  [],
  null,
  ...['1', 0, -1, 1.5, null, [1]].map((amount) => ({ requestId: newRequestId(), amount })),
  { amount: 1 },
  { requestId: 'short', amount: 1 },
  { requestId: 'has spaces in it', amount: 1 },
]
const malformedSpins = (): unknown[] => [
  {},
  'text',
  ...['1', 0, -1, 1.5].map((stake) => ({ requestId: newRequestId(), stake })),
  { stake: 1 },
]

/** The machine's lowest stake, cents; throws if nothing can be played. */
function lowestStake(kit: Kit, { joined }: Seat): number {
  const { capabilities } = joined
  if (!capabilities.transfer) throw new Absent('The machine takes no credit: "transfer" is not announced.')
  const [stake] = [...capabilities.stakes].sort((a, b) => a - b)
  if (stake === undefined) throw new Absent('The machine announces no stakes: nothing is loaded or played.')
  const needed = 4 * stake
  if (stake > kit.allowance.maxStake || needed > kit.allowance.total) {
    throw new Unchecked(
      `The lowest stake is ${stake} cents: it needs --allowance ${needed} and --max-stake ${stake}.`,
    )
  }
  return stake
}

export interface Funded {
  /** The lowest stake, cents; the credit covers two of them. */
  readonly stake: number
}

/** Loads twice the lowest stake, and tries commands that must move nothing. */
export async function checkCredit(
  kit: Kit,
  session: Session,
  seat: Seat,
  notices: LiveSocket | undefined,
): Promise<Funded | undefined> {
  const { recorder } = kit
  recorder.begin('Credit')
  const stake = await recorder.check('the machine can be played within the allowance', () =>
    lowestStake(kit, seat),
  )
  if (stake === undefined) return undefined
  await recorder.check('malformed loads are refused and move nothing', () =>
    refuseAll(kit, session, seat, 'load', malformedLoads()),
  )
  await recorder.check('malformed spins are refused and move nothing', () =>
    refuseAll(kit, session, seat, 'spin', malformedSpins()),
  )
  await recorder.check('a malformed cashout is refused', () =>
    refuseAll(kit, session, seat, 'cashout', [{ requestId: 7 }, 'text']),
  )
  await recorder.check('a spin without credit is refused', async () => {
    if (seat.game.credit !== 0) throw new Unchecked(`The machine held ${seat.game.credit} cents already.`)
    const command = { requestId: newRequestId(), stake }
    expectRefusedAck(await seat.socket.request('spin', command), [Code.creditTooLow])
  })
  await recorder.check('a cashout of nothing moves nothing', async () => {
    if (seat.game.credit !== 0) throw new Unchecked(`The machine held ${seat.game.credit} cents already.`)
    const exchange = await seat.socket.request('cashout', { requestId: newRequestId() })
    const expected = 'code 60018 (nothingToCashOut), or "amount": 0'
    expectThat(isNothingToCashOut(exchange), exchange, expected, CASHOUT.where)
  })
  await recorder.check('a load above the wallet is refused', () => checkOverLimit(kit, session, seat))
  return checkLoad(kit, session, seat, notices, stake)
}

async function checkOverLimit(kit: Kit, session: Session, seat: Seat): Promise<void> {
  const { balance } = await readWallet(kit, session)
  const amount = balance + 1
  if (amount > Math.min(kit.allowance.total, MAX_AMOUNT)) {
    const advice = `give it an allowance of ${amount} cents, or a player with less than ${kit.allowance.total} cents`
    throw new Unchecked(`The kit never sends more than its allowance: ${advice}.`)
  }
  const command = { requestId: newRequestId(), amount }
  expectRefusedAck(await seat.socket.request('load', command), [Code.balanceTooLow])
  await expectWallet(kit, session, balance)
}

async function checkLoad(
  kit: Kit,
  session: Session,
  seat: Seat,
  notices: LiveSocket | undefined,
  stake: number,
): Promise<Funded | undefined> {
  const { recorder } = kit
  const amount = 2 * stake
  const since = notices?.mark ?? 0
  const loaded = await recorder.check(`a load of ${amount} cents moves them`, async () => {
    const { balance } = await readWallet(kit, session)
    const { credit, seq } = seat.game
    const requestId = newRequestId()
    const exchange = await seat.socket.request('load', { requestId, amount })
    const ack = expectAck(exchange, LOAD)
    const { game } = ack
    const expected = `"balance": ${balance - amount} and "credit": ${credit + amount}`
    const isMoved = ack.balance === balance - amount && game.credit === credit + amount
    expectThat(isMoved, exchange, expected, LOAD.where)
    expectThat(game.seq > seq, exchange, `a "seq" above ${seq}`, LOAD.where)
    seat.game = game
    seat.firstLoad = { requestId, amount, balance: ack.balance, credit: game.credit }
    await expectWallet(kit, session, ack.balance)
    return seat.firstLoad
  })
  const notLoaded = 'The load did not work.'
  await recorder.check('a "balance" push tells the other pages', async () => {
    const { balance } = need(loaded, notLoaded)
    await need(notices, 'The notification socket could not be opened.').push('balance', {
      since,
      matches: (push) => push.balance === balance,
      expected: `a "balance" push with ${balance}`,
      where: 'src/contract/live.ts, BalancePush',
    })
  })
  await recorder.check('a repeated load is answered as the first and moves nothing', () =>
    repeatLoad(kit, session, seat, need(loaded, notLoaded)),
  )
  await recorder.check('a used requestId for another amount is refused, or moves nothing', async () => {
    const { requestId } = need(loaded, notLoaded)
    const { balance } = await readWallet(kit, session)
    await seat.socket.request('load', { requestId, amount: stake })
    await expectWallet(kit, session, balance)
  })
  return loaded && { stake }
}

/** Repeats the first load. */
export async function repeatLoad(
  kit: Kit,
  session: Session,
  seat: Seat,
  { requestId, amount, balance, credit }: NonNullable<Seat['firstLoad']>,
): Promise<void> {
  const before = await readWallet(kit, session)
  const exchange = await seat.socket.request('load', { requestId, amount })
  const { balance: wallet } = await readWallet(kit, session)
  const moved = before.balance - wallet
  const expected = `the answer of the first load, and no money moved (the wallet went down by ${moved} cents)`
  expectThat(moved === 0, exchange, expected, REQUEST_ID)
  const ack = expectAck(exchange, LOAD)
  const isSame = ack.balance === balance && ack.game.credit === credit
  expectThat(isSame, exchange, `"balance": ${balance} and "credit": ${credit}, as the first time`, REQUEST_ID)
}
