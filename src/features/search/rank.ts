import { normalizeForSearch, searchTerms } from '../../contract/normalize-for-search.ts'
import type { NavLink, NavPage } from '../../core/router/nav-items.ts'

/** Maximum number of suggestions (specification, section 9). */
export const MAX_SUGGESTIONS = 10

/** A result of the search. */
export interface Entry {
  /** Unique among all entries. */
  key: string
  kind: 'page' | 'link' | 'brand' | 'machine'
  title: string
  /** A machine's id, which the search also matches. */
  number?: string
  /** The id of the brand, or of the brand whose machine list contains the machine. */
  brandId?: string
  url: string
  /** Its item of the menu. */
  item?: NavPage | NavLink
}

/** An entry with its normalised texts. */
export interface Indexed {
  entry: Entry
  title: string
  number: string
}

/** Normalises the texts once for many searches. */
export function buildIndex(entries: readonly Entry[]): readonly Indexed[] {
  return entries.map((entry) => ({
    entry,
    title: normalizeForSearch(entry.title),
    number: normalizeForSearch(entry.number ?? ''),
  }))
}

/**
 * The rank of an entry: 0 is the best, undefined no match. Each word must match inside the title or at the
 * start of the number.
 */
function rankOf({ title, number }: Indexed, words: readonly string[], whole: string): number | undefined {
  if (title === whole || number === whole) return 0
  if (title.startsWith(whole)) return 1
  let worst = 2
  for (const word of words) {
    const at = title.indexOf(word)
    if (at < 0 && !number.startsWith(word)) return undefined
    if (at > 0 && !title.includes(` ${word}`)) worst = 3
  }
  return worst
}

/**
 * The best matches, better ones first, equal ones in the given order; for an empty query the first entries.
 */
export function rank(all: readonly Indexed[], text: string, most = MAX_SUGGESTIONS): readonly Entry[] {
  const words = searchTerms(text)
  if (words.length === 0) return all.slice(0, most).map(({ entry }) => entry)
  const whole = words.join(' ')
  const groups: [Entry[], Entry[], Entry[], Entry[]] = [[], [], [], []]
  for (const one of all) {
    const place = rankOf(one, words, whole)
    if (place !== undefined) groups[place]?.push(one.entry)
  }
  return groups.flat().slice(0, most)
}

/** A part of a text; `hit`: it matches the query. */
export interface Piece {
  /** The index of its first character in the text. */
  at: number
  text: string
  hit: boolean
}

/** Splits a text into matching and other parts, which joined are the text. */
export function highlight(text: string, words: readonly string[]): readonly Piece[] {
  // Maps each normalised character to its original one; a combining mark belongs to the character before it.
  const letters = [...text]
  const from: number[] = []
  let folded = ''
  letters.forEach((letter, at) => {
    const plain = normalizeForSearch(letter)
    for (let count = 0; count < plain.length; count++) from.push(at)
    folded += plain
  })
  const hits = new Set<number>()
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      for (const letter of from.slice(at, at + word.length)) hits.add(letter)
  }
  const cut: { at: number; text: string; hit: boolean }[] = []
  letters.forEach((letter, at) => {
    const last = cut.at(-1)
    if (last && (normalizeForSearch(letter) === '' || last.hit === hits.has(at))) last.text += letter
    else cut.push({ at, text: letter, hit: hits.has(at) })
  })
  return cut
}
