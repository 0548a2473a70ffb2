import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Band } from '../../../contract/live.ts'
import { loadCodeTexts, setLocale } from '../../../i18n/index.ts'
import { clearBalance } from '../../wallet/state.ts'
import { LONG_PRESS_MS, startLongPress } from '../autoplay/AutoplayButton.tsx'
import { fakeGameVisit, IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import { cashOutWithReceipt } from '../play/play-with-feedback.ts'
import { receipt } from '../play/receipt-state.ts'
import { capabilities, stake } from '../play/state.ts'
import { activeBand, bands, chooseBand, crop, isCropped } from '../play/view-state.ts'
import { startPlayRecord } from '../play-record/record-play.ts'
import { SpinButton } from '../Spin.tsx'
import { ReceiptLayer } from './ReceiptLayer.tsx'
import { pageRotated, setPageRotated, setScreenState, showRotateScreenMenu } from './rotation-state.ts'
import { ViewPicker } from './ViewPicker.tsx'

const REGION = { x: 0.1, y: 0.125, width: 0.8, height: 0.7 }
const BANDS: Band[] = [
  { id: 'reels', name: 'Reels', Order: 1, kind: 'crop' as const, region: REGION },
  { id: 'low', name: 'Low stakes', Order: 3, kind: 'bet' as const, stakes: [100, 500] },
  {
    id: 'cabinet',
    name: 'Cabinet',
    Order: 2,
    kind: 'crop' as const,
    region: { x: 0, y: 0, width: 1, height: 1 },
  },
]

let visit: ReturnType<typeof fakeGameVisit>
beforeAll(async () => {
  await loadCodeTexts()
})
beforeEach(async () => {
  await setLocale('tr')
  clearBalance()
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  chooseBand(undefined)
  visit = fakeGameVisit()
})
afterEach(() => {
  cleanup()
  visit.leavePage()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const sit = (over: Partial<typeof INIT_ACK> = {}) => act(() => visit.connect(over))
const announcing = (list: readonly Band[]) => {
  const capabilities = { ...INIT_ACK.capabilities, bands: [...list] }
  return { capabilities }
}
const withBands = { capabilities: { ...INIT_ACK.capabilities, bands: BANDS } }

test('bands are rendered as announced, the highest Order first; without any there is nothing', async () => {
  await sit()
  expect(bands.value).toEqual([])
  visit.leavePage()
  visit = fakeGameVisit()
  await sit(withBands)
  render(<ViewPicker />)
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names).toEqual(['Low stakes', 'Tüm makine', 'Makaralar', '', 'Tüm makine'])
})

test('each tap on the view button changes the picture: bands with the same view are one', async () => {
  const crops = BANDS.filter(({ kind }) => kind === 'crop')
  const copies = crops.map((band) => ({ ...band, id: `${band.id}-copy`, Order: 0 }))
  await sit(announcing([...crops, ...copies]))
  render(<ViewPicker />)
  const shown = () => JSON.stringify(crop.value ?? BANDS[2]?.region)
  const next = () => screen.getByRole('button', { name: /Görünüm: / })
  expect(next().textContent).toBe('Tüm makine')
  for (const name of ['Makaralar', 'Tüm makine', 'Makaralar']) {
    const before = shown()
    fireEvent.click(next())
    expect(shown()).not.toBe(before)
    expect(next().textContent).toBe(name)
  }
})

test('where no band shows everything, the view button leads back to it; a single view is no choice', async () => {
  const reels = BANDS.filter(({ id }) => id === 'reels')
  await sit(announcing(reels))
  render(<ViewPicker />)
  const next = () => screen.getByRole('button', { name: /Görünüm: / })
  expect(next().textContent).toBe('Tümü')
  fireEvent.click(next())
  expect(crop.value).toEqual(REGION)
  fireEvent.click(next())
  expect([crop.value, next().textContent]).toEqual([undefined, 'Tümü'])
  cleanup()
  visit.leavePage()
  visit = fakeGameVisit()
  await sit(announcing(BANDS.filter(({ id }) => id === 'cabinet')))
  render(<ViewPicker />)
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a crop band crops the video to its region, and the scissors toggle it', async () => {
  await sit(withBands)
  render(<ViewPicker />)
  fireEvent.click(screen.getByRole('button', { name: 'Makaralar' }))
  expect([activeBand.value?.id, isCropped.value, crop.value]).toEqual(['reels', true, REGION])
  const scissors = screen.getByRole('button', { name: 'Görüntüyü kırp' })
  fireEvent.click(scissors)
  expect([activeBand.value?.id, isCropped.value, crop.value]).toEqual(['reels', false, undefined])
  fireEvent.click(scissors)
  expect(crop.value).toEqual(REGION)
})

test('a bet band offers its own stakes only', async () => {
  await sit({ ...withBands, game: { ...IDLE, stake: 1000 } })
  expect(stake.value).toBe(1000)
  act(() => chooseBand('low'))
  expect(capabilities.value.stakes).toEqual([100, 500])
  expect(stake.value).toBe(100)
  act(() => chooseBand('reels'))
  expect(capabilities.value.stakes).toEqual([100, 500, 1000])
})

test.each([
  [true, 'init'],
  [false, 'spin'],
])(
  'holding the spin button for half a second calls the handler; if it returns %s no spin starts; a tap spins',
  async (taken, said) => {
    await sit()
    vi.useFakeTimers()
    const held = vi.fn(() => taken)
    const unwatch = startLongPress(held)
    render(<SpinButton onNoCredit={() => {}} />)
    const spin = screen.getByTestId('spin')
    const press = (ms: number) => {
      fireEvent.pointerDown(spin)
      vi.advanceTimersByTime(ms)
      fireEvent.pointerUp(spin)
      fireEvent.click(spin, { detail: 1 })
    }
    press(LONG_PRESS_MS)
    expect(held).toHaveBeenCalledOnce()
    expect(visit.lastRequest().name).toBe(said)
    press(LONG_PRESS_MS - 1)
    expect(held).toHaveBeenCalledOnce()
    expect(visit.lastRequest().name).toBe('spin')
    unwatch()
    press(LONG_PRESS_MS)
    expect(held).toHaveBeenCalledOnce()
  },
)

test('a key presses the spin button after a long press that ended elsewhere', async () => {
  await sit()
  vi.useFakeTimers()
  const unwatch = startLongPress(() => true)
  render(<SpinButton onNoCredit={() => {}} />)
  fireEvent.pointerDown(screen.getByTestId('spin'))
  vi.advanceTimersByTime(LONG_PRESS_MS)
  // On the sheet that the long press has opened.
  fireEvent.pointerUp(document.body)
  expect(visit.lastRequest().name).toBe('init')
  // As a key does: without a pointer its click has no detail.
  screen.getByTestId('spin').click()
  expect(visit.lastRequest().name).toBe('spin')
  unwatch()
})

test('a cash-out shows a receipt of the game session: loaded, played, won, and the new balance', async () => {
  const earlier = { id: '1', stake: 500, win: 9999, free: false, jackpot: 0 }
  await sit({ game: { ...IDLE, spin: earlier } })
  const unfollow = startPlayRecord()
  render(<ReceiptLayer />)
  await act(() => visit.push.game?.({ ...IDLE, seq: 1, credit: IDLE.credit + 10_000, spin: earlier }))
  const spin = { ...earlier, id: '2', win: 0 }
  await act(() => visit.push.game?.({ ...IDLE, seq: 2, phase: 'spinning', spin }))
  await act(() => visit.push.game?.({ ...IDLE, seq: 3, spin: { ...spin, win: 700 } }))
  await act(() => visit.push.game?.({ ...IDLE, seq: 4, spin: { ...spin, id: '3', free: true, win: 50 } }))
  const done = cashOutWithReceipt()
  await act(() =>
    visit.lastRequest().ok({ balance: 60_000, seq: 9, amount: 10_000, game: { ...IDLE, seq: 9, credit: 0 } }),
  )
  expect(await done).toBe(true)
  const paper = screen.getByTestId('receipt')
  for (const words of ['₺100,00', 'Kervan 07', 'Oynanan₺5,00', 'Kazanılan₺7,50', 'Yeni bakiye₺600,00'])
    expect(paper.textContent).toContain(words)
  fireEvent.click(paper)
  expect(screen.queryByTestId('receipt')).toBeNull()
  cleanup()
  unfollow()
  expect(receipt.value).toBeUndefined()
})

test('rotation is offered for a screen capture on a portrait touch screen, and never for a camera', async () => {
  await sit()
  setScreenState(true, true)
  expect(showRotateScreenMenu.value).toBe(true)
  setPageRotated(true)
  setScreenState(true, false)
  expect([pageRotated.value, showRotateScreenMenu.value]).toEqual([false, false])
  setScreenState(false, true)
  expect(showRotateScreenMenu.value).toBe(false)
  setScreenState(true, true)
  await act(() => visit.push.video?.({ type: 'camera', url: '/whep/8', iceServers: [] }))
  expect(showRotateScreenMenu.value).toBe(false)
})
