import { Code } from '../../src/contract/codes.ts'
import { MAX_AMOUNT } from '../../src/contract/money.ts'
import type { Exchange } from '../client/exchange.ts'
import { need, newRequestId, readWallet } from '../client/kit.ts'
import {
  CASHOUT,
  checkFromState,
  expectCredit,
  expectMoney,
  expectWallet,
  INIT,
  initAgain,
  isNothingToCashOut,
  LOAD,
  notPossible,
  type Seat,
  stateOf,
} from '../client/seat.ts'
import { expectAck, expectRefusedAck, expectThat, usableAck } from '../client/shapes.ts'
import type { LiveSocket } from '../client/sockets.ts'
import { Absent, LeftOut, Unchecked } from '../report/findings.ts'

const PLAYABLE = 'the machine can be played within the allowance'
const LOADS = 'a load moves its amount to the machine'
export const MALFORMED_SPINS = 'malformed spins are refused and move nothing'
/** The first load; without one a check follows from the reason. */
export const loadOf = ({ kit: { recorder }, firstLoad }: Seat) =>
  need(firstLoad, recorder.findings.some(({ title }) => title === LOADS) ? LOADS : PLAYABLE)
/** Where the rule of repeated commands is written; all its violations are one finding. */
export const REQUEST_ID = 'src/contract/money.ts, RequestId'

/** Sends commands that no platform may accept; the wallet must not change. */
async function refuseAll(seat: Seat, event: string, payloads: readonly unknown[]): Promise<void> {
  const { balance } = await readWallet(seat)
  for (const payload of payloads) {
    expectRefusedAck(await seat.socket.request(event, payload), [Code.invalidRequest])
  }
  await expectWallet(seat, balance)
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
function lowestStake(seat: Seat): number {
  stateOf(seat)
  const { capabilities } = seat.joined
  if (!capabilities.transfer) throw new Absent('The machine takes no credit: "transfer" is not announced.')
  const [stake] = [...capabilities.stakes].sort((a, b) => a - b)
  if (stake === undefined) throw new Absent('The machine announces no stakes: nothing is loaded or played.')
  const needed = 4 * stake
  const { maxStake, total } = seat.kit.allowance
  if (stake > maxStake || needed > total) {
    throw new Unchecked(
      `The lowest stake is ${stake} cents: it needs --allowance ${needed} and --max-stake ${stake}.`,
    )
  }
  return stake
}

/**
 * Loads twice the lowest stake, and tries commands that must move nothing. Resolves to the lowest stake,
 * cents, if the machine can be played.
 */
export async function checkCredit(seat: Seat, notices: LiveSocket): Promise<number | undefined> {
  const { recorder } = seat.kit
  recorder.begin('Credit')
  const stake = await recorder.check(PLAYABLE, () => lowestStake(seat))
  if (stake === undefined) return undefined
  const check = (title: string, work: () => Promise<void>) => checkFromState(seat, title, work)
  await check('malformed loads are refused and move nothing', () => refuseAll(seat, 'load', malformedLoads()))
  await check(MALFORMED_SPINS, () => refuseAll(seat, 'spin', malformedSpins()))
  await check('a malformed cashout is refused', () => refuseAll(seat, 'cashout', [{ requestId: 7 }, 'text']))
  const { credit } = stateOf(seat)
  await check('a spin without credit is refused', async () => {
    if (stateOf(seat).credit !== 0) throw notPossible(seat, `The machine held ${credit} cents already.`)
    const command = { requestId: newRequestId(), stake }
    expectRefusedAck(await seat.socket.request('spin', command), [Code.creditTooLow])
  })
  await check('a cashout of nothing moves nothing', async () => {
    if (stateOf(seat).credit !== 0) throw notPossible(seat, `The machine held ${credit} cents already.`)
    const { balance } = await readWallet(seat)
    const exchange = await seat.socket.request('cashout', { requestId: newRequestId() })
    const expected = 'code 60018 (nothingToCashOut), or "amount": 0'
    expectThat(isNothingToCashOut(exchange), exchange, expected, CASHOUT.where)
    await expectWallet(seat, balance)
  })
  await check('a load above the wallet is refused', () => checkOverLimit(seat))
  await checkLoad(seat, notices, 2 * stake)
  return stake
}

async function checkOverLimit(seat: Seat): Promise<void> {
  const { balance } = await readWallet(seat)
  const amount = balance + 1
  const { total } = seat.kit.allowance
  if (amount > Math.min(total, MAX_AMOUNT)) {
    const advice = `--allowance ${amount}, or a player with less than ${total} cents`
    throw new LeftOut(`The kit never sends more than its allowance. This check needs ${advice}.`)
  }
  const command = { requestId: newRequestId(), amount }
  expectRefusedAck(await seat.socket.request('load', command), [Code.balanceTooLow])
  await expectWallet(seat, balance)
}

/** Loads `amount` cents, and expects what the answer says in the wallet and on the machine. */
export async function load(seat: Seat, amount: number) {
  const { balance, seq: walletSeq } = await readWallet(seat)
  const { credit, seq } = stateOf(seat)
  const requestId = newRequestId()
  const exchange = await seat.socket.request('load', { requestId, amount })
  const ack = expectAck(exchange, LOAD)
  const { game } = ack
  seat.game = game
  seat.moved.push(-amount)
  const expected = `"balance": ${balance - amount} and "credit": ${credit + amount}`
  const isMoved = ack.balance === balance - amount && game.credit === credit + amount
  expectMoney(isMoved, exchange, expected, LOAD.where)
  expectThat(game.seq > seq, exchange, `a "seq" of the machine above ${seq}`, LOAD.where)
  expectSeq(ack.seq, walletSeq, exchange, LOAD.where)
  await expectWallet(seat, ack.balance)
  return { requestId, amount, balance: ack.balance, credit: game.credit }
}

/** Expects a greater `seq` of the wallet after a movement, where the platform sends it. */
export function expectSeq(
  after: number | null | undefined,
  before: number | null | undefined,
  exchange: Exchange,
  where: string,
): void {
  const isLater = typeof after !== 'number' || typeof before !== 'number' || after > before
  expectThat(isLater, exchange, `a "seq" of the wallet above ${before}`, where)
}

async function checkLoad(seat: Seat, notices: LiveSocket, amount: number): Promise<void> {
  const check = (title: string, work: () => Promise<void>) => checkFromState(seat, title, work)
  const since = notices.mark
  await checkFromState(seat, LOADS, async (report) => {
    seat.firstLoad = await load(seat, amount)
    report(`${amount} cents.`)
  })
  const loaded = () => loadOf(seat)
  await check('init again moves nothing, and answers the state', async () => {
    const { credit } = stateOf(seat)
    const { balance } = await readWallet(seat)
    const { joined, exchange } = await initAgain(seat)
    expectCredit(joined, exchange, credit)
    expectMoney((joined.balance ?? balance) === balance, exchange, `"balance": ${balance}`, INIT.where)
    await expectWallet(seat, balance)
  })
  await seat.kit.recorder.check('a "balance" push tells the other pages', async () => {
    const { balance } = loaded()
    await notices.push('balance', {
      since,
      matches: (push) => push.balance === balance,
      expected: `a "balance" push with ${balance}`,
      where: 'src/contract/live.ts, BalancePush',
    })
  })
  await check('a repeated load is answered as the first and moves nothing', () => repeatLoad(seat, loaded()))
  await check('a used requestId for another amount is refused, or moves nothing', async () => {
    const { requestId } = loaded()
    const { balance } = await readWallet(seat)
    const exchange = await seat.socket.request('load', { requestId, amount: amount / 2 })
    const after = await readWallet(seat)
    expectMoney(after.balance === balance, exchange, `"balance": ${balance}`, REQUEST_ID, REQUEST_ID)
  })
}

/** Repeats the first load. */
export async function repeatLoad(
  seat: Seat,
  { requestId, amount, balance, credit }: NonNullable<Seat['firstLoad']>,
): Promise<void> {
  const before = await readWallet(seat)
  const exchange = await seat.socket.request('load', { requestId, amount })
  const { balance: wallet } = await readWallet(seat)
  const moved = before.balance - wallet
  const expected = `the answer of the first load, and no money moved (the wallet went down by ${moved} cents)`
  expectMoney(moved === 0, exchange, expected, REQUEST_ID, REQUEST_ID)
  const ack = usableAck(exchange, LOAD)
  const isSame = ack?.balance === balance && ack.game.credit === credit
  const same = `"balance": ${balance} and "credit": ${credit}, as the first time`
  expectMoney(isSame, exchange, same, REQUEST_ID, REQUEST_ID)
}
