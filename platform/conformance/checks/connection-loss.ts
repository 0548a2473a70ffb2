import { Code } from '../../../src/contract/codes.ts'
import { type Kit, need, newRequestId, readWallet, type Session } from '../client/kit.ts'
import { GAME, INIT, newPage, rejoin, type Seat } from '../client/seat.ts'
import { expectRefusedAck, expectThat } from '../client/shapes.ts'
import { type LiveSocket, sleep } from '../client/sockets.ts'
import { Absent, Violation } from '../report/findings.ts'
import { expectWallet, repeatLoad } from './credit.ts'

/** The time for the platform to notice a lost connection. */
const CUT_MS = 500
const RULES = 'docs/contract/README.md'
const WAITING: readonly unknown[] = ['waiting', 'in-bonus']
const TAKE_OVER_MS = 5000

/** Loses the connection and reconnects; then a second page takes the machine over. */
export async function checkConnectionLoss(
  kit: Kit,
  session: Session,
  seat: Seat,
  notices: LiveSocket | undefined,
): Promise<void> {
  const { recorder } = kit
  recorder.begin('Lost connection')
  const { credit } = seat.game
  const wallet = await recorder.check('the wallet can be read', () => readWallet(kit, session))
  if (!wallet) return
  const { balance } = wallet
  const since = notices?.mark ?? 0
  await recorder.check('after a cut a "session" push says that the machine waits', async () => {
    seat.socket.cut()
    await sleep(CUT_MS)
    await need(notices, 'The notification socket could not be opened.').push('session', {
      since,
      matches: ({ status, machine_status }) => status && WAITING.includes(machine_status),
      expected: 'a "session" push with machine_status "waiting" or "in-bonus"',
      where: RULES,
    })
  })
  const back = await recorder.check('the same page finds its machine and its credit', async () => {
    const joined = await rejoin(kit, session, seat)
    const exchange = { sent: 'init after a cut', got: JSON.stringify(joined.game), body: joined }
    expectThat(joined.game.credit === credit, exchange, `"credit": ${credit}`, GAME)
    expectThat(joined.balance === balance, exchange, `"balance": ${balance}`, INIT.where)
    return true
  })
  await recorder.check('a load repeated after the cut moves nothing', async () => {
    need(back, 'The page did not come back.')
    await repeatLoad(kit, session, seat, need(seat.firstLoad, 'Nothing was loaded.'))
  })
  const { socket: first, page: firstPage } = seat
  const taken = await recorder.check('a second page of the player takes the machine over', async () => {
    need(back, 'The page did not come back.')
    const { game } = await rejoin(kit, session, seat, newPage())
    const exchange = { sent: 'init of a second page', got: JSON.stringify(game), body: game }
    expectThat(game.credit === credit, exchange, `"credit": ${credit}`, GAME)
    await expectWallet(kit, session, balance)
    return true
  })
  await recorder.check('the first page is told to leave', async () => {
    need(taken, 'No second page could join.')
    await first.push('info', {
      since: 0,
      matches: ({ action }) => action === 'leave',
      expected: 'an "info" push with action "leave": after a bare disconnect the page comes back by itself',
      where: RULES,
    })
  })
  await recorder.check('the first page is closed, or refused', async () => {
    need(taken, 'No second page could join.')
    if (await first.isClosed(TAKE_OVER_MS)) return
    const exchange = await first.request('cashout', { requestId: newRequestId() })
    expectRefusedAck(exchange, [Code.takenOver, Code.notSeated])
  })
  await recorder.check('the first page does not take it back by itself', async () => {
    need(taken, 'No second page could join.')
    const joined = await rejoin(kit, session, seat, firstPage).catch((error: unknown) => {
      if (error instanceof Violation) return undefined
      throw error
    })
    if (!joined) return
    throw new Absent('Two open pages of a player take the machine from each other at every lost connection.')
  })
  first.close()
}
