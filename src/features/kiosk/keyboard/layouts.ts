import type { Locale } from '../../../i18n/index.ts'

/** What a key does when it is no letter. */
export type Special =
  | 'shift'
  | 'back'
  | 'space'
  | 'enter'
  | 'symbols'
  | 'letters'
  | 'language'
  | 'left'
  | 'right'
  | 'hide'
/** A key: a letter to be typed, or `{name}` for what it does. */
export type Key = { letter: string } | { does: Special }
export type Row = readonly Key[]

const read = (row: string): Row =>
  row
    .split(' ')
    .map((one) =>
      one.length > 2 && one.startsWith('{') ? { does: one.slice(1, -1) as Special } : { letter: one },
    )
const rows = (...lines: string[]): readonly Row[] => lines.map(read)

const DIGITS = '1 2 3 4 5 6 7 8 9 0'
const BOTTOM = '{symbols} {language} @ {space} . {left} {right} {enter}'

/** The letters by language, in the order of that language's own keyboards, left to right as they are seen. */
export const LETTERS: Readonly<Record<Locale, readonly Row[]>> = {
  tr: rows(
    DIGITS,
    'q w e r t y u ı o p ğ ü',
    'a s d f g h j k l ş i',
    '{shift} z x c v b n m ö ç {back}',
    BOTTOM,
  ),
  en: rows(DIGITS, 'q w e r t y u i o p', 'a s d f g h j k l', '{shift} z x c v b n m {back}', BOTTOM),
  ar: rows(
    DIGITS,
    'د ج ح خ ه ع غ ف ق ث ص ض',
    'ط ك م ن ت ا ل ب ي س ش ذ',
    '{shift} ظ ز و ة ى ر ؤ ء ئ {back}',
    BOTTOM,
  ),
}

/** What shift makes of an Arabic letter; of the others the language's own rules make capitals. */
const ARABIC: Readonly<Record<string, string>> = { ا: 'أ', ل: 'إ', ى: 'آ', ه: 'ـ', د: 'ڤ', و: '،', ر: '؟' }

/** Digits and signs: all that a password may be made of. */
export const SYMBOLS: readonly Row[] = rows(
  DIGITS,
  '@ # ₺ $ € £ % & * + =',
  '- _ / \\ | ( ) [ ] { }',
  '! ? " \' : ; , . < > {back}',
  '{letters} {language} ~ {space} ^ ` {left} {right} {enter}',
)

/** The pad for amounts; `decimal` divides. */
export const pad = (decimal: string): readonly Row[] =>
  rows('1 2 3', '4 5 6', '7 8 9', `${decimal} 0 {back}`, '{hide} {enter}')

/** What divides an amount, as it is written in a language. */
export const decimalOf = (language: Locale): string => (language === 'tr' ? ',' : '.')

/** A letter as shift makes it: İ of i and I of ı in Turkish. */
export function shifted(letter: string, language: Locale): string {
  return language === 'ar' ? (ARABIC[letter] ?? letter) : letter.toLocaleUpperCase(language)
}

/** The language after this one, for the key that changes it: somebody's name may be written in another's letters. */
export function nextLanguage(language: Locale): Locale {
  const order = ['tr', 'en', 'ar'] as const
  return order[(order.indexOf(language) + 1) % order.length] ?? 'tr'
}
