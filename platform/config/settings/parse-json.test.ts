import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysOf, lineAndColumn, offsetAt, parseJson } from './parse-json.ts'

test('returns the value that JSON.parse returns', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent)
      expect(parseJson(written)).toMatchObject({ ok: true, value: JSON.parse(written) })
    }),
    { seed: 1 },
  )
})

test('accepts exactly what JSON.parse accepts', () => {
  const piece = fc.constantFrom(
    ...'{}[],:"\\ \n\t',
    '"a"',
    '"a":',
    '1',
    '-',
    '0',
    '.5',
    'e3',
    'true',
    'null',
    'x',
    '//',
    '\u0001',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
      (text) => {
        let parsed: { value: unknown } | undefined
        try {
          parsed = { value: JSON.parse(text) }
        } catch {}
        const read = parseJson(text)
        expect(read.ok).toBe(parsed !== undefined)
        if (read.ok) expect(read.value).toEqual(parsed?.value)
      },
    ),
    { seed: 1, numRuns: 5000 },
  )
})

test('finds each value and each outermost key', () => {
  const text = '{\n  "a": [1, {"b": 2}],\n  "c": true\n}'
  const read = parseJson(text)
  if (!read.ok) throw new Error(read.problem)
  const position = (path: string) => lineAndColumn(text, offsetAt(read.tree, path.split('/')))
  expect(position('a/1/b')).toEqual({ line: 2, column: 18 })
  expect(position('c')).toEqual({ line: 3, column: 8 })
  expect(keysOf(read.tree).map(({ key, offset }) => [key, lineAndColumn(text, offset)])).toEqual([
    ['a', { line: 2, column: 3 }],
    ['c', { line: 3, column: 3 }],
  ])
})

test('locates the last value of a repeated key, and the parent of a missing one', () => {
  const read = parseJson('{"a": 1, "a": {"b": 2}}')
  if (!read.ok) throw new Error(read.problem)
  expect(offsetAt(read.tree, ['a'])).toBe(14)
  expect(offsetAt(read.tree, ['a', 'c'])).toBe(14)
})

test.each([
  ['{"a": 1,}', '1:8', 'remove the comma before the }'],
  ['{"a": 1\n "b": 2}', '2:2', 'a comma is missing before this'],
  ['{a: 1}', '1:2', 'a key needs double quotes'],
  ['{"a" 1}', '1:6', 'a colon is missing after "a"'],
  ['{"a": }', '1:7', 'a value is missing here'],
  ['{"a": \'x\'}', '1:7', 'a text needs straight double quotes'],
  ['{"a": “x”}', '1:7', 'a text needs straight double quotes'],
  ['{"a": True}', '1:7', 'True is not a value: write true'],
  ['{"a": yes}', '1:7', 'yes is not a value: a text needs double quotes'],
  ['{"a": 007}', '1:7', '007 is not a value'],
  ['{"a": "x\n}', '1:7', 'no closing "'],
  ['{"a": "c:\\data"}', '1:7', 'an invalid \\ or a tab'],
  ['{\n // why\n "a": 1}', '2:2', 'no comments'],
  ['{"a": 1', '1:8', 'the file ends here, and a } is missing'],
  ['', '1:1', 'the file ends here'],
  ['{} {}', '1:4', 'nothing may follow'],
  ['\uFEFF{}', '1:1', 'UTF-8 without a BOM'],
  ['['.repeat(5000), '1:102', 'nested too deep'],
  ['[1,]', '1:3', 'remove the comma before the ]'],
  ['{,}', '1:2', 'a key needs double quotes'],
  ['{"a": 1.}', '1:7', '1. is not a value'],
])('%j is rejected with its position and the reason', (text, position, problem) => {
  const read = parseJson(text)
  if (read.ok) throw new Error('it was accepted')
  const { line, column } = lineAndColumn(text, read.offset)
  expect(`${line}:${column}`).toBe(position)
  expect(read.problem).toContain(problem)
})
