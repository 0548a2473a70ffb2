import { expect, test } from 'vitest'
import { csvTable, textTable } from './table.ts'

const COLUMNS = [{ head: 'name' }, { head: 'amount', isNumber: true }, { head: 'note' }]

test('columns are as wide as their widest cell, and numbers end below each other', () => {
  const rows = [
    ['Zeynep 🎰', '5.00', ''],
    ['Can', '12345.00', 'seen'],
  ]
  expect(textTable(COLUMNS, rows).split('\n')).toEqual([
    'name        amount  note',
    'Zeynep 🎰      5.00',
    'Can       12345.00  seen',
  ])
})

test('CSV quotes what would end a cell, and starts no formula', () => {
  expect(csvTable(COLUMNS, [['a, "b"', '-5.00', '=1+1']])).toBe(`name,amount,note\n"a, ""b""",-5.00,'=1+1`)
})
