import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { ErrorAnswer } from '../../src/contract/http.ts'
import { withOk } from '../../src/contract/live.ts'
import { readTolerantly } from '../../src/contract/tolerant.ts'
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

/** What every browser reads of ISO 8601. Without a zone it is another moment on each device. */
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Whether a value is a time of the contract: a moment that the app can read. */
export const isTime = (value: unknown): value is string =>
  typeof value === 'string' && ISO_8601.test(value) && !Number.isNaN(Date.parse(value))

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

const { success, badSignature, banned, tokenExpired, ipNotPermitted } = Code
/** The codes that make the app log the player out. */
const ENDING: readonly number[] = [badSignature, banned, tokenExpired, ipNotPermitted]
/** Whether the app has a text for a refusal with this code. */
const isKnown = (code: number) => code !== success && Object.values(CODES).includes(code)

/**
 * Expects the fields of a refusal. The app shows its own text for every code of the contract; a refusal
 * without one needs an ErrorMessage.
 */
function expectRefusalBody(exchange: Exchange, codes: readonly number[]): void {
  const { code, ErrorMessage } = expectShape(exchange, REFUSAL)
  const expected = `a "code" such as ${describeCodes(codes)}, or an "ErrorMessage" to show`
  const fail = (words: string, rule: string) => {
    throw new Violation({ ...evidence(exchange), expected: words, where: 'src/contract/codes.ts' }, rule)
  }
  if (typeof code === 'number' && codes.includes(code)) return
  if (typeof code === 'number' && ENDING.includes(code))
    fail(`${expected}; with code ${code} the app logs the player out`, `code ${code}`)
  if (!(typeof code === 'number' && isKnown(code)) && ErrorMessage === '') fail(expected, 'no reason')
}

/**
 * Expects a refused call, with a status of 400 or more. 404 alone is reason enough. 401 logs the player out,
 * so that only a login may be refused with it.
 */
export function expectRefusal(call: Call, codes: readonly number[], isLogin = false): void {
  expectThat(call.status >= 400, call, `status 400 or more with code ${describeCodes(codes)}`, REFUSAL.where)
  const keepsLogin = isLogin || call.status !== 401
  expectThat(
    keepsLogin,
    call,
    'another status than 401, with which the app logs the player out',
    REFUSAL.where,
  )
  if (call.status !== 404) expectRefusalBody(call, codes)
}

type Ack = { ok: boolean }
type Accepted<S extends v.GenericSchema> = Extract<v.InferOutput<S>, { ok: true }>

/** The first option of an acknowledgement's schema, which describes an accepted request. */
const acceptedOf = (schema: v.GenericSchema): v.GenericSchema =>
  (schema as unknown as { options?: v.GenericSchema[] }).options?.[0] ?? schema
/** With the field `ok` of a server that does not know it. One that is no boolean stays, and is named. */
const read = (exchange: Exchange): Exchange =>
  'ok' in Object(exchange.body) ? exchange : { ...exchange, body: withOk(exchange.body) }

/** Whether an acknowledgement is a refusal. */
export const isRefused = (exchange: Exchange) =>
  v.is(v.object({ ok: v.literal(false) }), withOk(exchange.body))

/** Parses an acknowledgement that must not be a refusal. */
export function expectAck<S extends v.GenericSchema<unknown, Ack>>(
  exchange: Exchange,
  { schema, where }: Shape<S>,
): Accepted<S> {
  expectThat(!isRefused(exchange), exchange, 'an acknowledgement with "ok": true', where)
  return expectShape(read(exchange), { schema: acceptedOf(schema), where }) as Accepted<S>
}

/** What the app uses of an acknowledgement; undefined if that is a refusal or unreadable. */
export function usableAck<S extends v.GenericSchema<unknown, Ack>>(
  exchange: Exchange,
  { schema }: Shape<S>,
): Accepted<S> | undefined {
  if (isRefused(exchange)) return undefined
  const usable = readTolerantly(acceptedOf(schema), withOk(exchange.body))
  return usable.ok ? (usable.output as Accepted<S>) : undefined
}

/** Expects a refused request. `rule`: of the violation, as in `Violation`. */
export function expectRefusedAck(exchange: Exchange, codes: readonly number[], rule?: string): void {
  const expected = `"ok": false with code ${describeCodes(codes)}`
  if (!isRefused(exchange))
    throw new Violation({ ...evidence(exchange), expected, where: 'src/contract/live.ts' }, rule)
  expectRefusalBody(exchange, codes)
}
