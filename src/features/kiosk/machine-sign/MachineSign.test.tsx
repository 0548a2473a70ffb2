import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlayedSpin } from '../../../contract/rules.ts'
import { setLocale } from '../../../i18n/index.ts'
import { fakeGameVisit } from '../../game/play/game-visit.fake.ts'
import { resetVisit, setVisit } from '../../game/play-record/state.ts'
import { startTotals } from '../../game/play-record/visit-totals.ts'
import { applyBrands, applyJackpots, beginBrandsRequest } from '../../lobby/state.ts'
import { lastWins } from './last-wins.ts'
import { MachineSign } from './MachineSign.tsx'

let visit: ReturnType<typeof fakeGameVisit>
const spin = (id: number, win: number, free = false): PlayedSpin => ({
  ...{ id: String(id), stake: 100, win, free, jackpot: 0 },
  time: new Date(id).toISOString(),
})

beforeEach(async () => {
  await setLocale('en')
  visit = fakeGameVisit()
  await visit.connect()
  render(<MachineSign />)
})
afterEach(() => {
  cleanup()
  visit.leavePage()
  resetVisit()
})

test('the last wins are what was more than its stake, newest first', () => {
  const spins = [
    spin(9, 100),
    spin(8, 250),
    spin(7, 0),
    spin(6, 20, true),
    spin(5, 900),
    spin(4, 200),
    spin(3, 700),
  ]
  expect(lastWins(spins).map(({ id }) => id)).toEqual(['8', '6', '5', '4'])
  expect(lastWins([spin(1, 100)])).toEqual([])
})

test('nothing is shown where nothing is known, then the jackpot of the brand and each win', async () => {
  expect(screen.queryByTestId('machine-sign')).toBeNull()
  act(() =>
    applyBrands(
      [{ id: '3', name: 'Kervan', brand: 'kervan', jackpot: '123456', machineCount: 8 }],
      beginBrandsRequest(),
    ),
  )
  expect(screen.getByText('₺1,234.56')).toBeTruthy()
  act(() => applyJackpots([{ id: '3', jackpot: '123500' }]))
  expect(screen.getByText('₺1,235.00')).toBeTruthy()
  act(() => setVisit(startTotals(0), spin(1, 1250)))
  expect(screen.getByText('₺12.50').parentElement?.textContent).toBe('₺12.50×12')
})
