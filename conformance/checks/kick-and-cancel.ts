import { Code } from '../../src/contract/codes.ts'
import { MachineAnswer } from '../../src/contract/end-visit.ts'
import { need, readWallet } from '../client/kit.ts'
import { checkAtSeat, checkFromState, expectMoney, expectWallet, rejoin, type Seat } from '../client/seat.ts'
import { expectAnswer, expectRefusal, shape } from '../client/shapes.ts'
import type { LiveSocket } from '../client/sockets.ts'
import { sleep } from '../client/waits.ts'
import { Absent, FollowsFrom, Violation } from '../report/findings.ts'
import { CLOSES, expectState } from './connection-loss.ts'
import { load, loadOf } from './credit.ts'
import { readMachines, UNKNOWN_ID } from './floor.ts'

const ANSWER = shape('end-visit', 'MachineAnswer', MachineAnswer)
const POLL_INTERVAL_MS = 200
const KICK = 'POST /player/kick sends the page away'
const CANCEL = 'POST /player/cancel moves the credit to the wallet'

/**
 * Ends the visit by the two optional calls: kick makes the page leave, cancel cashes out and frees the
 * machine. `stake`: the lowest stake, cents; undefined if nothing can be loaded.
 */
export async function checkKickAndCancel(
  seat: Seat,
  stake: number | undefined,
  notices: LiveSocket,
): Promise<void> {
  seat.kit.recorder.begin('Kick and cancel')
  // The cash-out before may have ended the seat. Its push may lag behind where no state is read meanwhile.
  const mayHaveEnded = seat.game === undefined || notices.last('session')?.status === false
  if (stake !== undefined) {
    const loadAgain = async () => {
      loadOf(seat)
      await load(seat, stake)
    }
    await checkFromState(seat, 'credit can be loaded once more', loadAgain, mayHaveEnded)
  }
  await checkKick(seat, mayHaveEnded && stake === undefined)
  await checkCancel(seat, notices)
}

async function expectUnknownRefused({ kit, session: { token } }: Seat, path: string): Promise<void> {
  const call = await kit.call('POST', path, { token, body: { machineId: UNKNOWN_ID } })
  expectRefusal(call, [Code.machineNotFound, Code.notSeated, Code.notFound])
}

async function checkKick(seat: Seat, mayHaveEnded: boolean): Promise<void> {
  const { kit, session, machineId } = seat
  const { token } = session
  let credit: number | undefined
  const sendAway = async () => {
    credit = seat.game?.credit
    const page = seat.socket
    const call = await kit.call('POST', '/player/kick', { token, body: { machineId } })
    if (call.status === 404) throw new Absent('The player must close the other page.')
    expectAnswer(call, ANSWER)
    await page.push('info', {
      since: 0,
      matches: ({ action }) => action === 'leave',
      expected: 'an "info" push with action "leave"',
      where: 'docs/contract/README.md',
    })
    if (await page.isClosed(kit.waits.push)) return true
    throw new Violation({ sent: call.sent, got: 'the socket stays open', ...CLOSES }, CLOSES.expected)
  }
  const kicked = await checkFromState(seat, KICK, sendAway, mayHaveEnded)
  await checkAtSeat(seat, 'a kick keeps the credit on the machine', async () => {
    // The page may be gone even if it was not told so.
    if (seat.socket.isConnected) throw new FollowsFrom(KICK)
    await expectState(seat, await rejoin(seat), 'init after the kick', credit)
  })
  await kit.recorder.check('POST /player/kick refuses an unknown machine', async () => {
    need(kicked, KICK)
    await expectUnknownRefused(seat, '/player/kick')
  })
}

async function checkCancel(seat: Seat, notices: LiveSocket): Promise<void> {
  const { kit, session, machineId } = seat
  const { token } = session
  const since = notices.mark
  const cancelled = await checkFromState(seat, CANCEL, async () => {
    const { balance } = await readWallet(seat)
    const credit = seat.game?.credit
    const call = await kit.call('POST', '/player/cancel', { token, body: { machineId } })
    if (call.status === 404) throw new Absent('The player must return to the machine to cash out.')
    const answer = expectAnswer(call, ANSWER)
    if (credit === undefined) return true
    seat.moved.push(credit)
    const amount = answer?.Params?.amount ?? credit
    expectMoney(amount === credit, call, `"Params": {"amount": ${credit}}`, ANSWER.where)
    await expectWallet(seat, balance + credit)
    if (seat.game) seat.game = { ...seat.game, credit: 0 }
    return true
  })
  await kit.recorder.check('POST /player/cancel refuses an unknown machine', async () => {
    need(cancelled, CANCEL)
    await expectUnknownRefused(seat, '/player/cancel')
  })
  seat.socket.close()
  const free = 'the machine is free again'
  const isFree = await kit.recorder.check(free, async () => {
    need(cancelled, CANCEL)
    await expectFree(seat)
    seat.isOver = true
    return true
  })
  await kit.recorder.check('a "session" push says that the player has no machine any more', async () => {
    need(isFree, free)
    await notices.push('session', {
      since,
      matches: ({ status }) => !status,
      expected: 'a "session" push with status false',
      where: 'src/contract/live.ts, SessionPush',
    })
  })
}

async function expectFree({ kit, session: { token }, machineId }: Seat): Promise<void> {
  const until = performance.now() + kit.waits.push
  const where = 'src/contract/floor.ts, Machine'
  for (;;) {
    const call = await kit.call('GET', '/machine/all', { token })
    const machine = readMachines(call)?.find(({ id }) => id === machineId)
    if (machine && !machine.reservation) return
    if (performance.now() > until) {
      const got = `machine ${machineId} with status "${machine?.status}", reserved for this player`
      throw new Violation({ sent: call.sent, got, expected: 'no reservation', where })
    }
    await sleep(POLL_INTERVAL_MS)
  }
}
