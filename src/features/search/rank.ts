import { normalizeForSearch, searchTerms } from '../../contract/normalize-for-search.ts'
import type { NavLink, NavPage } from '../../core/router/nav-items.ts'

/** The most suggestions at a time (specification, section 9). */
export const MAX_SUGGESTIONS = 10

/** Something to go to. */
export interface Entry {
  /** Its own among all. */
  key: string
  kind: 'page' | 'link' | 'brand' | 'machine'
  title: string
  /** What else it is found by: a machine's id. */
  number?: string
  /** The id of a brand, or of the brand whose list a machine is in. */
  brandId?: string
  /** What a machine itself says of its brand. */
  machineBrand?: string
  url: string
  /** What it is in the navigation. */
  item?: NavPage | NavLink
}

/** An entry with its texts as they are compared. */
export interface Indexed {
  entry: Entry
  title: string
  number: string
}

/** Makes entries ready to be searched; once for many searches. */
export function buildIndex(entries: readonly Entry[]): readonly Indexed[] {
  return entries.map((entry) => ({
    entry,
    title: normalizeForSearch(entry.title),
    number: normalizeForSearch(entry.number ?? ''),
  }))
}

/** How well an entry answers: 0 best, undefined not at all. Each word must be found in its title or begin its number. */
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

/** The best answers to what was typed, the better first and else in their order; without a word the first of all. */
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

/** A stretch of a text; `hit` when it is what was typed. */
export interface Piece {
  /** Its first letter's place in the text. */
  at: number
  text: string
  hit: boolean
}

/** Cuts a text where it answers the words, so that this can be shown; the pieces together are the text. */
export function highlight(text: string, words: readonly string[]): readonly Piece[] {
  // Which letter each folded one came from; an accent or an invisible sign belongs to the letter before it.
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
