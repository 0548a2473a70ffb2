import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { clearBalance, setBalance, setBalanceHidden } from '../../wallet/state.ts'
import { showReceipt } from '../play/receipt-state.ts'
import { setPending } from '../play/state.ts'
import { ReceiptLayer } from './ReceiptLayer.tsx'

const paper = () => screen.queryByTestId('receipt')
const cashedOut = () =>
  act(() => showReceipt({ amount: 10_000, at: Date.now(), machine: 'Kervan 07', balanceBefore: 50_000 }))
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

const operatorSays = async (settings: object) => {
  await setSettings(settings)
  vi.useFakeTimers()
}
/** A receipt where the operator has these settings. */
async function open(settings: object = {}): Promise<void> {
  await operatorSays(settings)
  render(<ReceiptLayer />)
  cashedOut()
}
afterEach(() => {
  act(() => showReceipt(undefined))
  act(clearBalance)
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('on a kiosk a receipt closes after ten seconds, also when another one follows', async () => {
  await open({ kiosk: true })
  await pass(6_000)
  cashedOut()
  await pass(9_900)
  expect(paper()).not.toBeNull()
  await pass(200)
  expect(paper()).toBeNull()
})

test('otherwise it stays until it is closed', async () => {
  await open()
  await pass(60_000)
  expect(paper()).not.toBeNull()
})

test.each([
  ['a tap on it', () => void fireEvent.click(screen.getByTestId('receipt'))],
  ['its button', () => void fireEvent.click(screen.getByRole('button', { name: 'Kapat' }))],
  ['a tap anywhere else', () => void fireEvent.pointerDown(document.body)],
  ['the focus that moves on', () => screen.getByText('Spin').focus()],
  ['the next command', () => setPending('load')],
])('%s closes it', async (_, action) => {
  await operatorSays({})
  render(
    <>
      <button type="button">Spin</button>
      <ReceiptLayer />
    </>,
  )
  cashedOut()
  expect(paper()).not.toBeNull()
  act(action)
  expect(paper()).toBeNull()
  act(() => setPending(undefined))
})

test('its lines can be read one by one, and the focus is on its button', async () => {
  await open()
  const region = within(screen.getByRole('region', { name: 'Bakiyeye aktarıldı ₺100,00' }))
  expect(region.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Makine', 'Saat'])
  expect(document.activeElement).toBe(region.getByRole('button', { name: 'Kapat' }))
})

test('Escape closes the receipt and nothing else, and is left to others afterwards', async () => {
  await open()
  const isFree = () => fireEvent.keyDown(document.body, { key: 'Escape' })
  await act(() => expect(isFree()).toBe(false))
  expect([paper(), isFree()]).toEqual([null, true])
})

test('a tap elsewhere keeps the focus that it has given', async () => {
  await operatorSays({})
  render(
    <>
      <button type="button">Cash out</button>
      <button type="button">Spin</button>
      <ReceiptLayer />
    </>,
  )
  screen.getByText('Cash out').focus()
  cashedOut()
  act(() => screen.getByText('Spin').focus())
  expect(document.activeElement).toBe(screen.getByText('Spin'))
  cashedOut()
  act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }))
  expect(document.activeElement).toBe(screen.getByText('Spin'))
})

test('it shows the new balance, unless the player has hidden it, and not the one from before', async () => {
  await operatorSays({})
  act(() => setBalance({ balance: 50_000 }))
  render(<ReceiptLayer />)
  cashedOut()
  expect(paper()?.textContent).not.toContain('500')
  act(() => setBalance({ balance: 60_000 }))
  expect(paper()?.textContent).toContain('600')
  act(() => setBalanceHidden(true))
  expect(paper()?.textContent).not.toContain('600')
  act(() => setBalanceHidden(false))
})
