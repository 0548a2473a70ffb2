import { afterEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { applyBrands } from '../../lobby/state.ts'
import { user } from '../user.fake.ts'
import { attractBrands, startJackpots, storeBrands } from './jackpots.ts'

const T0 = 1_800_000_000_000
afterEach(() => localStorage.clear())

test('the house’s pictures, where this screen has seen no floor yet, or something odd is stored', () => {
  expect(attractBrands(T0).map(({ art }) => art)).toContain('kervan')
  localStorage.setItem('reelcast.kiosk-jackpots', '{"at":1}')
  expect(attractBrands(T0)).toHaveLength(6)
})

test('the jackpots that were seen last, for an hour; then the brands alone', () => {
  storeBrands([{ art: 'nar', name: 'Nar', jackpot: 1_234_500 }], T0)
  expect(attractBrands(T0 + 3_599_000)).toEqual([{ art: 'nar', name: 'Nar', jackpot: 1_234_500 }])
  expect(attractBrands(T0 + 3_600_000)).toEqual([{ art: 'nar', name: 'Nar' }])
  expect(attractBrands(T0 - 1)).toEqual([{ art: 'nar', name: 'Nar' }])
})

test('kept from the floor that a player sees, the greatest of each brand', async () => {
  const stop = startJackpots()
  setSignedIn('t', user)
  applyBrands([{ id: 'b1', name: 'Ocak', jackpot: '100,4080000', machineCount: 8 }])
  await vi.waitFor(() =>
    expect(attractBrands(Date.now())).toEqual([{ art: 'ocak', name: 'Ocak', jackpot: 4_080_000 }]),
  )
  stop()
  setSignedOut()
})
