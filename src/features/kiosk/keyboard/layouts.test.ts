import { expect, test } from 'vitest'
import { LOCALE_CODES, LOCALES, type Locale } from '../../../contract/locales.ts'
import { type Key, LAYOUTS, nextLanguage, numericPad, type Row, SYMBOLS, shifted } from './layouts.ts'

const lettersOf = (rows: readonly Row[]) =>
  rows.flat().flatMap((key) => ('letter' in key ? [key.letter] : []))
const doesOf = (rows: readonly Row[]) => rows.flat().flatMap((key: Key) => ('does' in key ? [key.does] : []))
const both = (language: Locale) => {
  const plain = lettersOf(LAYOUTS[language].rows)
  return [...plain, ...plain.map((letter) => shifted(letter, language))]
}

test.each([
  ['tr', 'abcçdefgğhıijklmnoöprsştuüvyzqwxABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZQWX'],
  ['en', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['ar', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآؤئ'],
] as const)(
  '%s: has every letter of the alphabet, the digits, @, a full stop and a space',
  (language, alphabet) => {
    const known = both(language)
    expect([...alphabet].filter((letter) => !known.includes(letter))).toEqual([])
    expect([...'0123456789@.'].filter((letter) => !known.includes(letter))).toEqual([])
    expect(doesOf(LAYOUTS[language].rows)).toEqual(
      expect.arrayContaining(['shift', 'back', 'space', 'enter', 'symbols', 'language', 'left', 'right']),
    )
  },
)

test('the Turkish layout shifts i to İ and ı to I', () => {
  expect(['i', 'ı', 'ğ', 'ş'].map((letter) => shifted(letter, 'tr'))).toEqual(['İ', 'I', 'Ğ', 'Ş'])
  expect(shifted('i', 'en')).toBe('I')
})

test('the symbol layouts have every ASCII symbol', () => {
  const known = [...lettersOf(SYMBOLS), ...both('en'), ' ']
  const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
  expect(ascii.filter((sign) => !known.includes(sign))).toEqual([])
  expect(doesOf(SYMBOLS)).toEqual(expect.arrayContaining(['letters', 'back', 'enter', 'space']))
})

test("the number pad has the digits and the language's decimal separators", () => {
  expect(lettersOf(numericPad(LOCALES.tr.decimal)).sort()).toEqual([...'0123456789,'].sort())
  expect(lettersOf(numericPad(LOCALES.en.decimal))).toContain('.')
  expect(doesOf(numericPad(','))).toEqual(['back', 'hide', 'enter'])
})

test('no key is twice in one row', () => {
  for (const rows of [...Object.values(LAYOUTS).map((layout) => layout.rows), SYMBOLS])
    for (const row of rows) expect(new Set(row.map((key) => JSON.stringify(key))).size).toBe(row.length)
})

test('the language key cycles through the languages', () => {
  const [first, ...others] = LOCALE_CODES
  expect(LOCALE_CODES.map(nextLanguage)).toEqual([...others, first])
})

test('the rows of the Arabic layout begin at the left, as those of its physical keyboards', () => {
  const { rows } = LAYOUTS.ar
  expect(rows.slice(1, 4).map((row) => lettersOf([row]).slice(0, 4))).toEqual([
    ['ض', 'ص', 'ث', 'ق'],
    ['ذ', 'ش', 'س', 'ي'],
    ['ئ', 'ء', 'ؤ', 'ر'],
  ])
})
