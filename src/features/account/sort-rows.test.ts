import { expect, test } from 'vitest'
import type { Value } from './csv.ts'
import { nextSort, sortRows } from './sort-rows.ts'

const sort = (values: readonly Value[], kind: 'text' | 'cents' | 'time', descending: boolean) =>
  sortRows(
    values.map((at) => ({ at })),
    { kind, value: ({ at }) => at },
    descending,
    'tr',
  ).map(({ at }) => at)

test('amounts sort by size, times by date, names by locale and numerically', () => {
  expect(sort([5, -20, 300], 'cents', true)).toEqual([300, 5, -20])
  const times = ['2026-11-21T10:00:00Z', '2026-11-21T12:00:00+03:00']
  expect(sort(times, 'time', false)).toEqual([times[1], times[0]])
  expect(sort(['Zeytin', 'Nar 10', 'Çınar', 'Dere', 'Nar 9'], 'text', false)).toEqual([
    'Çınar',
    'Dere',
    'Nar 9',
    'Nar 10',
    'Zeytin',
  ])
})

test('empty values sort last in both directions', () => {
  expect(sort([undefined, 1, null, 2], 'cents', true).slice(0, 2)).toEqual([2, 1])
  expect(sort([null, 1, '', 2], 'cents', false).slice(0, 2)).toEqual([1, 2])
  expect(sort(['never', '2026-01-01'], 'time', true)).toEqual(['2026-01-01', 'never'])
})

test.each([true, false])('equal rows keep their order (descending: %s)', (descending) => {
  const rows = [5, 5, null, 5, null].map((weight, id) => ({ id, weight }))
  const sorted = sortRows(rows, { kind: 'count', value: ({ weight }) => weight }, descending, 'en')
  expect(sorted.map(({ id }) => id)).toEqual([0, 1, 3, 2, 4])
})

test('the first tap sorts descending, text ascending; the second reverses', () => {
  const start = { by: 'time', descending: true }
  expect(nextSort(start, 'amount', 'cents')).toEqual({ by: 'amount', descending: true })
  expect(nextSort(start, 'machine', 'text')).toEqual({ by: 'machine', descending: false })
  expect(nextSort(start, 'time', 'time')).toEqual({ by: 'time', descending: false })
})
