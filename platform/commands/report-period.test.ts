import { expect, test } from 'vitest'
import { readPeriod } from './report-period.ts'

const local = (...parts: [number, number, number]) => new Date(parts[0], parts[1] - 1, parts[2])
const NOW = new Date(2026, 10, 25, 21, 40)

test.each([
  [[], local(2026, 11, 25), local(2026, 11, 26)],
  [['2026-12-31'], local(2026, 12, 31), local(2027, 1, 1)],
  [['2026-11-01', '2026-11-30'], local(2026, 11, 1), local(2026, 12, 1)],
])('%j are whole local days', (days, from, to) => {
  expect(readPeriod(days, NOW)).toEqual({ from, to })
})

test.each([
  [['today']],
  [['2026-2-3']],
  [['2026-02-30']],
  [['2026-13-01']],
  [['2026-11-02', '2026-11-01']],
  [['2026-11-02', 'x']],
  [['']],
])('%j is no period', (days) => {
  expect(readPeriod(days, NOW)).toBeUndefined()
})
