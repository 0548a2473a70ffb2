import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fillSlot } from '../../../core/frame/slots.ts'
import { setLocale } from '../../../i18n/index.ts'
import { loadOfetch } from '../../../net/load-ofetch.ts'
import { fakeResizeObserver } from '../../../ui/resize-observer.fake.ts'
import { applyBrands, applyJackpots, beginBrandsRequest, clearLobby } from '../../lobby/state.ts'
import { fakeGameVisit } from '../play/game-visit.fake.ts'
import { Topper } from './Art.tsx'

let visit: ReturnType<typeof fakeGameVisit>
const shown = () => screen.queryByTestId('game-jackpots')?.textContent
const brandsAre = (brand: string, jackpot: string) =>
  act(() => applyBrands([{ id: '3', name: 'x', brand, jackpot, machineCount: 8 }], beginBrandsRequest()))

let resize = () => {}

beforeAll(async () => {
  await loadOfetch()
})
beforeEach(async () => {
  resize = fakeResizeObserver()
  await setLocale('en')
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => {})),
  )
  visit = fakeGameVisit()
  await visit.connect()
  render(<Topper />)
})
afterEach(() => {
  cleanup()
  visit.leavePage()
  clearLobby()
  vi.unstubAllGlobals()
})

test("the band shows the two highest jackpots of the machine's brand as they grow", async () => {
  expect(shown()).toBe('')
  await brandsAre('nar', '999')
  expect(shown()).toBe('')
  await brandsAre('kervan', '0,500,123456,10000')
  expect(shown()).toBe('Jackpot₺1,234.56₺100.00')
  act(() => applyJackpots([{ id: '3', jackpot: '123500' }]))
  expect(shown()).toBe('Jackpot₺1,235.00')
})

test('the brands are fetched once there is room for the jackpots, also after the screen was turned', () => {
  const band = screen.getByTestId('game-jackpots')
  const give = (parent: Element | null) =>
    Object.defineProperty(band, 'offsetParent', { configurable: true, value: parent })
  give(null)
  resize()
  expect(fetch).not.toHaveBeenCalled()
  give(document.body)
  resize()
  resize()
  expect(fetch).toHaveBeenCalledOnce()
})

test('a machine without a jackpot shows none, and what a kiosk shows there replaces it', async () => {
  await brandsAre('kervan', '')
  expect(shown()).toBe('')
  act(() => fillSlot('machineSign', () => <p>sign</p>))
  expect(shown()).toBeUndefined()
  expect(screen.getByText('sign')).toBeTruthy()
})
