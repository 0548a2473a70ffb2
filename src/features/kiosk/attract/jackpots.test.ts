import { afterEach, expect, test } from 'vitest'
import { applyBrands, beginBrandsRequest } from '../../lobby/state.ts'
import { attractBrands, startStoringBrands, storeBrands } from './jackpots.ts'

const T0 = 1_800_000_000_000
afterEach(() => localStorage.clear())

test('default brands apply without a stored lobby or with an invalid one', () => {
  expect(attractBrands(T0).map(({ art }) => art)).toContain('kervan')
  localStorage.setItem('reelcast.kiosk-jackpots', '{"at":1}')
  expect(attractBrands(T0)).toHaveLength(6)
})

test('jackpots are shown for an hour, then the brands without them', () => {
  storeBrands([{ art: 'nar', name: 'Nar', jackpot: 1_234_500 }], T0)
  expect(attractBrands(T0 + 3_599_000)).toEqual([{ art: 'nar', name: 'Nar', jackpot: 1_234_500 }])
  expect(attractBrands(T0 + 3_600_000)).toEqual([{ art: 'nar', name: 'Nar' }])
  expect(attractBrands(T0 - 1)).toEqual([{ art: 'nar', name: 'Nar' }])
})

test('the brand with the highest jackpot comes first', () => {
  const nar = { art: 'nar', name: 'Nar', jackpot: 1_234_500 }
  const ocak = { art: 'ocak', name: 'Ocak', jackpot: 4_080_000 }
  const lodos = { art: 'lodos', name: 'Lodos' }
  storeBrands([lodos, nar, ocak], T0)
  expect(attractBrands(T0)).toEqual([ocak, nar, lodos])
})

test('stores the highest jackpot of each brand in the lobby', () => {
  const stop = startStoringBrands()
  applyBrands([{ id: 'b1', name: 'Ocak', jackpot: '100,4080000', machineCount: 8 }], beginBrandsRequest())
  expect(attractBrands(Date.now())).toEqual([{ art: 'ocak', name: 'Ocak', jackpot: 4_080_000 }])
  stop()
})
