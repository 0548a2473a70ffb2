import { expect, test } from 'vitest'
import { parseCommand } from './command-line.ts'

test.each([
  [['add', 'deniz'], { name: 'add', player: 'deniz', readsPassword: false }],
  [['add', 'deniz', '--password-stdin'], { name: 'add', player: 'deniz', readsPassword: true }],
  [['credit', 'deniz', '5000', 'r-1'], { name: 'credit', player: 'deniz', cents: 5000, reference: 'r-1' }],
  [['debit', 'deniz', '1', 'r-1'], { name: 'debit', player: 'deniz', cents: 1, reference: 'r-1' }],
])('%j is a command', (args, command) => {
  expect(parseCommand(args)).toEqual(command)
})

test('without a reference each transfer gets a new one', () => {
  const [first, second] = [1, 2].map(() => parseCommand(['credit', 'deniz', '5']))
  expect(first).toMatchObject({ cents: 5, reference: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(second).not.toEqual(first)
})

test.each([
  [[]],
  [['add']],
  [['add', '']],
  [['remove', 'deniz']],
  [['add', 'deniz', 'a-password']],
  [['add', 'deniz', '--password', 'a-password']],
  [['credit', 'deniz']],
  [['credit', 'deniz', '0']],
  [['credit', 'deniz', '-5']],
  [['credit', 'deniz', '12.50']],
  [['credit', 'deniz', '1'.repeat(16)]],
  [['credit', 'deniz', '5', 'a reference']],
  [['credit', 'deniz', '5', 'r-1', 'more']],
  [['credit', 'deniz', '5', '--password-stdin']],
])('%j is a mistake', (args) => {
  expect(parseCommand(args)).toBeUndefined()
})
