import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMajorAmount, parseMajorAmount } from './major-amount.ts'

test.each([
  ['50', 5000],
  ['12.5', 1250],
  ['12.50', 1250],
  ['0.07', 7],
  ['9999999999999.99', 999_999_999_999_999],
])('%s is %i cents', (text, cents) => {
  expect(parseMajorAmount(text)).toBe(cents)
})

test.each(['', '.5', '5.', '-5', '+5', '1.005', '12,50', '1.000,50', '1,000', '1e3', ' 5', '1'.repeat(14)])(
  '"%s" is no amount',
  (text) => {
    expect(parseMajorAmount(text)).toBeUndefined()
  },
)

test('every amount is printed as it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (cents) => {
      expect(parseMajorAmount(formatMajorAmount(cents))).toBe(cents)
    }),
  )
  expect([formatMajorAmount(-5), formatMajorAmount(-12_345)]).toEqual(['-0.05', '-123.45'])
})
