import { type PGlite, parse, protocol, types } from '@electric-sql/pglite'
import { safeInteger } from './safe-integer.ts'

/*
 * PGlite parses and plans a statement at each call, two thirds of the cost of a ledger statement. Here each
 * text is prepared once, then bound and executed in one message.
 */

const { serialize } = protocol
/** Lists of different lengths make different statements. */
const MAX_PREPARED = 400
const PARSERS = { ...types.parsers, [types.INT8]: safeInteger }

interface Rows<R> {
  readonly rows: R[]
  readonly affectedRows: number
}

/** A parameter in PostgreSQL's text format; undefined for types that only PGlite serializes. */
function toText(value: unknown): string | null | undefined {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  return value instanceof Date ? value.toISOString() : undefined
}

export type RunStatement = <R>(text: string, parameters: readonly unknown[]) => Promise<Rows<R>>

/** Returns a function that runs a statement, prepared where possible. */
export function createStatementRunner(pglite: PGlite): RunStatement {
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
    const name = prepared.get(text)
    if (values.includes(undefined) || (name === undefined && prepared.size >= MAX_PREPARED)) {
      return unprepared<R>(text, parameters)
    }
    const statement = name ?? (await prepare(text))
    const messages = [
      serialize.bind({ statement, values: values.map((value) => value ?? null) }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ]
    const answer = await pglite.execProtocol(Buffer.concat(messages))
    const [result] = parse.parseResults(answer.messages, PARSERS)
    // The caller declares the row type.
    return { rows: (result?.rows ?? []) as R[], affectedRows: result?.affectedRows ?? 0 }
  }
}
