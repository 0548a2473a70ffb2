import { type PGlite, parse, protocol, types } from '@electric-sql/pglite'
import { safeInteger } from './safe-integer.ts'

/*
 * PGlite parses and plans a statement each time it is asked, which is two thirds of what a statement of the
 * ledger costs. Here each text is prepared once; after that it is bound and executed in one message.
 */

const { serialize } = protocol
/** Texts that are kept prepared; lists of different lengths make different texts. */
const MAX_PREPARED = 400
const PARSERS = { ...types.parsers, [types.INT8]: safeInteger }

interface Rows<R> {
  readonly rows: R[]
  readonly affectedRows: number
}

/** A parameter as PostgreSQL reads it in text; undefined for what only PGlite itself knows how to write. */
function toText(value: unknown): string | null | undefined {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  return value instanceof Date ? value.toISOString() : undefined
}

export type Run = <R>(text: string, parameters: readonly unknown[]) => Promise<Rows<R>>

/** Answers a function that runs a statement with its parameters, prepared where that is possible. */
export function createStatementRunner(pglite: PGlite): Run {
  const prepared = new Map<string, string>()

  async function unprepared<R>(text: string, parameters: readonly unknown[]): Promise<Rows<R>> {
    const { rows, affectedRows = 0 } = await pglite.query<R>(text, [...parameters])
    return { rows, affectedRows }
  }

  async function prepare(text: string): Promise<string> {
    const name = `s${prepared.size}`
    await pglite.execProtocol(Buffer.concat([serialize.parse({ name, text }), serialize.sync()]))
    prepared.set(text, name)
    return name
  }

  return async <R>(text: string, parameters: readonly unknown[]): Promise<Rows<R>> => {
    const values = parameters.map(toText)
    const known = prepared.get(text)
    if (values.includes(undefined) || (known === undefined && prepared.size >= MAX_PREPARED)) {
      return unprepared<R>(text, parameters)
    }
    const statement = known ?? (await prepare(text))
    const messages = [
      serialize.bind({ statement, values: values.map((value) => value ?? null) }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ]
    const answer = await pglite.execProtocol(Buffer.concat(messages))
    const [result] = parse.parseResults(answer.messages, PARSERS)
    // The caller names the rows' type, as with every query of this layer.
    return { rows: (result?.rows ?? []) as R[], affectedRows: result?.affectedRows ?? 0 }
  }
}
