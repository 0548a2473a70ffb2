import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { oldBy, REPORT_FILE, readResults, renderReport, SECTIONS } from './report.ts'
import { formatFigure, markdownTable, quantile, summarize } from './table.ts'

test('docs/benchmarks.md is generated from results.json: "npm run bench -- --report" writes it', () => {
  expect(readFileSync(REPORT_FILE, 'utf8')).toBe(renderReport(readResults()))
})

test('every stored table has a section, and every section a stored table', () => {
  expect(Object.keys(readResults()).sort()).toEqual([...SECTIONS].sort())
})

test('a section is old, and marked as such, more than 150 commits before the newest', () => {
  const stored = { title: '', note: '', head: [''], rows: [], measured: '', machine: '', commit: '' }
  const aged = (age: number) => ({
    bytes: { ...stored, commits: 1000 },
    tap: { ...stored, commits: 1000 - age },
  })
  expect([oldBy('tap', aged(150)), oldBy('tap', aged(151))]).toEqual([undefined, 151])
  expect(renderReport(aged(150))).not.toContain('Old:')
  expect(renderReport(aged(151)).match(/Old: 151 commits/g)).toHaveLength(1)
})

test('a figure has a median, the lowest and the highest value', () => {
  expect(formatFigure(summarize([3, 1, 2]))).toBe('2 (1–3)')
  expect(formatFigure(summarize([1, 2]), 1)).toBe('1.5 (1.0–2.0)')
  expect(formatFigure(summarize([5.2, 5.3]))).toBe('5')
  expect(() => summarize([])).toThrow('at least one run')
})

test('the 95th percentile of 1 to 100 is 96, the median 51', () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1)
  expect([quantile(values, 0.95), quantile(values, 0.5)]).toEqual([96, 51])
})

test('a Markdown table has padded columns, also under an empty head', () => {
  const table = markdownTable({ head: ['', 'ms'], rows: [['login', '12']] })
  expect(table).toBe('|       | ms  |\n| ----- | --- |\n| login | 12  |\n')
})
