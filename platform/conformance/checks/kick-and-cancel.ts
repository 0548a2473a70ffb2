import { Code } from '../../../src/contract/codes.ts'
import { MachinesAnswer } from '../../../src/contract/floor.ts'
import { MachineAnswer } from '../../../src/contract/machine-session.ts'
import { type Kit, need, readWallet, type Session } from '../client/kit.ts'
import { rejoin, type Seat } from '../client/seat.ts'
import { expectAnswer, expectRefusal, expectThat, shape } from '../client/shapes.ts'
import { type LiveSocket, sleep } from '../client/sockets.ts'
import { Violation } from '../report/findings.ts'
import { loadAgain } from './cash-out.ts'
import type { Funded } from './credit.ts'

const ANSWER = shape('machine-session', 'MachineAnswer', MachineAnswer)
const FREE_MS = 10_000
const POLL_INTERVAL_MS = 500

/** Ends the visit by the two calls: kick makes the page leave, cancel cashes out and frees the machine. */
export async function checkKickAndCancel(
  kit: Kit,
  session: Session,
  seat: Seat,
  funded: Funded | undefined,
  notices: LiveSocket | undefined,
): Promise<void> {
  const { recorder } = kit
  const { token } = session
  const { machineId } = seat
  recorder.begin('Kick and cancel')
  for (const path of ['/player/kick', '/player/cancel']) {
    await recorder.check(`POST ${path} refuses an unknown machine`, async () => {
      const call = await kit.call('POST', path, { token, body: { machineId: 'conformance-unknown' } })
      expectRefusal(call, [Code.machineNotFound, Code.notSeated, Code.notFound])
    })
  }
  const loaded = await recorder.check('credit can be loaded once more', async () => {
    const { stake } = need(funded, 'The load did not work.')
    const before = await readWallet(kit, session)
    await loadAgain(kit, session, seat, stake)
    return { stake, balance: before.balance }
  })
  await recorder.check('POST /player/kick sends the page away and keeps the credit', async () => {
    const { stake } = need(loaded, 'Nothing was loaded.')
    const page = seat.socket
    const call = await kit.call('POST', '/player/kick', { token, body: { machineId } })
    expectAnswer(call, ANSWER)
    await page.push('info', {
      since: 0,
      matches: ({ action }) => action === 'leave',
      expected: 'an "info" push with action "leave"',
      where: 'docs/contract/README.md',
    })
    const isClosed = await page.isClosed(FREE_MS)
    expectThat(isClosed, { ...call, got: 'the socket stays open' }, 'a closed game socket', ANSWER.where)
    const { game } = await rejoin(kit, session, seat)
    const exchange = { sent: 'init after the kick', got: JSON.stringify(game), body: game }
    expectThat(game.credit === stake, exchange, `"credit": ${stake}`, ANSWER.where)
  })
  const since = notices?.mark ?? 0
  await recorder.check('POST /player/cancel moves the credit to the wallet', async () => {
    const { stake, balance } = need(loaded, 'Nothing was loaded.')
    const call = await kit.call('POST', '/player/cancel', { token, body: { machineId } })
    const answer = expectAnswer(call, ANSWER)
    const amount = answer?.Params?.amount
    const isSaid = amount === undefined || amount === null || amount === stake
    expectThat(isSaid, call, `"Params": {"amount": ${stake}}`, ANSWER.where)
    const wallet = await readWallet(kit, session)
    expectThat(wallet.balance === balance, wallet.exchange, `"balance": ${balance}`, ANSWER.where)
    seat.game = { ...seat.game, credit: 0 }
    return true
  })
  seat.socket.close()
  await recorder.check('a "session" push says that the player has no machine any more', async () => {
    need(loaded, 'Nothing was loaded.')
    await need(notices, 'The notification socket could not be opened.').push('session', {
      since,
      matches: ({ status }) => !status,
      expected: 'a "session" push with status false',
      where: 'src/contract/live.ts, SessionPush',
    })
  })
  await recorder.check('the machine is free again', () => expectFree(kit, session, machineId))
}

async function expectFree(kit: Kit, { token }: Session, machineId: string): Promise<void> {
  const until = performance.now() + FREE_MS
  const where = 'src/contract/floor.ts, Machine'
  for (;;) {
    const call = await kit.call('GET', '/machine/all', { token })
    const { machines } = expectAnswer(call, shape('floor', 'MachinesAnswer', MachinesAnswer))
    const machine = machines.find(({ id }) => id === machineId)
    if (machine && !machine.reservation) return
    if (performance.now() > until) {
      const got = `machine ${machineId} with status "${machine?.status}", reserved for this player`
      throw new Violation({ sent: call.sent, got, expected: 'no reservation', where })
    }
    await sleep(POLL_INTERVAL_MS)
  }
}
