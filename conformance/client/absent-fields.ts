import type * as v from 'valibot'
import type { Recorder } from '../report/findings.ts'

/** The parts of a valibot schema that the walk reads. */
interface Node {
  readonly type: string
  readonly wrapped?: Node
  readonly entries?: Readonly<Record<string, Node>>
  readonly item?: Node
  readonly options?: readonly Node[]
}

const OPTIONAL = new Set(['optional', 'exact_optional', 'nullish', 'nullable', 'undefinedable'])

const asNode = (schema: v.GenericSchema): Node => schema as Node
export const isRecord = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null

function walk(node: Node, raw: unknown, path: string, add: (path: string) => void): void {
  if (node.wrapped && OPTIONAL.has(node.type)) {
    walk(node.wrapped, raw, path, add)
    return
  }
  if (Array.isArray(raw)) {
    const item = node.item ?? node.options?.find(({ type }) => type === 'array')?.item
    if (item) for (const part of raw) walk(item, part, `${path}[]`, add)
    return
  }
  if (!isRecord(raw)) return
  for (const [key, entry] of Object.entries(node.entries ?? {})) {
    const at = path ? `${path}.${key}` : key
    const value = raw[key]
    if (value === undefined || value === null) {
      if (OPTIONAL.has(entry.type)) add(at)
    } else walk(entry, value, at, add)
  }
}

/** The optional fields that an answer omits or sends as null, each once: `machines[].still`. */
export function absentFields(schema: v.GenericSchema, raw: unknown): string[] {
  const found = new Set<string>()
  walk(asNode(schema), raw, '', (path) => found.add(path))
  return [...found]
}

/** Records the optional fields that an answer omits. */
export function noteAbsent(recorder: Recorder, title: string, schema: v.GenericSchema, raw: unknown): void {
  const missing = absentFields(schema, raw)
  if (missing.length > 0) recorder.absent(title, `Without ${missing.join(', ')}.`)
}
