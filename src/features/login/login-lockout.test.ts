import { expect, test } from 'vitest'
import type { Params } from '../../contract/http.ts'
import { failed } from '../../contract/result.ts'
import { lockoutSeconds } from './login-lockout.tsx'

function seconds(code: number, params: Params): number {
  const result = failed('refused', { code, params })
  return result.ok ? Number.NaN : lockoutSeconds(result.error)
}

test.each<[number, Params, number]>([
  [10702, { block_time: 15 }, 900],
  [10702, { block_time: '15' }, 900],
  [10702, { block_time: 15, seconds: 61 }, 61],
  [10702, { seconds: 0.2 }, 1],
  [10700, { left_count: 0, block_time: 15 }, 900],
  [10700, { left_count: '0', block_time: 15 }, 900],
  [10700, { left_count: 1, block_time: 15 }, 0],
  [10700, { block_time: 15 }, 0],
  [10700, { left_count: '', block_time: 15 }, 0],
  [10702, {}, 0],
  [10702, { block_time: 'soon' }, 0],
  [10702, { block_time: -1 }, 0],
  [10702, { seconds: Number.POSITIVE_INFINITY }, 0],
  [10702, { block_time: Number.POSITIVE_INFINITY }, 0],
  [10701, { left_count: 0, block_time: 15 }, 0],
  [10704, { seconds: 60 }, 0],
])('%i with %j blocks for %i s', (code, params, expected) => {
  expect(seconds(code, params)).toBe(expected)
})
