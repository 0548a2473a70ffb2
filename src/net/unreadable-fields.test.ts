import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { LoadAck } from '../contract/live.ts'
import { TransactionsAnswer } from '../contract/player.ts'
import { logUnreadable, unreadableFields } from './unreadable-fields.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const issuesOf = (schema: v.GenericSchema, raw: unknown) => v.safeParse(schema, raw).issues ?? []

test('each field is logged once, counted each time, without its value', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const row = { id: 1, time: 'x', action: 7, amount: 'secret 12.34' }
  const issues = issuesOf(TransactionsAnswer, { rows: [row, row] })
  logUnreadable('GET /player/transactions', issues)
  logUnreadable('GET /player/transactions', issues)
  const lines = [
    'GET /player/transactions rows[].action: expected (1 | 2 | 3 | 4 | 5 | 6), got number',
    'GET /player/transactions rows[].amount: expected number, got string',
  ]
  expect(warn.mock.calls.flat()).toEqual(lines.map((line) => `reelcast: unreadable: ${line}`))
  expect(unreadableFields()).toEqual({ total: 8, fields: lines.map((line) => [line, 4]) })
  expect(JSON.stringify(warn.mock.calls)).not.toContain('secret')
})

test('an acknowledgement is logged under its own name, a missing field as nothing, an id of a path as {id}', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  logUnreadable('acknowledgement of load', issuesOf(LoadAck, { ok: true, balance: null }))
  logUnreadable('GET /machine/12/rules', issuesOf(v.object({}), 'x'))
  expect(warn.mock.calls.flat().map((line) => line.replace('reelcast: unreadable: ', ''))).toEqual([
    'acknowledgement of load balance: expected number, got null',
    'acknowledgement of load game: expected a value, got nothing',
    'GET /machine/{id}/rules: expected Object, got string',
  ])
})
