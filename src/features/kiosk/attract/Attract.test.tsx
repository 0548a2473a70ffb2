import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setOfferedLocales } from '../../../i18n/index.ts'
import { applyIdleTime } from '../idle-logout/state.ts'
import { Attract } from './Attract.tsx'
import { storeBrands } from './jackpots.ts'

const idle = (ms: number) =>
  act(() => void applyIdleTime(ms, { user: 'guest', logoutMs: 180_000, attractMs: 30_000 }))
const dialog = () => document.querySelector('dialog')
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers()
  setOfferedLocales(true, true)
})
afterEach(() => {
  idle(0)
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
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
