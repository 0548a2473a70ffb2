import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameState } from '../../../contract/live.ts'
import { setLocale } from '../../../i18n/index.ts'
import { Meters } from './Meters.tsx'
import { applyGame, resetGame, setLinkUp } from './state.ts'

let seq = 0
/** A stopped spin, amounts in cents. */
const stop = (stake: number, win: number, free = false): GameState => ({
  seq: ++seq,
  phase: 'idle',
  credit: 10_000,
  stake,
  win,
  freeSpins: 0,
  bonusWin: 0,
  spin: { id: `${seq}`, stake, win, free, jackpot: 0 },
})
const spin = (...given: Parameters<typeof stop>) => act(() => applyGame(stop(...given)))
const meter = () => screen.getByTestId('win').parentElement
const isCelebrated = () => meter()?.dataset.winning === 'yes'

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  await setLocale('en')
  render(<Meters />)
})
afterEach(() => {
  cleanup()
  resetGame()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a win above the stake is counted up and celebrated', () => {
  spin(100, 0)
  spin(100, 250)
  expect(isCelebrated()).toBe(true)
  act(() => void vi.advanceTimersByTime(100))
  expect(screen.getByTestId('win').textContent).not.toBe('₺2.50')
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getByTestId('win').textContent).toBe('₺2.50')
})

test.each([20, 99, 100])('a return of %i of a stake of 100 is named at once, and not celebrated', (win) => {
  spin(100, 0)
  spin(100, win)
  expect(isCelebrated()).toBe(false)
  const amount = `₺${(win / 100).toFixed(2)}`
  expect(screen.getByTestId('win').textContent).toBe(amount)
  expect(meter()?.querySelector('dt')?.textContent).toBe('Returned')
})

test('free spins show what all of them have brought, until a paid spin', () => {
  const bonus = { ...stop(100, 20, true), bonusWin: 340, freeSpins: 3 }
  const shown = () => [meter()?.querySelector('dt')?.textContent, screen.getByTestId('win').textContent]
  act(() => applyGame(bonus))
  act(() => void vi.advanceTimersByTime(1000))
  expect(shown()).toEqual(['Total win', '₺3.40'])
  act(() => applyGame({ ...bonus, ...stop(100, 0, true), bonusWin: 340 }))
  expect(shown()).toEqual(['Total win', '₺3.40'])
  act(() => applyGame({ ...stop(100, 0), bonusWin: 340 }))
  expect(shown()).toEqual(['Win', '₺0.00'])
})

test('a win that the server names without its spin is taken as one', () => {
  act(() => applyGame({ ...stop(100, 20), spin: null }))
  expect(isCelebrated()).toBe(true)
})

test('a server that reports no state of its machine has no meters', () => {
  act(setLinkUp)
  expect(screen.queryByTestId('credit')).toBeNull()
  spin(100, 0)
  expect(screen.getByTestId('credit').textContent).toBe('₺100.00')
})
