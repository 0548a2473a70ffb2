/*
 * Reads JSON that a person wrote: as JSON.parse does, but it remembers where everything stands, and what is wrong it
 * says in words and with its place. (JSON.parse names no place for some mistakes, and its words change with Node.)
 */

/** `places`: where each value begins, by its path ("hotCoins/1"); `keys`: those of the outermost object, in order. */
export type JsonText =
  | {
      ok: true
      value: unknown
      places: ReadonlyMap<string, number>
      keys: readonly { key: string; at: number }[]
    }
  | { ok: false; at: number; problem: string }

class Mistake extends Error {
  readonly at: number
  constructor(at: number, problem: string) {
    super(problem)
    this.at = at
  }
}

const DEPTH = 100
/** Every character but the quote, the backslash and those that control. */
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const WORD = /[^\s,:[\]{}"]+/y
const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Reads `text`; never throws. */
export function readJsonText(text: string): JsonText {
  const places = new Map<string, number>()
  const keys: { key: string; at: number }[] = []
  let at = 0

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const skip = () => {
    match(/[ \t\r\n]*/y)
    if (/^\/[/*]/.test(text.slice(at, at + 2))) throw new Mistake(at, 'JSON has no comments: remove this one')
  }
  const ends = (closing: string) => {
    if (at >= text.length) throw new Mistake(at, `the file ends here, and a ${closing} is missing`)
  }
  const string = (): string => {
    const begin = at
    const found = match(STRING)
    if (found !== undefined) return JSON.parse(found)
    const [line = ''] = text.slice(begin).split(/[\r\n]/, 1)
    if (!/^"(?:[^"\\]|\\.)*"/.test(line)) throw new Mistake(begin, 'this text has no closing "')
    throw new Mistake(begin, 'this text holds a \\ or a tab that has no meaning: write \\\\ or \\t')
  }
  const literal = (): unknown => {
    const begin = at
    const number = match(NUMBER)
    if (number !== undefined) return Number(number)
    const word = match(WORD) ?? text.charAt(begin)
    if (LITERALS.has(word)) return LITERALS.get(word)
    if (/^[“”„‘’'`]/.test(word)) throw new Mistake(begin, 'text stands between straight double quotes: "…"')
    const lower = word.toLowerCase()
    const meant = LITERALS.has(lower) ? `: write ${lower}` : ': a text stands between double quotes'
    throw new Mistake(
      begin,
      /^[,:\]}]/.test(word) ? 'a value is missing here' : `${word} is no value${meant}`,
    )
  }

  /** The parts between two brackets; `part` reads one. */
  const list = (closing: string, part: () => void) => {
    at += 1
    skip()
    if (text.charAt(at) === closing) {
      at += 1
      return
    }
    for (;;) {
      ends(closing)
      part()
      skip()
      ends(closing)
      const next = text.charAt(at)
      if (next !== ',' && next !== closing) throw new Mistake(at, 'a comma is missing before this')
      at += 1
      if (next === closing) return
      const comma = at - 1
      skip()
      if (text.charAt(at) === closing)
        throw new Mistake(comma, `there is a comma too many before the ${closing}`)
    }
  }
  const value = (path: readonly string[]): unknown => {
    skip()
    ends('value')
    if (path.length > DEPTH) throw new Mistake(at, 'this is nested too deep')
    places.set(path.join('/'), at)
    const first = text.charAt(at)
    if (first === '"') return string()
    if (first === '[') {
      const items: unknown[] = []
      list(']', () => items.push(value([...path, String(items.length)])))
      return items
    }
    if (first !== '{') return literal()
    const entries: [string, unknown][] = []
    list('}', () => {
      const begin = at
      if (text.charAt(at) !== '"') throw new Mistake(at, 'a key stands between double quotes: "key"')
      const key = string()
      if (path.length === 0) keys.push({ key, at: begin })
      skip()
      if (text.charAt(at) !== ':') throw new Mistake(at, `a colon is missing after "${key}"`)
      at += 1
      entries.push([key, value([...path, key])])
    })
    // As JSON.parse: the last of two counts, and "__proto__" is a key like any other.
    return Object.fromEntries(entries)
  }

  try {
    if (text.startsWith('\uFEFF'))
      throw new Mistake(0, 'an invisible mark stands here: save the file as UTF-8 without a BOM')
    const all = value([])
    skip()
    if (at < text.length) throw new Mistake(at, 'nothing may follow the last bracket')
    return { ok: true, value: all, places, keys }
  } catch (mistake) {
    if (mistake instanceof Mistake) return { ok: false, at: mistake.at, problem: mistake.message }
    throw mistake
  }
}

/** Line and column of a place, both from 1, as editors count them. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
