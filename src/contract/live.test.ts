import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Capabilities, InfoPush, JackpotPush, LoadRequest, MachinePush, SpinAck } from './live.ts'

test('a single machine change and a list parse to the same', () => {
  const one = { id: 7, status: 'playing' }
  expect(v.parse(MachinePush, one)).toEqual([{ id: '7', status: 'playing' }])
  expect(v.parse(MachinePush, [one])).toEqual([{ id: '7', status: 'playing' }])
})

test('a single jackpot and a list parse to the same', () => {
  const one = { id: 7, jackpot: '100,20' }
  expect(v.parse(JackpotPush, one)).toEqual([{ id: '7', jackpot: '100,20' }])
  expect(v.parse(JackpotPush, [one, one])).toHaveLength(2)
  expect(v.safeParse(JackpotPush, { id: 7 }).success).toBe(false)
})

test('an unknown status parses to unknown', () => {
  expect(v.parse(MachinePush, { id: 'a', status: 'on fire' })).toEqual([{ id: 'a', status: 'unknown' }])
})

test('an unknown action parses to none', () => {
  expect(v.parse(InfoPush, { code: 1, action: 'format c:' })).toMatchObject({ action: 'none', params: {} })
})

test.each([0, -5, 1.5, Number.NaN, 2 ** 60, '100', null])('%s is not a valid amount', (amount) => {
  expect(v.safeParse(LoadRequest, { requestId: 'abcdefgh', amount }).success).toBe(false)
})

test('a refusal parses with its code even if other fields are missing', () => {
  expect(v.parse(SpinAck, { ok: false, code: 60005 })).toEqual({
    ok: false,
    code: 60005,
    ErrorMessage: '',
    params: {},
  })
})

test('an unannounced button is absent', () => {
  expect(v.parse(Capabilities, {})).toEqual({ buttons: [], stakes: [], transfer: false })
})
