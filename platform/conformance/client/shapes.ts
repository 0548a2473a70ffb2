import * as v from 'valibot'
import { Code } from '../../../src/contract/codes.ts'
import { ErrorAnswer } from '../../../src/contract/http.ts'
import { Violation } from '../report/findings.ts'
import { type Exchange, formatJson } from './exchange.ts'
import type { Call } from './http.ts'

/** A schema of the contract, and its location. */
export interface Shape<S extends v.GenericSchema = v.GenericSchema> {
  readonly schema: S
  readonly where: string
}

/** `file`: a file of src/contract. */
export const shape = <S extends v.GenericSchema>(file: string, name: string, schema: S): Shape<S> => ({
  schema,
  where: `src/contract/${file}.ts, ${name}`,
})

const REFUSAL = shape('http', 'ErrorAnswer', ErrorAnswer)
const CODES: Readonly<Record<string, number>> = Code

/** An issue in words. For a union, the option that matched furthest counts. */
function describeIssue(issue: v.BaseIssue<unknown>, parent = ''): string[] {
  const path = [parent, v.getDotPath(issue)].filter(Boolean).join('.')
  const deeper = (issue.issues ?? []).filter((part) => part.path?.length)
  if (deeper.length > 0) return deeper.flatMap((part) => describeIssue(part, path))
  const field = path ? `"${path}"` : 'the answer'
  if (issue.input === undefined) return [`${field}, which is missing`]
  const expected = issue.type === 'safe_integer' ? 'a whole number' : (issue.expected ?? issue.message)
  return [`${field}: ${expected}, not ${formatJson(issue.input)}`]
}

const MAX_ISSUES = 5

/** Why `raw` does not match, in words; undefined if it does. */
export function mismatchOf(schema: v.GenericSchema, raw: unknown): string | undefined {
  const read = v.safeParse(schema, raw)
  if (read.success) return undefined
  const issues = read.issues.flatMap((issue) => describeIssue(issue))
  const more = issues.length > MAX_ISSUES ? ` and ${issues.length - MAX_ISSUES} more` : ''
  return `${issues.slice(0, MAX_ISSUES).join('; ')}${more}`
}

/** Parses an answer; throws a Violation that names each invalid field. */
function expectShape<S extends v.GenericSchema>(
  { sent, got, body }: Exchange,
  { schema, where }: Shape<S>,
): v.InferOutput<S> {
  const read = v.safeParse(schema, body)
  if (read.success) return read.output
  const expected = body === undefined ? 'JSON' : mismatchOf(schema, body)
  throw new Violation({ sent, got, ...(expected && { expected }), where })
}

/** Parses the answer of a call that must succeed. */
export function expectAnswer<S extends v.GenericSchema>(call: Call, expected: Shape<S>): v.InferOutput<S> {
  if (call.status < 200 || call.status > 299) {
    throw new Violation({ ...evidence(call), expected: 'a status from 200 to 299', where: expected.where })
  }
  return expectShape(call, expected)
}

const evidence = ({ sent, got }: Exchange) => ({ sent, got })

/** Throws a Violation of an exchange unless `holds`. */
export function expectThat(
  holds: unknown,
  exchange: Exchange,
  expected: string,
  where: string,
): asserts holds {
  if (!holds) throw new Violation({ ...evidence(exchange), expected, where })
}

const nameOf = (code: number) => Object.keys(CODES).find((name) => CODES[name] === code) ?? 'unknown'
const describeCodes = (codes: readonly number[]) =>
  codes.map((code) => `${code} (${nameOf(code)})`).join(' or ')

/**
 * Expects the fields of a refusal. A code other than `codes` needs an ErrorMessage, because the app has no
 * text for it.
 */
function expectRefusalBody(exchange: Exchange, codes: readonly number[]): void {
  const { code, ErrorMessage } = expectShape(exchange, REFUSAL)
  if (typeof code !== 'number')
    throw new Violation({ ...evidence(exchange), expected: 'a "code"', where: REFUSAL.where })
  const isKnown = codes.length === 0 || codes.includes(code)
  expectThat(
    isKnown || ErrorMessage !== '',
    exchange,
    `code ${describeCodes(codes)}, or another one with an ErrorMessage to show`,
    'src/contract/codes.ts',
  )
}

/** Expects a refused call with a code: a status of 400 or more, or exactly `status`. */
export function expectRefusal(call: Call, codes: readonly number[], status?: number): void {
  const isRefused = status === undefined ? call.status >= 400 : call.status === status
  const expected = `status ${status ?? '400 or more'} with code ${describeCodes(codes)}`
  expectThat(isRefused, call, expected, REFUSAL.where)
  expectRefusalBody(call, codes)
}

type Ack = { ok: boolean }
type Accepted<S extends v.GenericSchema> = Extract<v.InferOutput<S>, { ok: true }>

/** Parses an acknowledgement that must say `ok`. */
export function expectAck<S extends v.GenericSchema<unknown, Ack>>(
  exchange: Exchange,
  { schema, where }: Shape<S>,
): Accepted<S> {
  const isRefused = v.is(v.object({ ok: v.literal(false) }), exchange.body)
  expectThat(!isRefused, exchange, 'an acknowledgement with "ok": true', where)
  // The first option of an acknowledgement is the one with `ok`: only its issues matter.
  const [accepted = schema] = (schema as unknown as { options?: v.GenericSchema[] }).options ?? []
  return expectShape(exchange, { schema: accepted, where }) as Accepted<S>
}

/** Expects an acknowledgement with `ok` false and a code; a code that the app does not know needs a text. */
export function expectRefusedAck(exchange: Exchange, codes: readonly number[]): void {
  const isRefused = v.is(v.object({ ok: v.literal(false) }), exchange.body)
  expectThat(isRefused, exchange, `"ok": false with code ${describeCodes(codes)}`, 'src/contract/live.ts')
  expectRefusalBody(exchange, codes)
}
