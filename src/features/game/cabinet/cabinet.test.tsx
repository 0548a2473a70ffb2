import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CabinetButton, CabinetState, GameState } from '../../../contract/live.ts'
import { locale, setLocale } from '../../../i18n/index.ts'
import { clearToasts, toasts } from '../../../ui/toast.ts'
import { clearBalance } from '../../wallet/state.ts'
import { Controls } from '../Controls.tsx'
import { cashOut, load } from '../play/actions.ts'
import { fakeGameVisit, IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import { cashOutWithReceipt } from '../play/play-with-feedback.ts'
import { receipt, setReceiptLayerOpen } from '../play/receipt-state.ts'
import { pending } from '../play/state.ts'
import { ViewPicker } from '../tools/ViewPicker.tsx'
import { press } from './actions.ts'
import { LONG_TRANSFER_MS, startCabinet } from './block-play.ts'
import { CabinetNotices } from './CabinetNotices.tsx'
import { CabinetReason } from './CabinetReason.tsx'

const BUTTONS = [
  { id: 'd', label: 'BET -', kind: 'stake-down' as const },
  { id: 'u', label: 'BET +', kind: 'stake-up' as const },
  { id: 'm', label: 'MAX BET', kind: 'max' as const },
  { id: 'g', label: 'Double', kind: 'gamble' as const },
  { id: 'o', label: 'Paytable', kind: 'other' as const },
]
const IN_ROW = BUTTONS.slice(2)
const capabilities = { buttons: ['spin'], stakes: [], transfer: true, bands: [], cabinetButtons: BUTTONS }
const STAKE_ONLY = { ...capabilities, cabinetButtons: BUTTONS.slice(0, 2) }
const stateWith = (cabinet: Partial<CabinetState>, over: Partial<GameState> = {}): GameState => ({
  ...{ ...IDLE, stake: 100, ...over },
  cabinet: { status: 'ready', ...cabinet },
})

let visit: ReturnType<typeof fakeGameVisit>
let stop: () => void
beforeEach(async () => {
  await setLocale('tr')
  clearBalance()
  visit = fakeGameVisit()
  stop = startCabinet()
})
afterEach(() => {
  cleanup()
  clearToasts()
  setReceiptLayerOpen(false)
  stop()
  visit.leavePage()
})

/** Sits at a cabinet that reports this. */
const sit = (cabinet: Partial<CabinetState> = {}, over: Partial<GameState> = {}) =>
  act(async () => {
    await visit.connect({ capabilities, game: stateWith(cabinet, over) } as Partial<typeof INIT_ACK>)
    await vi.dynamicImportSettled()
  })
const draw = async () => {
  render(
    <>
      <ViewPicker />
      <CabinetNotices />
      <p data-testid="reason">
        <CabinetReason />
      </p>
    </>,
  )
  await act(() => vi.dynamicImportSettled())
}
/** Sits at it, with what the page draws of it. */
const open = async (...given: Parameters<typeof sit>) => {
  await sit(...given)
  await draw()
}
const names = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
const textOf = (id: string) => screen.getByTestId(id).textContent ?? ''
const disabled = () =>
  screen.getAllByRole('button').filter((button) => button.getAttribute('aria-disabled') === 'true').length

test('the highest stake has the app’s words, the others the cabinet’s', async () => {
  await open()
  expect(names()).toEqual(['Maks bahis', 'Double', 'Paytable'])
  await act(() => setLocale('en'))
  expect(locale.value).toBe('en')
  expect(names()).toEqual(['Max stake', 'Double', 'Paytable'])
})

test('its stake is moved beside the amount, by its own buttons, which may be all that it has', async () => {
  await act(() =>
    visit.connect({ capabilities: STAKE_ONLY, game: stateWith({}) } as Partial<typeof INIT_ACK>),
  )
  const { container } = render(<Controls onLoad={() => {}} onCashOut={() => {}} hasLateParts />)
  await act(() => vi.dynamicImportSettled())
  expect(container.querySelector('[data-at=controls]')?.textContent).toBe(
    'Kredi yükleBakiyeye aktarBahis₺1,00Çevir',
  )
  const up = screen.getByRole('button', { name: 'Bahsi artır' })
  fireEvent.click(up)
  fireEvent.click(screen.getByRole('button', { name: 'Bahsi düşür' }))
  expect(visit.lastRequest()).toMatchObject({ name: 'press', payload: { button: 'u' } })
  expect(up.getAttribute('aria-disabled')).toBe('true')
  await act(() => visit.lastRequest().ok({ ok: true, game: stateWith({}, { seq: 2, stake: 200 }) }))
  expect(textOf('stake')).toBe('₺2,00')
  expect(up.getAttribute('aria-disabled')).toBeNull()
})

test('a press is sent once, and no other command while its answer is awaited', async () => {
  await open()
  const before = visit.requests.length
  fireEvent.click(screen.getByText('Double'))
  fireEvent.click(screen.getByText('Double'))
  fireEvent.click(screen.getByText('Paytable'))
  const { name, payload, ok } = visit.lastRequest()
  expect(visit.requests).toHaveLength(before + 1)
  expect({ name, button: payload.button }).toEqual({ name: 'press', button: 'g' })
  expect(payload.requestId).toEqual(expect.any(String))
  expect(disabled()).toBe(IN_ROW.length)
  // They keep the focus: on the page the next Space or Enter would spin.
  expect(document.querySelector(':disabled')).toBeNull()
  await act(() => ok({ ok: true, game: stateWith({}, { seq: 2, stake: 200 }) }))
  expect(disabled()).toBe(0)
})

test('a refused press is named; a lost answer is not sent again, and the state is fetched', async () => {
  await open()
  fireEvent.click(screen.getByText('Paytable'))
  await act(() => visit.lastRequest().refuse(60007))
  expect(toasts.value).toHaveLength(1)
  expect(pending.value).toBeUndefined()
  fireEvent.click(screen.getByText('Paytable'))
  await act(() => visit.lastRequest().lose())
  expect(pending.value).toBe('sync')
  expect(visit.requests.filter(({ name }) => name === 'press')).toHaveLength(2)
  expect(visit.lastRequest().name).toBe('init')
  await act(() => visit.lastRequest().ok({ ...INIT_ACK, capabilities, game: stateWith({}, { seq: 3 }) }))
  expect(pending.value).toBeUndefined()
})

test.each([
  ['a stale picture', () => visit.setPicture('playing', 60_000)],
  ['a connection that is down', () => visit.setChannelState('down')],
  ['a hand pay', () => visit.push.game?.(stateWith({ status: 'hand-pay' }, { seq: 2 }))],
])('no button is pressed during %s', async (_, begin) => {
  await open()
  expect(disabled()).toBe(0)
  await act(async () => void (await begin()))
  expect(disabled()).toBe(IN_ROW.length)
  const before = visit.requests.length
  expect(await press(BUTTONS[3] as CabinetButton)).toBeUndefined()
  expect(visit.requests).toHaveLength(before)
})

test('during a game a win may be gambled, and nothing else', async () => {
  await open()
  await act(() => void visit.push.game?.(stateWith({}, { seq: 2, phase: 'spinning' })))
  expect(disabled()).toBe(IN_ROW.length - 1)
  expect(screen.getByText('Double').closest('button')?.getAttribute('aria-disabled')).toBe('false')
})

test.each([
  [{ status: 'ready' }, '', ''],
  [{ status: 'hand-pay', handPay: 123_400 }, 'Elden ödeme: ₺1.234,00', 'Görevli bekleniyor'],
  [{ status: 'hand-pay' }, 'Görevli bekleniyor', 'Görevli bekleniyor'],
  [{ status: 'locked' }, 'Makine kilitli', 'Makine kilitli'],
  [{ status: 'fault', fault: 'Main door' }, 'Makinede arıza varMain door', 'Makinede arıza var'],
  [{ status: 'unreachable' }, 'Makineye ulaşılamıyor', 'Makineye ulaşılamıyor'],
] as const)('%o has its notice, and its reason at Spin', async (cabinet, notice, reason) => {
  await open(cabinet)
  expect(textOf('cabinet-status').startsWith(notice)).toBe(true)
  expect(textOf('cabinet-status') === '').toBe(notice === '')
  expect(textOf('reason')).toBe(reason)
})

test('no sentence of the line at the controls is announced by the notices too', async () => {
  await open({ status: 'fault', fault: 'Main door', transfer: { direction: 'load', amount: 500 } })
  const announced = [...document.querySelectorAll('[role=status]')].map((region) =>
    [...region.querySelectorAll(':not([aria-hidden=true])')].map(({ textContent }) => textContent).join(' '),
  )
  expect(announced).toEqual(['Main door Arıza giderilince oynamaya devam edebilirsiniz. Krediniz güvende.'])
  // Without the line there the notice says it: the picture is the reason.
  await act(() => visit.setPicture('playing', 60_000))
  expect(screen.getByText('Makinede arıza var', { selector: 'strong' }).getAttribute('aria-hidden')).toBe(
    'false',
  )
})

test('the words of the cabinet have their own direction', async () => {
  await open({ status: 'fault', fault: 'باب مفتوح' })
  const words = screen.getByText('باب مفتوح')
  expect(words.tagName).toBe('BDI')
  expect(words.getAttribute('dir')).toBe('auto')
})

test('without a connection no report of the cabinet is shown as true', async () => {
  await open({ status: 'fault' })
  await act(() => visit.setChannelState('down'))
  expect(textOf('cabinet-status')).toBe('')
})

test('money on its way is named, and blocks a load and a cash-out', async () => {
  await open()
  vi.useFakeTimers()
  await act(
    () => void visit.push.game?.(stateWith({ transfer: { direction: 'load', amount: 20_000 } }, { seq: 2 })),
  )
  act(() => void vi.advanceTimersByTime(LONG_TRANSFER_MS - 1))
  // One that takes less is not worth a line.
  expect([textOf('cabinet-money'), textOf('reason')]).toEqual(['', ''])
  act(() => void vi.advanceTimersByTime(1))
  vi.useRealTimers()
  expect(textOf('cabinet-money')).toBe('₺200,00 makineye gidiyor')
  expect(textOf('reason')).toBe('₺200,00 makineye gidiyor')
  const before = visit.requests.length
  expect(await load(500)).toBeUndefined()
  expect(await cashOut()).toBeUndefined()
  expect(visit.requests).toHaveLength(before)
  await act(
    () =>
      void visit.push.game?.(stateWith({ transfer: { direction: 'cash-out', amount: 20_000 } }, { seq: 3 })),
  )
  expect(textOf('reason')).toBe('₺200,00 bakiyenize gidiyor')
})

test('credit that the player did not load is named', async () => {
  await open({ foreignCredit: 5000 })
  expect(textOf('cabinet-money')).toContain('₺50,00')
})

test('a cash-out that the cabinet has not confirmed has no receipt, answered or refused', async () => {
  await sit()
  setReceiptLayerOpen(true)
  const open = stateWith({ transfer: { direction: 'cash-out', amount: 10_000 } }, { seq: 2 })
  const done = cashOutWithReceipt()
  await visit.lastRequest().ok({ ok: true, balance: 0, amount: 10_000, game: open })
  expect(await done).toBe(true)
  expect(receipt.value).toBeUndefined()
  visit.push.game?.(stateWith({}, { seq: 3 }))
  const refused = cashOutWithReceipt()
  visit.push.game?.({ ...open, seq: 4 })
  await visit.lastRequest().refuse(60007)
  expect(await refused).toBe(true)
  expect(receipt.value).toBeUndefined()
  expect(toasts.value).toEqual([])
})

test('a machine that is no cabinet has none of it', async () => {
  await act(() => visit.connect())
  await draw()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByTestId('cabinet-status')).toBeNull()
})
