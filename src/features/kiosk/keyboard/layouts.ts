import { LOCALE_CODES, type Locale } from '../../../contract/locales.ts'
import { intlLocale } from '../../../i18n/index.ts'

/** The keys that type no letter. */
export type SpecialKey =
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
/** A key types a letter or performs an action; `{name}` in the tables below is the action. */
export type Key = { letter: string } | { does: SpecialKey }
export type Row = readonly Key[]

const read = (row: string): Row =>
  row
    .split(' ')
    .map((one) =>
      one.length > 2 && one.startsWith('{') ? { does: one.slice(1, -1) as SpecialKey } : { letter: one },
    )
const rows = (...lines: string[]): readonly Row[] => lines.map(read)

const DIGITS = '1 2 3 4 5 6 7 8 9 0'
const BOTTOM = '{symbols} {language} @ {space} . {left} {right} {enter}'

interface Layout {
  /** The caption of the language key. */
  language: string
  /** The caption of the key that leads back to the letters. */
  letters: string
  /** From left to right on the screen, in the order of the language's physical keyboards. */
  rows: readonly Row[]
  /** The letters of the shift level, for a script without capitals. */
  shift?: Readonly<Record<string, string>>
}

export const LAYOUTS: Readonly<Record<Locale, Layout>> = {
  tr: {
    language: 'TR',
    letters: 'ABC',
    rows: rows(
      DIGITS,
      'q w e r t y u ı o p ğ ü',
      'a s d f g h j k l ş i',
      '{shift} z x c v b n m ö ç {back}',
      BOTTOM,
    ),
  },
  en: {
    language: 'EN',
    letters: 'ABC',
    rows: rows(DIGITS, 'q w e r t y u i o p', 'a s d f g h j k l', '{shift} z x c v b n m {back}', BOTTOM),
  },
  ar: {
    language: 'ع',
    letters: 'أ ب ت',
    rows: rows(
      DIGITS,
      'ض ص ث ق ف غ ع ه خ ح ج د',
      'ذ ش س ي ب ل ا ت ن م ك ط',
      '{shift} ئ ء ؤ ر ى ة و ز ظ {back}',
      BOTTOM,
    ),
    shift: { ا: 'أ', ل: 'إ', ى: 'آ', ه: 'ـ', د: 'ڤ', و: '،', ر: '؟' },
  },
}

/** Digits and all ASCII symbols, which a password may contain. */
export const SYMBOLS: readonly Row[] = rows(
  DIGITS,
  '@ # ₺ $ € £ % & * + =',
  '- _ / \\ | ( ) [ ] { }',
  '! ? " \' : ; , . < > {back}',
  '{letters} {language} ~ {space} ^ ` {left} {right} {enter}',
)

/** The number pad of amounts, with the language's decimal separator. */
export const numericPad = (decimal: string): readonly Row[] =>
  rows('1 2 3', '4 5 6', '7 8 9', `${decimal} 0 {back}`, '{hide} {enter}')

/** The letter with shift. Turkish shifts i to İ and ı to I. */
export function shifted(letter: string, language: Locale): string {
  const { shift } = LAYOUTS[language]
  return shift ? (shift[letter] ?? letter) : letter.toLocaleUpperCase(intlLocale(language))
}

/** The language after this one. A player's name may need the letters of another language. */
export function nextLanguage(language: Locale): Locale {
  return LOCALE_CODES[(LOCALE_CODES.indexOf(language) + 1) % LOCALE_CODES.length] ?? language
}
