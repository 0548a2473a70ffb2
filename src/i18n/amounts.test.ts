import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CURRENCIES } from '../contract/currencies.ts'
import { LOCALE_CODES, LOCALES } from '../contract/locales.ts'
import { MAX_AMOUNT } from '../contract/money.ts'
import { csv } from '../features/account/csv.ts'
import { formatAmount, parseAmount } from '../features/game/dialogs/amount.ts'
import { money, plainMoney, setCurrency, shortMoney } from './format.ts'
import { locale, setLocale } from './index.ts'

const WITHOUT_FRACTION: readonly string[] = ['JPY', 'KRW', 'PYG', 'VND']

/** All functions that format an amount. */
const WRITERS: Readonly<Record<string, (cents: number) => string>> = {
  money,
  'signed money': (cents) => money(cents, { signDisplay: 'exceptZero' }),
  'short money': shortMoney,
  'short money in a language of its own': (cents) => shortMoney(cents, locale.value),
  'an amount without the sign of its currency': plainMoney,
  'a cell of a file': (cents) => csv(['x'], ['cents'], [[cents]], locale.value).split('\r\n')[1] ?? '',
  'the text of the load field': (cents) =>
    `${cents < 0 ? '-' : ''}${formatAmount(Math.abs(cents), LOCALES[locale.value].decimal)}`,
}

/** Reads the cents from a text: groups have three digits, a fraction has two. */
function read(text: string): number {
  const [, digits = ''] = /^[^\d]*(\d[\d.,\s]*)/.exec(text.replace(/[\u200e\u200f\u061c]/g, '')) ?? []
  const [, major = '', minor = '00'] = /^(.*?)(?:[.,](\d\d))?$/.exec(digits.trim()) ?? []
  expect(major.replace(/[.,\s](?=\d{3}(\D|$))/g, '')).toMatch(/^\d+$/)
  const cents = Number(major.replace(/\D/g, '')) * 100 + Number(minor)
  return /[-−]/.test(text) ? -cents : cents
}

afterEach(async () => {
  setCurrency('TRY')
  await setLocale('tr')
})

const amounts = fc.oneof(
  fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }),
  // Greater than any command's amount: a jackpot, a wallet.
  fc.integer({ min: -1e15, max: 1e15 }),
  fc.integer({ min: -10_000, max: 10_000 }).map((major) => major * 100),
  fc.integer({ min: -99, max: 99 }),
)

describe.each(LOCALE_CODES)('in %s', (language) => {
  beforeEach(() => setLocale(language))

  test.each(CURRENCIES)('every amount in %s is written as it is', (currency) => {
    setCurrency(currency)
    fc.assert(
      fc.property(amounts, (cents) => {
        // Turns -0 into 0.
        const value = cents + 0
        for (const [name, write] of Object.entries(WRITERS)) {
          const text = write(value)
          expect([name, value, text, read(text) + 0]).toEqual([name, value, text, value])
        }
      }),
      { numRuns: 40 },
    )
  })

  test.each(CURRENCIES)('a whole amount in %s has the fraction of its currency', (currency) => {
    setCurrency(currency)
    expect(/[.,]\d\d(\D|$)/.test(money(1200))).toBe(!WITHOUT_FRACTION.includes(currency))
    expect(/[.,]/.test(shortMoney(1200))).toBe(false)
    expect(plainMoney(1200)).toBe('12')
  })

  test('an amount that is typed as it is written is that amount', () => {
    const positive = fc.integer({ min: 1, max: MAX_AMOUNT })
    fc.assert(
      fc.property(positive, (cents) => {
        for (const text of [plainMoney(cents), formatAmount(cents, LOCALES[language].decimal)])
          expect(parseAmount(text, 2)).toBe(cents)
      }),
    )
  })
})
