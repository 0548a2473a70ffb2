import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { BalanceAnswer } from '../../src/contract/http.ts'
import { LoadAck } from '../../src/contract/live.ts'
import { Violation } from '../report/findings.ts'
import { type Exchange, formatJson } from './exchange.ts'
import { request } from './http.ts'
import { expectAck, expectRefusedAck, isTime, mismatchOf, shape } from './shapes.ts'

const kit = fileURLToPath(new URL('..', import.meta.url))
const sources = readdirSync(kit, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/test/.test(file))
  .map((file) => readFileSync(`${kit}/${file}`, 'utf8'))
/** Every reference of the report to a schema: file and name. */
const references = sources.flatMap((source) => [
  ...source.matchAll(/src\/contract\/([\w-]+)\.ts, (\w+)/g),
  ...source.matchAll(/shape\('([\w-]+)', '(\w+)'/g),
])

test.each([...new Set(references.map(([, file, name]) => `${file} ${name}`))])(
  'the contract contains %s, which findings refer to',
  async (reference) => {
    const [file, name = ''] = reference.split(' ')
    expect(await import(`../../src/contract/${file}.ts`)).toHaveProperty(name)
  },
)

const exchange = (body: unknown): Exchange => ({ sent: 'load', got: JSON.stringify(body), body })
const LOAD = shape('live', 'LoadAck', LoadAck)

test.each([
  '2026-01-31T10:00Z',
  '2026-01-31T10:00:00Z',
  '2026-01-31T10:00:00.5Z',
  '2026-01-31T10:00:00.123456+03:00',
])('%s is a time', (time) => {
  expect([isTime(time), Number.isNaN(Date.parse(time))]).toEqual([true, false])
})

test.each([
  '2026-01-31',
  '2026-01-31T10:00:00',
  '2026-01-31T10:00:00,5Z',
  '2026-01-31T10:00:00+01',
  '2026-01-31T10:00:00+0100',
  '2026-13-31T10:00:00Z',
  '2026-01-31T25:00:00Z',
  'yesterday',
  1_700_000_000,
  null,
])('%s is no time that every browser reads as the same moment', (time) => {
  expect(isTime(time)).toBe(false)
})

/** The expected value in the report. */
function expectedOf(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof Violation) return error.evidence.expected
    throw error
  }
  return undefined
}

describe('a mismatch names the field, the expected and the received value', () => {
  test.each([
    [BalanceAnswer, { balance: '7' }, '"balance": number, not "7"'],
    [BalanceAnswer, {}, '"balance", which is missing'],
    [v.array(BalanceAnswer), [{ balance: 7 }, { balance: 1.5 }], '"1.balance": a whole number, not 1.5'],
  ])('%#', (schema, raw, words) => {
    expect(mismatchOf(schema, raw)).toBe(words)
  })
})

test('an acknowledgement is matched by its own kind: issues of the other option are omitted', () => {
  expect(expectedOf(() => expectAck(exchange({ ok: true, balance: 1 }), LOAD))).toBe(
    '"game", which is missing',
  )
  expect(expectedOf(() => expectAck(exchange({ ok: false, code: 60004 }), LOAD))).toContain('"ok": true')
  expect(expectedOf(() => expectAck(exchange({ ok: 'yes' }), LOAD))).toMatch(/^"ok": true, not "yes"/)
})

test('a refusal needs a code that the app knows and that keeps the login, or a text', () => {
  const refusal = (body: unknown) => expectedOf(() => expectRefusedAck(exchange(body), [60_004]))
  expect(refusal({ ok: false, code: 60_004 })).toBeUndefined()
  expect(refusal({ ok: false, code: 4711, ErrorMessage: 'No.' })).toBeUndefined()
  expect(refusal({ ok: false, code: 60_005, ErrorMessage: '' })).toBeUndefined()
  expect(refusal({ ok: false, ErrorMessage: 'No.' })).toBeUndefined()
  expect(refusal({ status: false, code: 60_005 })).toBeUndefined()
  expect(refusal({ ok: false })).toContain('a "code" such as 60004 (balanceTooLow), or an "ErrorMessage"')
  expect(refusal({ ok: false, code: 10, ErrorMessage: 'No.' })).toContain('logs the player out')
  expect(refusal({ ok: false, code: 4711 })).toContain('60004 (balanceTooLow)')
  expect(refusal({ ok: false, code: '60004' })).toBe('"code": number, not "60004"')
  expect(refusal({ ok: true })).toContain('"ok": false')
})

test("the report has no token of a picture's address, neither sent nor got", async () => {
  const url = 'https://pictures.example/whep/7?lang=tr&access_token=geheim&Token=geheim'
  expect(formatJson({ video: { type: 'screen', url } })).toBe(
    '{"video":{"type":"screen","url":"https://pictures.example/whep/7?lang=tr&access_token=…&Token=…"}}',
  )
  vi.stubGlobal('fetch', async () => new Response(`Not found: ${url}`, { status: 404 }))
  const { sent, got } = await request('POST', url)
  vi.unstubAllGlobals()
  expect(sent).toBe('POST /whep/7?lang=tr&access_token=…&Token=…')
  expect(got).toBe('404 Not found: https://pictures.example/whep/7?lang=tr&access_token=…&Token=…')
})
