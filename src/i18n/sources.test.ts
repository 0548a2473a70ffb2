import { expect, test } from 'vitest'
import { LOCALE_CODES } from '../contract/locales.ts'
import { intlLocale } from './index.ts'

const SOURCES = import.meta.glob<string>(
  ['../**/*.ts', '../**/*.tsx', '!../**/*.test.*', '!../**/*.fake.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

const nameOf = (path: string) => (path.startsWith('../') ? path.slice(3) : path.replace('./', 'i18n/'))

/** Each match of a pattern in the app's sources, with the name of its file. */
const found = (pattern: RegExp) =>
  Object.entries(SOURCES).flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(([match]) => `${nameOf(path)}: ${match.trim()}`),
  )

test('the sources are found', () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(300)
})

test('every format of Intl takes its locale from intlLocale, so that no digits depend on the engine', () => {
  // In older engines bare "ar" has Arabic-Indic digits.
  expect(LOCALE_CODES.map(intlLocale)).toEqual(LOCALE_CODES.map((code) => `${code}-u-nu-latn`))
  const calls = found(/(new Intl\.\w+|\.toLocale\w+)\(.*/g)
  expect(calls.length).toBeGreaterThan(15)
  expect(calls.filter((call) => !/\(\[?intlLocale\(/.test(call))).toEqual([
    // Only loads the engine's data.
    'app/first.inline.ts: new Intl.NumberFormat(page.words?.slice(0, 2)))',
    // A date by ISO 8601, for a machine.
    "features/account/PagedTable.tsx: .toLocaleDateString('sv')",
    "features/extras/quick-panel/QuickPanel.tsx: .toLocaleDateString('sv')}>",
    // Grapheme clusters do not depend on the language.
    'features/kiosk/keyboard/text-input.ts: new Intl.Segmenter().segment(field.value.slice(0, from))].at(-1)?.segment.length ?? 0',
  ])
})

test('only the code that formats and parses amounts converts between cents and major units', () => {
  expect(found(/(cents|coin|amount|balance|jackpot|stake|credit|win|net|loss)\w*\)* *[/*] *100\b/gi)).toEqual(
    [
      'features/game/dialogs/amount.ts: cents / 100',
      'i18n/format.ts: cents / 100',
      'i18n/format.ts: cents / 100',
    ],
  )
})
