import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOCALE_CODES, type Locale } from '../../contract/locales.ts'
import { csv, type Kind } from './csv.ts'

const one = (kind: Kind, value: string | number | null, language: Locale = 'tr') =>
  csv(['x'], [kind], [[value]], language).split('\r\n')[1]

/** Parses a file as a spreadsheet does, independently of the writer. */
function readBack(file: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let text = ''
  let quoted = false
  for (let at = 1; at < file.length; at++) {
    const letter = file[at]
    if (quoted) {
      if (letter !== '"') text += letter
      else if (file[at + 1] === '"') text += file[++at]
      else quoted = false
    } else if (letter === '"' && text === '') quoted = true
    else if (letter === separator || letter === '\r') {
      row.push(text)
      text = ''
      if (letter === '\r') {
        expect(file[++at]).toBe('\n')
        rows.push(row)
        row = []
      }
    } else text += letter
  }
  expect([quoted, text, row]).toEqual([false, '', []])
  return rows
}

test('a file begins with the UTF-8 byte order mark, and every line ends with CR LF', () => {
  expect(csv(['Tarih', 'Tür'], ['text', 'text'], [['a', 'ş']], 'tr')).toBe('\uFEFFTarih;Tür\r\na;ş\r\n')
})

test.each([
  ['tr', 'a;b\r\n"1234,05";"-0,50"\r\n'],
  ['en', 'a,b\r\n1234.05,-0.50\r\n'],
  ['ar', 'a,b\r\n1234.05,-0.50\r\n'],
] as const)('%s has its own separator and decimal mark', (language, text) => {
  expect(csv(['a', 'b'], ['cents', 'cents'], [[123_405, -50]], language).slice(1)).toBe(text)
})

test.each([
  '=1+1',
  '+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\nx',
  ' =1',
  '＝1',
  '-',
  '--1',
  '-1;2',
  '+905551112233',
])('the text %j is escaped so that it is no formula', (text) => {
  const [cell] = readBack(csv(['x'], ['text'], [[text]], 'tr'), ';')[1] ?? []
  expect(cell).toBe(`'${text}`)
})

test.each([['-5'], ['-12,50'], ['-12.50'], ['5'], ['Nar 07'], ['a=b'], ['']])(
  '%j is written verbatim',
  (text) => {
    expect(readBack(csv(['x'], ['text'], [[text]], 'tr'), ';')[1]).toEqual([text])
  },
)

test.each(LOCALE_CODES)('in %s a cell with any separator is quoted, whichever the file has', (language) => {
  for (const separator of [',', ';', '\t'])
    expect(one('text', `a${separator}=1+1`, language)).toBe(`"a${separator}=1+1"`)
})

test('times are local, durations can be summed, and an invalid time stays text', () => {
  const at = new Date(2026, 2, 4, 5, 6, 7).toISOString()
  expect(one('time', at)).toBe('2026-03-04 05:06:07')
  expect(one('time', '=now')).toBe("'=now")
  expect(one('duration', 93_784_000)).toBe('26:03:04')
  expect(one('count', 1200)).toBe('1200')
  expect(one('cents', null)).toBe('')
})

test('random cells are parsed back unchanged, and none begins a formula', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', "'", ' ', '1') }),
  )
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1 }))
  fc.assert(
    fc.property(table, fc.constantFrom(...LOCALE_CODES), (rows, language) => {
      const [head = [], ...body] = rows
      const back = readBack(
        csv(
          head,
          head.map(() => 'text'),
          body,
          language,
        ),
        language === 'tr' ? ';' : ',',
      )
      expect(back.length).toBe(rows.length)
      for (const [at, cells] of back.entries()) {
        for (const [column, cell] of cells.entries()) {
          const given = rows[at]?.[column]
          expect([given, `'${given}`]).toContain(cell)
          if (!/^-?\d+([.,]\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
        }
      }
    }),
  )
})

test('every amount is written to the cent', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const text = one('cents', cents) ?? ''
      expect(text).toMatch(/^"-?\d+,\d\d"$/)
      expect(BigInt(text.replace(/[",]/g, ''))).toBe(BigInt(cents))
    }),
  )
})
