import { CsvError, parse } from 'csv-parse/sync'
import { keysOf, lineAndColumn, parseJson } from '../config/settings/parse-json.ts'

/*
 * The rows of a file of players: CSV with a line of column names, separated by commas or semicolons, or a
 * JSON array of objects with the same names. No error quotes the file, because it may contain passwords.
 */

/** The columns of the file. */
export const PLAYER_FIELDS = [
  'username',
  'password',
  'pin',
  'name',
  'lastname',
  'email',
  'credit',
  'maxStake',
] as const
export type PlayerField = (typeof PLAYER_FIELDS)[number]

export interface FileError {
  /** From 1. */
  readonly line: number
  /** For programs, such as `pin`. */
  readonly code: string
  readonly text: string
}

/** A player in the file, not checked yet. An empty field is missing. */
export type FileRow =
  | { readonly line: number; readonly fields: ReadonlyMap<PlayerField, unknown> }
  | FileError

/** The file has no rows that can be read. */
export class UnreadableFile extends Error {
  readonly error: FileError
  constructor(line: number, code: string, text: string) {
    super(text)
    this.error = { line, code, text }
  }
}

const NAMES = PLAYER_FIELDS.join(', ')
const isField = (name: string): name is PlayerField => PLAYER_FIELDS.some((field) => field === name)

const CSV_PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that opens here is not closed',
  INVALID_OPENING_QUOTE: 'a quote is inside a cell: put the cell between quotes, and double its own',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote: double the quotes that belong to the cell',
}

/** The rows of a file. Throws an UnreadableFile. */
export function readFileRows(bytes: Uint8Array): FileRow[] {
  const text = decode(bytes)
  const rows = /^\s*[[{]/.test(text) ? rowsOfJson(text) : rowsOfCsv(text)
  if (rows.length === 0) throw new UnreadableFile(1, 'empty', 'the file has no players')
  return rows
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile(1, 'not-utf8', 'the file is not UTF-8')
  }
}

function splitCsv(text: string): { cells: string[]; line: number }[] {
  const [head = ''] = text.split(/[\r\n]/, 1)
  const lines: number[] = []
  try {
    const records = parse(text, {
      delimiter: head.includes(';') ? ';' : ',',
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(record, info) {
        lines.push(info.lines)
        return record
      },
    })
    return records.map((cells, at) => ({ cells, line: lines[at] ?? 0 }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(Number(error.lines), 'not-csv', CSV_PROBLEMS[error.code] ?? 'this is no CSV')
  }
}

function rowsOfCsv(text: string): FileRow[] {
  const [head, ...rows] = splitCsv(text)
  const names = head?.cells.map((name) => name.trim()) ?? []
  const columns = names.filter(isField)
  if (columns.length < names.length)
    throw new UnreadableFile(1, 'columns', `the first line names the columns; possible are ${NAMES}`)
  if (new Set(columns).size < columns.length)
    throw new UnreadableFile(1, 'columns', 'the first line names a column twice')
  return rows.map(({ cells, line }) => {
    if (cells.length === columns.length)
      return { line, fields: withoutEmpty(columns.map((name, at) => [name, cells[at]])) }
    const text = `the line has ${cells.length} cells, the first line ${columns.length} columns`
    return { line, code: 'cells', text }
  })
}

const withoutEmpty = (fields: [PlayerField, unknown][]) => new Map(fields.filter(([, value]) => value !== ''))

function rowsOfJson(text: string): FileRow[] {
  const read = parseJson(text)
  if (!read.ok) {
    const { line, column } = lineAndColumn(text, read.offset)
    throw new UnreadableFile(line, 'not-json', `this is no JSON from column ${column} on`)
  }
  const { value, tree } = read
  if (!Array.isArray(value)) throw new UnreadableFile(1, 'not-json', 'the file is no array of players')
  return value.map((player: unknown, at) => {
    const node = tree.children?.[at]
    const { line } = lineAndColumn(text, node?.offset ?? 0)
    if (node?.type !== 'object') return { line, code: 'not-object', text: 'this is no object' }
    const keys = keysOf(node).map(({ key }) => key)
    const fields = keys.filter(isField)
    if (fields.length < keys.length)
      return { line, code: 'unknown-key', text: `the keys of a player are ${NAMES}` }
    if (new Set(keys).size < keys.length) return { line, code: 'repeated-key', text: 'a key is repeated' }
    return { line, fields: withoutEmpty(fields.map((name) => [name, Object(player)[name]])) }
  })
}
