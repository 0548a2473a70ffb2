import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../../contract/codes.ts'
import type { InfoPush } from '../../../contract/live.ts'
import { setSeat } from '../../../core/connection/state.ts'
import { drainNotices, receiveMessage } from '../../../core/notices/queue.ts'
import { setSignedIn } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { clearToasts, toasts } from '../../../ui/toast.ts'
import { applySession, clearLobby } from '../../lobby/state.ts'
import { clearBalance } from '../../wallet/state.ts'
import { leave } from './actions.ts'
import { fakeGameVisit, IDLE, INIT_ACK } from './game-visit.fake.ts'
import { cashOutWithReceipt, confirmCashOut } from './play-with-feedback.ts'
import { setReceiptLayerOpen } from './receipt-state.ts'
import { exit } from './state.ts'

/* A server that ends the seat with its answer to the cash-out, in every order of push and answer. */

vi.mock('../../../net/api.ts', async (original) => ({
  ...(await original<object>()),
  call: async () => ({ ok: true, value: { balance: 7000 } }),
}))

let visit: ReturnType<typeof fakeGameVisit>

beforeEach(() => {
  vi.useFakeTimers()
  clearBalance()
  clearLobby()
  sessionStorage.setItem('reelcast.token', 'secret')
  setSignedIn('secret', user)
  drainNotices()
  clearToasts()
  visit = fakeGameVisit()
})
afterEach(() => {
  visit.leavePage()
  setReceiptLayerOpen(false)
  vi.useRealTimers()
})

const info = (change: Partial<InfoPush> = {}): InfoPush => ({
  ...{ code: Code.sessionTerminated, params: {}, message: '', action: 'leave' },
  ...change,
})
const sent = (name: string) => visit.requests.filter((one) => one.name === name)
const settle = () => vi.advanceTimersByTimeAsync(0)
/** What the player reads, as GamePage.tsx shows it on leaving. */
const shown = () => {
  if (exit.peek()?.kind === 'left') confirmCashOut()
  return toasts.value.map(({ kind, message }) => [kind, message])
}
const moved = [['good', '₺125,00 bakiyenize aktarıldı']]
const movedUnknown = [['good', 'Kredi bakiyenize aktarıldı']]
const PAID = { ok: true, amount: 12_500, balance: 60_000, game: { ...IDLE, seq: 2, credit: 0 } }

const ends: [string, () => void][] = [
  ['session on the game channel', () => visit.push.session?.({ status: false, id: '7' })],
  ['session without an id on the game channel', () => visit.push.session?.({ status: false })],
  ['session on the notification channel', () => applySession({ status: false, id: '7' })],
  ['session without an id on the notification channel', () => applySession({ status: false })],
  ['info on the game channel', () => visit.push.info?.(info())],
  ['info on the notification channel', () => receiveMessage(info())],
  ['info with a text alone', () => visit.push.info?.(info({ code: 0, message: 'The seat is closed' }))],
  ['quit', () => visit.push.quit?.({ message: '' })],
]
type Order = 'before' | 'after' | 'in place of' | 'after the loss of'
const orders: [Order, string, () => void, unknown][] = ends.flatMap(([name, push]) => [
  ['before', name, push, moved],
  ['after', name, push, moved],
  ['in place of', name, push, movedUnknown],
  ['after the loss of', name, push, movedUnknown],
])

test.each(orders)(
  "an end %s the answer to the cash-out (%s) is the player's",
  async (order, _, push, said) => {
    await visit.connect()
    setReceiptLayerOpen(true)
    const done = cashOutWithReceipt()
    const [request] = sent('cashout')
    if (order === 'before') push()
    expect(exit.value).toBeUndefined()
    if (order === 'after the loss of') await request?.lose()
    else if (order !== 'in place of') await request?.ok(PAID)
    if (order !== 'before') push()
    if (order === 'in place of') await vi.advanceTimersByTimeAsync(2000)
    await done
    expect(exit.value).toEqual({ kind: 'left' })
    expect(shown()).toEqual(said)
    visit.leavePage()
    // What the server pushes to the lobby is no news either.
    receiveMessage(info())
    receiveMessage(info({ code: Code.infoTerminating, action: 'none' }))
    expect(drainNotices().filter(({ type }) => type === 'message')).toEqual([])
    expect(sent('cashout')).toHaveLength(1)
  },
)

test("the end of a seat whose cash-out was refused is the server's, and nothing is sent twice", async () => {
  await visit.connect()
  void cashOutWithReceipt()
  visit.push.session?.({ status: false })
  await sent('cashout')[0]?.refuse(Code.notSeated)
  expect(exit.value).toMatchObject({ kind: 'message', info: { code: Code.sessionTerminated } })
  expect(sent('cashout')).toHaveLength(1)
})

test.each<[string, () => void | Promise<void>]>([
  ['long after the cash-out', () => void vi.advanceTimersByTime(10_000)],
  [
    'after another load',
    async () => {
      const load = (await import('./actions.ts')).load(100)
      await sent('load')[0]?.ok({ balance: 1, game: { ...IDLE, seq: 3, credit: 100 } })
      await load
    },
  ],
])("an end %s is the server's", async (_, happen) => {
  await visit.connect()
  void cashOutWithReceipt()
  await sent('cashout')[0]?.ok(PAID)
  await happen()
  visit.push.session?.({ status: false })
  expect(exit.value).toMatchObject({ kind: 'message', info: { code: Code.sessionTerminated } })
})

test('another page, and the end of the login, are told as such during a cash-out', async () => {
  await visit.connect()
  void cashOutWithReceipt()
  visit.push.info?.(info({ code: Code.takenOver }))
  expect(exit.value).toMatchObject({ kind: 'message', info: { code: Code.takenOver } })
})

test('a cabinet that ends the seat once it has confirmed the cash-out', async () => {
  const transfer = { direction: 'cash-out', amount: 12_500 } as const
  await visit.connect({ game: { ...IDLE, cabinet: { status: 'ready' } } as typeof IDLE })
  void cashOutWithReceipt()
  await sent('cashout')[0]?.ok({ ...PAID, game: { ...PAID.game, cabinet: { status: 'ready', transfer } } })
  vi.advanceTimersByTime(60_000)
  visit.push.game?.({ ...PAID.game, seq: 3, cabinet: { status: 'ready' } })
  visit.push.session?.({ status: false })
  expect(exit.value).toEqual({ kind: 'left' })
})

test('no word of the end of a visit that was left reaches the lobby or the next visit', async () => {
  await visit.connect()
  leave()
  visit.leavePage()
  receiveMessage(info())
  visit = fakeGameVisit('8')
  await visit.setChannelState('up')
  receiveMessage(info())
  applySession({ status: false, id: '7' })
  applySession({ status: false })
  await settle()
  expect(exit.value).toBeUndefined()
  await visit.lastRequest().ok({ ...INIT_ACK, machine: { ...INIT_ACK.machine, id: '8' } })
  receiveMessage(info({ code: Code.machineOutOfOrder }))
  expect(exit.value).toMatchObject({ kind: 'message', info: { code: Code.machineOutOfOrder } })
})

test.each<[string, () => Promise<void>]>([
  ['before the answer to init', async () => applySession({ status: false, id: '7' })],
  [
    'after it, on the other channel',
    async () => {
      await visit.lastRequest().ok(INIT_ACK)
      applySession({ status: false, id: '7' })
    },
  ],
])('a kicked or taken over page ends %s: the seat of this one stays', async (_, push) => {
  setSeat({ status: true, id: '7' })
  visit.leavePage()
  visit = fakeGameVisit()
  await visit.setChannelState('up')
  await push()
  if (visit.lastRequest().name === 'init') await visit.lastRequest().ok(INIT_ACK)
  expect(exit.value).toBeUndefined()
  applySession({ status: true, id: '7', machine_status: 'playing' })
  applySession({ status: false })
  expect(exit.value).toMatchObject({ kind: 'message', info: { code: Code.sessionTerminated } })
})
