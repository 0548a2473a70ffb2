/** Letters without a decomposition, and their equivalents. Arabic: alef wasla, alef maqsura, teh marbuta. */
const ALIKE: Record<string, string> = {
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const LETTERS = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g')

/** Maps Arabic-Indic digits, including the eastern forms, to 0 to 9. */
const digit = (sign: string) => `${sign.charCodeAt(0) & 15}`

/**
 * Normalises a text for the search: ignores case, accents, harakat, tatweel and invisible characters. I, ı, İ
 * and i are equal, as are the forms of alef. It works letter by letter, so that normalising two joined texts
 * equals joining the normalised texts. Nothing is trimmed.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    .toLowerCase()
    .replace(LETTERS, (letter) => ALIKE[letter] ?? letter)
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit)
}

/** The normalised words of a query. */
export const searchTerms = (text: string): readonly string[] =>
  normalizeForSearch(text).split(/\s+/).filter(Boolean)
