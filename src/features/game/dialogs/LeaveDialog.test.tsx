import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../../contract/codes.ts'
import type { CabinetState } from '../../../contract/live.ts'
import { setPlayedMachine } from '../../../core/connection/machine-credit.ts'
import { setLocale } from '../../../i18n/index.ts'
import { preloadFluent } from '../../../ui/fluent-widgets.tsx'
import { clearToasts, toasts } from '../../../ui/toast.ts'
import { reconnect } from '../../held-machine/state.ts'
import { startCabinet } from '../cabinet/block-play.ts'
import { playerCredit } from '../cabinet/state.ts'
import { fakeGameVisit, IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import { exit } from '../play/state.ts'
import { LeaveDialog } from './LeaveDialog.tsx'

let visit: ReturnType<typeof fakeGameVisit>
let stop: () => void

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)
beforeEach(async () => {
  await setLocale('en')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  visit = fakeGameVisit()
  stop = startCabinet()
})
afterEach(() => {
  cleanup()
  stop()
  setPlayedMachine(undefined)
  visit.leavePage()
  vi.unstubAllGlobals()
})

/** Leaves a cabinet that reports this. */
async function leaveCabinet(cabinet: Partial<CabinetState>, credit = 5000, onClose = () => {}) {
  const game = { ...IDLE, credit, cabinet: { status: 'ready' as const, ...cabinet } }
  await visit.connect({ ...INIT_ACK, game })
  setPlayedMachine({
    id: '7',
    name: 'x',
    credit: playerCredit.value,
    transfer: null,
    handPay: null,
    isWithheld: false,
    until: undefined,
  })
  return render(<LeaveDialog onClose={onClose} />)
}
// Fluent uncovers the page later than a dialog closes.
const buttons = () => screen.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent)
const said = () => screen.getByRole('dialog', { hidden: true }).textContent

test('the player’s own part of the credit can be cashed out or left', async () => {
  await leaveCabinet({ foreignCredit: 2000 })
  expect(said()).toContain('You have ₺30.00 of credit')
  expect(buttons()).toEqual(['Cancel', 'Leave credit', 'Cash out and leave'])
})

test.each([
  ['in minutes, as the server says', 300, '5 minutes'],
  ['never longer than it is', 179, '2 minutes'],
  ['in seconds, if it is short', 90, '90 seconds'],
  ['in words, if the server says nothing', undefined, 'a short while'],
])('a player reads how long the machine is kept: %s', async (_, holdSeconds, time) => {
  const capabilities = { ...INIT_ACK.capabilities, holdSeconds }
  await visit.connect({ ...INIT_ACK, capabilities, game: { ...IDLE, credit: 5000 } })
  render(<LeaveDialog onClose={() => {}} />)
  expect(said()).toContain(`kept for you for ${time};`)
})

test('credit that nobody of ours loaded stays: nothing is to be moved, and nothing is kept', async () => {
  await leaveCabinet({ foreignCredit: 5000 })
  expect(said()).toContain('₺50.00 of credit on the machine is not yours')
  expect(said()).not.toContain('₺0.00')
  expect(buttons()).toEqual(['Cancel', 'Leave'])
  screen.getByRole('button', { name: 'Leave', hidden: true }).click()
  expect(exit.value).toEqual({ kind: 'left' })
})

test('credit that is on its way to the wallet is not asked about', async () => {
  await leaveCabinet({ transfer: { direction: 'cash-out', amount: 5000 } })
  expect(said()).not.toContain('₺0.00')
  expect(buttons()).toEqual(['Cancel', 'Leave'])
})

test('a hand pay without credit is named, and leaving keeps the machine as it is', async () => {
  await leaveCabinet({ status: 'hand-pay', handPay: 50_000 }, 0)
  expect(said()).toContain('Hand pay: ₺500.00')
  expect(buttons()).toEqual(['Cancel', 'Leave'])
  screen.getByRole('button', { name: 'Leave', hidden: true }).click()
  expect([exit.value, reconnect.value.kept]).toEqual([{ kind: 'left' }, '7'])
})

test.each([
  ['whose credit is unknown is left', undefined, { kind: 'left' }, 0, 0],
  ['with credit stays, with the reason', 5000, undefined, 1, 1],
])('a machine %s when the server finds nothing to cash out', async (_, credit, left, closed, toasted) => {
  clearToasts()
  const onClose = vi.fn()
  await visit.connect({ ...INIT_ACK, game: credit && { ...IDLE, credit } } as object)
  render(<LeaveDialog onClose={onClose} />)
  await act(() => screen.getByRole('button', { name: 'Cash out and leave', hidden: true }).click())
  await act(() => visit.lastRequest().refuse(Code.nothingToCashOut))
  expect([exit.value, onClose.mock.calls.length, toasts.value.length]).toEqual([left, closed, toasted])
})

test.each(['ok', 'refuse'] as const)(
  'an answer after the player has gone back to the game neither leaves nor closes another dialog: %s',
  async (answer) => {
    const onClose = vi.fn()
    const { unmount } = await leaveCabinet({}, 5000, onClose)
    const press = (name: string) => act(() => screen.getByRole('button', { name, hidden: true }).click())
    await press('Cash out and leave')
    expect(visit.lastRequest().name).toBe('cashout')
    await press('Cancel')
    expect(onClose).toHaveBeenCalledTimes(1)
    unmount()
    const request = visit.lastRequest()
    if (answer === 'ok') await request.ok({ balance: 60_000, amount: 5000 })
    else await request.refuse(40000)
    expect([exit.value, onClose.mock.calls.length]).toEqual([undefined, 1])
  },
)
