/** Letters that decompose to nothing, each to what a search takes it for. Arabic: alef wasla, alef maqsura, teh marbuta. */
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

/** Arabic-Indic digits and their eastern forms, as 0 to 9. */
const digit = (sign: string) => `${sign.charCodeAt(0) & 15}`

/**
 * A text as a search compares it: without case, accents, harakat, tatweel and invisible signs; I, ı, İ and i are
 * one letter, and so are the forms of alef. Letter by letter: the form of two texts joined is that of
 * both together. Nothing is trimmed.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    .toLowerCase()
    .replace(LETTERS, (letter) => ALIKE[letter] ?? letter)
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit)
}

/** The words of a search text, normalized. */
export const searchTerms = (text: string): readonly string[] =>
  normalizeForSearch(text).split(/\s+/).filter(Boolean)
