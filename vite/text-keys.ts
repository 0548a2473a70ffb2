/* Which texts the code of a build needs, and which of them each chunk brings. */

export interface Table {
  [name: string]: string | Table
}
export type Keys = ReadonlySet<string>

/** The keys of all texts of a table; a plural text has one for each form. */
function keysOf(table: Table, path = ''): string[] {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'string' ? [path + name] : keysOf(value, `${path}${name}.`),
  )
}

/**
 * The texts of some Turkish keys, as a table. Turkish has one plural form, and every language has that one.
 */
export function pick(table: Table, keys: Keys, path = ''): Table {
  const picked: Table = {}
  for (const [name, value] of Object.entries(table)) {
    const key = path + name
    if (typeof value !== 'string') {
      const inner = pick(value, keys, `${key}.`)
      if (Object.keys(inner).length > 0) picked[name] = inner
    } else if (keys.has(key) || keys.has(key.replace(/\.(zero|one|two|few|many)$/, '.other')))
      picked[name] = value
  }
  return picked
}

/** Reads the keys in a code: literals and templates that begin with the name of a group. */
export class KeyReader {
  readonly keys: readonly string[]
  readonly #literal: RegExp
  readonly #named = new Map<string, readonly string[]>()

  constructor(catalogue: Table) {
    this.keys = keysOf(catalogue)
    const groups = Object.keys(catalogue).join('|')
    this.#literal = new RegExp(`(['"\`])((?:${groups})\\.(?:\\$\\{[^{}\`]*\\}|(?!\\1)[^\\s{}])*)`, 'g')
  }

  literalsIn(code: string): string[] {
    return [...code.matchAll(this.#literal)].map(([, , literal = '']) => literal)
  }

  /** The keys that a literal names: one, or all that fit a template. None when its group is not in it. */
  named(literal: string): readonly string[] {
    let named = this.#named.get(literal)
    if (!named) {
      const parts = literal.split(/\$\{[^{}]*\}/).map((part) => part.replace(/[.$]/g, '\\$&'))
      const pattern = new RegExp(`^${parts.join('[^.]+')}(\\.other)?$`)
      named = literal.startsWith('$') ? [] : this.keys.filter((key) => pattern.test(key))
      this.#named.set(literal, named)
    }
    return named
  }
}

/** A chunk as it is loaded: by a static import before its importer runs, by a dynamic one after that. */
export interface Chunk {
  readonly isEntry: boolean
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
  /** The keys in its code. */
  readonly keys: Keys
}

const NONE: Keys = new Set()
const union = (sets: readonly Keys[]): Keys => new Set(sets.flatMap((set) => [...set]))

/**
 * The keys whose texts each chunk brings, by its file: those in its code that are not already there on every
 * way to it. What a chunk imports at once brings its own. `ofPage`: those that are there before any chunk.
 */
export function keysToBring(chunks: ReadonlyMap<string, Chunk>, ofPage: Keys = NONE): Map<string, Keys> {
  const withImports = (file: string, into = new Set<string>()): Set<string> => {
    const chunk = chunks.get(file)
    if (!chunk || into.has(file)) return into
    into.add(file)
    for (const next of chunk.imports) withImports(next, into)
    return into
  }
  const ofImports = new Map(
    [...chunks.keys()].map((file) => {
      const imports = [...withImports(file)].filter((one) => one !== file)
      return [file, union(imports.map((one) => chunks.get(one)?.keys ?? NONE))]
    }),
  )
  /** What is there before a chunk is requested. It only shrinks, until it fits every importer. */
  const everything = union([...chunks.values()].map(({ keys }) => keys))
  const before = new Map([...chunks].map(([file, { isEntry }]) => [file, isEntry ? ofPage : everything]))
  const there = (file: string) => before.get(file) ?? NONE
  const afterwards = (file: string) =>
    union([there(file), ofImports.get(file) ?? NONE, chunks.get(file)?.keys ?? NONE])
  let isSettled: boolean
  do {
    isSettled = true
    for (const [file, { isEntry }] of chunks) {
      if (isEntry) continue
      const ways = [...chunks].flatMap(([from, { imports, dynamicImports }]) => [
        ...(imports.includes(file) ? [there(from)] : []),
        ...(dynamicImports.includes(file) ? [afterwards(from)] : []),
      ])
      const found = new Set([...there(file)].filter((key) => ways.every((way) => way.has(key))))
      if (found.size === there(file).size) continue
      before.set(file, found)
      isSettled = false
    }
  } while (!isSettled)
  return new Map(
    [...chunks].map(([file, { keys }]) => [
      file,
      new Set([...keys].filter((key) => !there(file).has(key) && !ofImports.get(file)?.has(key))),
    ]),
  )
}
