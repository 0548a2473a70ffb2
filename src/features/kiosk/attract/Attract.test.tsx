import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LOCALE_CODES } from '../../../contract/locales.ts'
import { setSignedOut } from '../../../core/session/state.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { setOfferedLocales } from '../../../i18n/index.ts'
import { loadOfetch } from '../../../net/load-ofetch.ts'
import { applyIdleTime } from '../idle-logout/state.ts'
import { Attract } from './Attract.tsx'
import { storeBrands } from './jackpots.ts'

const idle = (ms: number) =>
  act(() => void applyIdleTime(ms, { user: 'guest', logoutMs: 180_000, attractMs: 30_000 }))
const dialog = () => document.querySelector('dialog')
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeAll(async () => {
  await loadOfetch()
})
beforeEach(() => {
  vi.useFakeTimers()
  setOfferedLocales(LOCALE_CODES)
})
afterEach(() => {
  idle(0)
  act(cleanup)
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('rotates through the languages, with the last seen brands and jackpots', () => {
  storeBrands([{ art: 'nar', name: 'Nar', jackpot: 967_500 }], Date.now())
  render(<Attract />)
  expect(dialog()).toBeNull()
  idle(30_000)
  expect(dialog()?.open).toBe(true)
  expect(dialog()?.textContent).toContain('Oynamak için dokunun')
  expect(dialog()?.textContent).toMatch(/Nar.*₺9\.675/)
  pass(7_000)
  expect(dialog()?.querySelector('button')?.textContent).toBe('Touch to play')
  pass(7_000)
  expect(dialog()?.querySelector('button')?.textContent).toBe('المس لتبدأ اللعب')
  expect(dialog()?.querySelector('button')?.dir).toBe('rtl')
})

test('any touch ends it; the overlay takes the rest of that touch', () => {
  render(<Attract />)
  idle(30_000)
  idle(0)
  expect(dialog()?.dataset.leaving).toBe('')
  pass(400)
  expect(dialog()).toBeNull()
})

test('without a recent jackpot it shows the brands', () => {
  render(<Attract />)
  idle(30_000)
  expect(dialog()?.textContent).toContain('Gerçek makineler')
  expect(dialog()?.querySelector('img')?.getAttribute('src')).toBe('/assets/machines/kervan.png')
})

const livePictures = () => [...document.querySelectorAll<HTMLImageElement>('[data-testid=attract-live]')]
/** A platform with one free machine. `calls`: the paths that were fetched. */
async function withFreeMachine(isOn: boolean, brand = { name: 'Nar', brand: 'nar' }): Promise<string[]> {
  const calls: string[] = []
  await setSettings({ kioskAttractPictures: isOn, kioskQuietHours: '' })
  setSignedOut()
  vi.stubGlobal('fetch', async (address: string) => {
    calls.push(address)
    return address.endsWith('/attract')
      ? Response.json({
          machines: [{ ...brand, still: '/attract/1/still', jackpot: 5_000 }],
        })
      : new Response(new Blob(['x']), { headers: { 'content-type': 'image/webp' } })
  })
  let count = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    count += 1
    return `blob:${count}`
  })
  HTMLImageElement.prototype.decode = async () => {}
  storeBrands([{ art: 'nar', name: 'Nar', jackpot: 967_500 }], Date.now())
  return calls
}
const passAsync = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

test('shows the live picture of a free machine with a mark, the newest over the one before', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  await withFreeMachine(true)
  render(<Attract />)
  idle(30_000)
  expect(livePictures()).toEqual([])
  expect(dialog()?.textContent).not.toContain('Canlı')
  await passAsync(0)
  expect(livePictures().map(({ src }) => src)).toEqual(['blob:1'])
  expect(dialog()?.textContent).toContain('Canlı')
  await passAsync(5_000)
  expect(livePictures().map(({ src }) => src)).toEqual(['blob:2', 'blob:3'])
  // The next scene: the jackpot of the list, and the next language.
  await passAsync(2_000)
  expect(dialog()?.querySelector('[data-goes]')?.textContent).toContain('Canlı')
  expect(dialog()?.textContent).toMatch(/Live.*₺50/)
  idle(0)
  await passAsync(400)
  expect(dialog()).toBeNull()
  expect(revoke.mock.calls.flat()).toEqual(['blob:1', 'blob:2', 'blob:3'])
})

test('a brand that the kiosk knows by its poster alone has its name beside the live picture', async () => {
  await withFreeMachine(true, { name: 'Kervan Gold', brand: 'kervan' })
  localStorage.clear()
  render(<Attract />)
  idle(30_000)
  expect(dialog()?.textContent).not.toContain('Kervan')
  await passAsync(0)
  expect(livePictures()).toHaveLength(1)
  expect(dialog()?.textContent).toContain('Kervan Gold')
})

test('while it fades out, its scene stays, with pictures that are still there', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const calls = await withFreeMachine(true)
  render(<Attract />)
  idle(30_000)
  await passAsync(6_900)
  const words = dialog()?.textContent
  idle(0)
  const before = calls.length
  await passAsync(399)
  expect(dialog()?.textContent).toBe(words)
  expect(livePictures()).toHaveLength(2)
  expect([revoke.mock.calls.flat(), calls.length]).toEqual([['blob:1'], before])
  await passAsync(1)
  expect(revoke.mock.calls.flat()).toEqual(['blob:1', 'blob:2', 'blob:3'])
})

test('without the setting, and once a touch has ended it, nothing is fetched', async () => {
  const off = await withFreeMachine(false)
  render(<Attract />)
  idle(30_000)
  await passAsync(20_000)
  expect(off).toEqual([])
  idle(0)
  await passAsync(400)
  const on = await withFreeMachine(true)
  idle(30_000)
  await passAsync(0)
  expect(on).toHaveLength(2)
  idle(0)
  await passAsync(20_000)
  expect(on).toHaveLength(2)
})
