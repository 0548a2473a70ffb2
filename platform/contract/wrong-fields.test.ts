import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Amount, Cents } from '../../src/contract/money.ts'
import { readTolerantly } from '../../src/contract/tolerant.ts'
import { OPERATIONS } from './http-operations.ts'
import { SCHEMAS, type SchemaName } from './schemas.ts'
import { SOCKET_PUSHES, SOCKET_REQUESTS } from './socket-messages.ts'

/*
 * Every message that the app reads, with one wrong value after another in each of its fields. The messages
 * are derived from the schemas, so that new fields, calls and events are included.
 */

type Path = readonly (string | number)[]

/** The parts of a valibot schema that this file reads. */
interface Shape {
  readonly type: string
  readonly entries?: Readonly<Record<string, Shape>>
  readonly item?: Shape
  readonly wrapped?: Shape
  readonly options?: readonly (Shape | string | number)[]
  readonly literal?: unknown
  readonly pipe?: unknown
}

/** Valid texts, where the schema permits only some. */
const TEXTS: Readonly<Record<string, string>> = {
  pin_code: 'a'.repeat(64),
  jackpot: '250000,1000',
  secret: 'a'.repeat(43),
}
/** Valid numbers of the fields that do not permit 1: a region lies within its picture. */
const NUMBERS: Readonly<Record<string, number>> = { x: 0, y: 0 }
/** Fields that a derived message cannot have. */
const CHANGES: { readonly [N in SchemaName]?: object } = {
  LinkAnswer: { code: 'ABCD2345', seconds: 60 },
  MachineAnswer: { status: true, code: 20_000 },
  SuccessAnswer: { status: true, code: 20_000 },
}
const isShape = (option: Shape | string | number): option is Shape => typeof option === 'object'
const isAmount = ({ pipe }: Shape) => pipe === Cents.pipe || pipe === Amount.pipe

/** A valid value of the schema with all of its fields. */
function sampleOf(shape: Shape, key = ''): unknown {
  const { type, entries, item, wrapped, options = [], literal } = shape
  if (wrapped) return sampleOf(wrapped, key)
  if (type === 'union') return sampleOf(options.find(isShape) as Shape, key)
  if (entries)
    return Object.fromEntries(Object.entries(entries).map(([name, field]) => [name, sampleOf(field, name)]))
  if (item) return [sampleOf(item, key)]
  if (type === 'picklist') return options[0]
  if (type === 'literal') return literal
  if (type === 'string') return TEXTS[key] ?? 'text'
  if (type === 'record') return {}
  return type === 'boolean' ? false : (NUMBERS[key] ?? 1)
}

interface Field {
  path: Path
  given: unknown
  isAmount: boolean
}

/** The value of a schema, and all fields below it. */
function fieldsOf(shape: Shape, given: unknown, path: Path = []): Field[] {
  if (shape.wrapped) return fieldsOf(shape.wrapped, given, path)
  if (shape.type === 'union') return fieldsOf(shape.options?.find(isShape) as Shape, given, path)
  const below = Object.entries(given && typeof given === 'object' ? given : {}).flatMap(([key, value]) => {
    const inner = Array.isArray(given) ? shape.item : shape.entries?.[key]
    return inner ? fieldsOf(inner, value, [...path, key]) : []
  })
  return [{ path, given, isAmount: isAmount(shape) }, ...below]
}

/** Conversion of this value to a string throws. */
const NO_TEXT = { toString: null, valueOf: null }
const WRONG_TYPES = [undefined, null, true, false, [], {}, [[]], [null], NO_TEXT, [NO_TEXT]]
const WRONG_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1e300, 2 ** 63, 2.5, -1]
const WRONG_TEXTS = ['', ' ', 'W'.repeat(1000), '\u0000', '\ud83c', 'NaN', '66666', '6666,66']
/** No readable amount. */
const WRONG_AMOUNTS = [66_666.66, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 2 ** 63, '66666', [66_666]]

/** A copy of `message` with the value at the path. */
function withValue(message: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy: Record<string | number, unknown> = Array.isArray(message)
    ? ([...message] as never)
    : { ...Object(message) }
  copy[key] = withValue(copy[key], rest, value)
  return copy
}
const valueAt = (message: unknown, path: Path) =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], message)

const READ: readonly SchemaName[] = [
  'ErrorAnswer',
  'Refusal',
  'CheckAnswer',
  ...OPERATIONS.flatMap(({ answer }) => answer ?? []),
  ...SOCKET_REQUESTS.map(({ ack }) => ack),
  ...SOCKET_PUSHES.map(({ payload }) => payload),
]

test.each([...new Set(READ)])('whatever a field of %s holds, what the app reads is valid', (name) => {
  const schema: v.GenericSchema = SCHEMAS[name]
  const sample = sampleOf(schema as never)
  const message = CHANGES[name] ? { ...Object(sample), ...CHANGES[name] } : sample
  expect(v.safeParse(schema, message).issues).toBeUndefined()
  for (const { path, isAmount } of fieldsOf(schema as never, message))
    for (const value of [...WRONG_TYPES, ...WRONG_NUMBERS, ...WRONG_TEXTS, ...WRONG_AMOUNTS]) {
      const read = readTolerantly(schema, withValue(message, path, value))
      if (!read.ok) continue
      expect([path, value, v.safeParse(schema, read.output).issues]).toEqual([path, value, undefined])
      if (isAmount && WRONG_AMOUNTS.includes(value as never))
        expect([path, valueAt(read.output, path)]).not.toEqual([path, value])
    }
})
