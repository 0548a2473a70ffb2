import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, parseAmount } from './amount.ts'

test.each([
  ['500', 50_000],
  ['10.000', 1_000_000],
  ['10,000', 1_000_000],
  ['1.234.567,8', 123_456_780],
  ['1,234.56', 123_456],
  [' 0,05 ', 5],
  ['7.5', 750],
  ['1 000', 100_000],
  ['٥٠٠', 50_000],
  ['۱٬۲۳۴٫۵', 123_450],
  // As an Arabic amount is copied, isolated, with a soft hyphen, and of a full-width keyboard.
  ['\u200f1,234.50', 123_450],
  ['\u2067500\u2069', 50_000],
  ['10\u00ad000', 1_000_000],
  ['５００，５０', 50_050],
])('%s is %i cents', (text, cents) => {
  expect(parseAmount(text, 2)).toBe(cents)
})

test.each(['', '0', '0,00', '-5', '1,2345', '1.2.3', 'abc', '12,', '.5', '1e9', '9999999999', '1.23.456'])(
  '%j is not an amount',
  (text) => {
    expect(parseAmount(text, 2)).toBeUndefined()
  },
)

test.each(['0.500', '0,500', '00.500', '0.500,00', '1.234,567', '1,234.567', '1 000.000'])(
  '%j is half a unit or a thousand times as much, and not an amount',
  (text) => {
    expect(parseAmount(text, 2)).toBeUndefined()
  },
)

test.each([
  ['1500', 150_000],
  ['1,500', 150_000],
  ['10.000', 1_000_000],
  ['1.5', undefined],
  ['1.50', undefined],
  ['1.500,5', undefined],
])('in a currency without a fraction %s is %s', (text, cents) => {
  expect(parseAmount(text, 0)).toBe(cents)
})

test('formatted amounts parse back to the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000_000 }), fc.constantFrom(',', '.'), (cents, decimal) => {
      expect(parseAmount(formatAmount(cents, decimal as ','), 2)).toBe(cents)
    }),
  )
})
