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
  ['{"a": 1,}', '1:9', 'property name expected'],
  ['{"a": 1\n "b": 2}', '2:2', 'comma expected'],
  ['{"a": "x\n}', '1:7', 'unexpected end of string'],
  ['{\n // why\n "a": 1}', '2:2', 'invalid comment token'],
  ['{"a": 1', '1:8', 'close brace expected'],
  ['', '1:1', 'value expected'],
  ['\uFEFF{}', '1:1', 'UTF-8 without a BOM'],
  ['['.repeat(5000), '1:102', 'nested too deep'],
])('%j is rejected with its position and the reason', (text, position, problem) => {
  const read = parseJson(text)
  if (read.ok) throw new Error('it was accepted')
  const { line, column } = lineAndColumn(text, read.offset)
  expect(`${line}:${column}`).toBe(position)
  expect(read.problem).toContain(problem)
})
