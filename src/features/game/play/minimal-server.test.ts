import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../../contract/codes.ts'
import { type Failure, failed } from '../../../contract/result.ts'
import { setJoined, setLeaveEmptySeat, setSeat } from '../../../core/connection/state.ts'
import { drainNotices } from '../../../core/notices/queue.ts'
import { setSignedIn } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { balance, clearBalance, setBalance } from '../../wallet/state.ts'
import { setPicture } from '../video/state.ts'
import { cashOut, load, spin } from './actions.ts'
import { fakeGameVisit, INIT_ACK } from './game-visit.fake.ts'
import {
  canCashOut,
  capabilities,
  credit,
  exit,
  hasButton,
  isStateless,
  link,
  machine,
  pending,
} from './state.ts'

/* A machine server that sends no more than the specification names. */

/** The answer to a call of the platform. */
const answers = vi.hoisted(() => ({ balance: vi.fn() }))
vi.mock('../../../net/api.ts', async (original) => ({
  ...(await original<object>()),
  call: answers.balance,
}))

const EMPTY = { ok: true, capabilities: { buttons: [], stakes: [], transfer: false } }
let visit: ReturnType<typeof fakeGameVisit>

beforeEach(() => {
  clearBalance()
  answers.balance.mockReset().mockResolvedValue({ ok: true, value: { balance: 7000 } })
  sessionStorage.setItem('reelcast.token', 'secret')
  setSignedIn('secret', user)
  drainNotices()
  visit = fakeGameVisit()
})
afterEach(async () => {
  visit.leavePage()
  setLeaveEmptySeat(() => undefined)
  await setSettings()
  vi.unstubAllGlobals()
})

const settled = () => vi.waitFor(() => expect(balance.value).toBe(7000))

test('an empty answer joins: no credit is known, and only the cash-out and leaving are possible', async () => {
  await visit.setChannelState('up')
  await visit.lastRequest().ok(EMPTY)
  expect([link.value, machine.value?.id, credit.value]).toEqual(['up', '7', undefined])
  expect([isStateless.value, canCashOut.value]).toEqual([true, true])
  await settled()
  expect(await spin()).toBeUndefined()
  expect(await load(100)).toBeUndefined()
  answers.balance.mockResolvedValue({ ok: true, value: { balance: 9000 } })
  const done = cashOut()
  expect(visit.lastRequest().name).toBe('cashout')
  await visit.lastRequest().ok({ ok: true })
  expect(await done).toEqual({ ok: true, value: { ok: true } })
  await vi.waitFor(() => expect(balance.value).toBe(9000))
  expect(canCashOut.value).toBe(true)
})

test('the usual controls have their room until the machine answers; one that answers nothing has none', async () => {
  const shown = () => [hasButton('spin'), capabilities.value.transfer]
  expect(shown()).toEqual([true, true])
  await visit.setChannelState('up')
  expect([link.value, ...shown()]).toEqual(['opening', true, true])
  await visit.lastRequest().lose()
  expect([link.value, ...shown()]).toEqual(['up', false, false])
})

test('without a connection the page stays that of such a server', async () => {
  await visit.setChannelState('up')
  await visit.lastRequest().ok(EMPTY)
  await visit.setChannelState('down')
  expect([isStateless.value, canCashOut.value]).toEqual([true, false])
})

test('a known state counts until it is fetched again: a lost answer to that unblocks nothing', async () => {
  await visit.connect()
  setPicture('live', 0)
  const lost = spin()
  await visit.lastRequest().lose()
  await lost
  expect([visit.lastRequest().name, pending.value]).toEqual(['init', 'sync'])
  await visit.lastRequest().lose()
  expect([visit.lastRequest().name, pending.value]).toEqual(['init', 'sync'])
  expect(await spin()).toBeUndefined()
})

test('an init that is never acknowledged leaves the cash-out in reach', async () => {
  await visit.setChannelState('up')
  await visit.lastRequest().lose()
  expect([link.value, machine.value, canCashOut.value]).toEqual(['up', undefined, true])
  expect(visit.lastRequest().name).toBe('init')
  await visit.lastRequest().ok(INIT_ACK)
  expect([credit.value, isStateless.value]).toEqual([INIT_ACK.game.credit, false])
})

test.each<[string, (id: string | undefined) => void]>([
  ['the notification channel', (id) => setSeat({ status: false, id })],
  ['the notification channel without an id', (id) => setSeat({ status: false, id: id === '7' ? null : id })],
  ['the game channel', (id) => visit.push.session?.({ status: false, id })],
  [
    'the game channel without an id',
    (id) => visit.push.session?.({ status: false, id: id === '7' ? null : id }),
  ],
])('the end of the seat, said by %s, cashes out and leaves with a message', async (_, say) => {
  await visit.connect()
  say('8')
  expect(exit.value).toBeUndefined()
  say('7')
  expect(exit.value).toMatchObject({ kind: 'message', info: { code: Code.sessionTerminated } })
  const last = visit.lastRequest()
  expect(last.name).toBe('cashout')
  visit.leavePage()
  await last.ok({ ok: true, amount: 123_456, balance: 7000, game: undefined })
  expect(balance.value).toBe(7000)
  expect(drainNotices()).toMatchObject([{ info: { message: '₺1.234,56 bakiyenize aktarıldı' } }])
})

test('an end without an id is that of the machine of the last session', async () => {
  await visit.connect()
  setSeat({ status: true, id: '9' })
  setSeat({ status: false })
  expect(exit.value).toBeUndefined()
  setSeat({ status: true, id: '7' })
  // An answer that names no seat is no news of an end.
  setSeat(undefined)
  expect(exit.value).toBeUndefined()
  setSeat({ status: false })
  expect(exit.value).toMatchObject({ kind: 'message', info: { code: Code.sessionTerminated } })
})

test('the end of an earlier seat at the machine does not end a later visit', async () => {
  setSeat({ status: false, id: '7' })
  visit.leavePage()
  visit = fakeGameVisit()
  await visit.connect()
  expect(exit.value).toBeUndefined()
})

test('an empty wallet that may not join is refused before the machine is asked', async () => {
  await setSettings({ zeroBalancePlay: false })
  setJoined()
  setBalance({ balance: 0 })
  await visit.setChannelState('up')
  expect(visit.requests).toEqual([])
  expect(exit.value).toMatchObject({ kind: 'refused', failure: { code: Code.balanceTooLow } })
})

test('an empty wallet goes back to the machine where the player has a seat', async () => {
  await setSettings({ zeroBalancePlay: false })
  setJoined()
  setBalance({ balance: 0 })
  setSeat({ status: true, id: '7' })
  await visit.setChannelState('up')
  expect(visit.lastRequest().name).toBe('init')
})

test('a seat elsewhere without credit is given back first; a server that keeps it says why', async () => {
  const sent = () => visit.requests.map(({ name }) => name)
  const leave = vi.fn()
  setLeaveEmptySeat(leave)
  let answer = (_?: Failure) => {}
  leave.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  await visit.setChannelState('up')
  expect([leave.mock.calls, sent()]).toEqual([[['7']], []])
  answer()
  await vi.waitFor(() => expect(sent()).toEqual(['init']))

  visit = fakeGameVisit()
  leave.mockResolvedValue(failed('refused', { code: Code.bonusPending }).error)
  await visit.setChannelState('up')
  await vi.waitFor(() => expect(exit.value).toMatchObject({ failure: { code: Code.bonusPending } }))
  expect(sent()).toEqual([])
})
