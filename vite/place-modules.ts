/** A file that the browser downloads: these modules, and what they import. */
export interface Chunk {
  readonly name: string
  readonly entries: readonly string[]
  /** The chunks that a page has when it requests this one, with all that those come after in turn. */
  readonly after: readonly string[]
}

/** What a module imports: at once, and by `import()`. */
export interface Imports {
  readonly now: readonly string[]
  readonly later: readonly string[]
}

/**
 * The chunk of each module: the last in the table that all chunks which import the module are or come after.
 * A module that only `import()` names, and no row, is a chunk of its own, by its id. It comes after what all
 * its importers come after.
 */
export function placeModules(
  chunks: readonly Chunk[],
  graph: ReadonlyMap<string, Imports>,
): ReadonlyMap<string, string> {
  /** Each chunk, and all that it comes after. */
  const had = new Map<string, ReadonlySet<string>>()
  for (const { name, after } of chunks)
    had.set(name, new Set([...after.flatMap((one) => [...(had.get(one) ?? [])]), name]))
  const placed = new Map(chunks.flatMap(({ name, entries }) => entries.map((id) => [id, name] as const)))
  const isEntry = new Set(placed.keys())
  const rows = chunks.map(({ name }) => name)
  const last = (names: ReadonlySet<string>) => rows.findLast((name) => names.has(name))

  /** The chunks that a module may lie in: each importer that gets a place leaves fewer. */
  const open = new Map<string, ReadonlySet<string>>()
  const narrow = (id: string, importer: string) => {
    const before = open.get(id)
    const names = had.get(placed.get(importer) ?? '') ?? new Set()
    open.set(id, before ? new Set([...before].filter((name) => names.has(name))) : names)
    return open.get(id)?.size !== before?.size
  }
  const waiting = [...isEntry]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    for (const next of graph.get(id)?.now ?? []) {
      if (isEntry.has(next) || !narrow(next, id)) continue
      const names = open.get(next) ?? new Set()
      const own = [...names].find((name) => !rows.includes(name))
      const chunk = own ?? last(names)
      if (!chunk) throw new Error(`${next} is imported by chunks that come after no common one`)
      placed.set(next, chunk)
      waiting.push(next)
    }
    for (const next of graph.get(id)?.later ?? []) {
      if (isEntry.has(next) && placed.get(next) !== next) continue
      if (!narrow(next, id)) continue
      const names = [...(open.get(next) ?? [])].filter((name) => rows.includes(name))
      had.set(next, new Set([...names, next]))
      placed.set(next, next)
      isEntry.add(next)
      waiting.push(next)
    }
  }
  return placed
}
