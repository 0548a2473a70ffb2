import { expect, test } from 'vitest'
import { parseCommand } from './players-arguments.ts'

test.each([
  [['--help'], { name: 'help' }],
  [['list'], { name: 'list', isCsv: false }],
  [['list', '--csv'], { name: 'list', isCsv: true }],
  [['add', 'deniz'], { name: 'add', player: 'deniz', readsSecret: false }],
  [['add', 'deniz', '--password-stdin'], { name: 'add', player: 'deniz', readsSecret: true }],
  [['password', 'deniz'], { name: 'password', player: 'deniz', readsSecret: false }],
  [['pin', '--pin-stdin', 'deniz'], { name: 'pin', player: 'deniz', readsSecret: true }],
  [['ban', 'deniz'], { name: 'ban', player: 'deniz' }],
  [['unban', 'deniz'], { name: 'unban', player: 'deniz' }],
  [['unlock', 'deniz'], { name: 'unlock', player: 'deniz' }],
  [['max-stake', 'deniz', '2'], { name: 'max-stake', player: 'deniz', maxStake: 200 }],
  [['max-stake', 'deniz', 'none'], { name: 'max-stake', player: 'deniz', maxStake: null }],
  [['import', 'players.csv'], { name: 'import', file: 'players.csv' }],
  [['import', '-'], { name: 'import', file: '-' }],
  [['credit', 'deniz', '50', 'r-1'], { name: 'credit', player: 'deniz', cents: 5000, reference: 'r-1' }],
  [['debit', 'deniz', '0.01', 'r-1'], { name: 'debit', player: 'deniz', cents: 1, reference: 'r-1' }],
])('%j is a command', (args, command) => {
  expect(parseCommand(args)).toEqual(command)
})

test('without a reference each transfer gets a new one', () => {
  const [first, second] = [1, 2].map(() => parseCommand(['credit', 'deniz', '5']))
  expect(first).toMatchObject({ cents: 500, reference: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(second).not.toEqual(first)
})

test.each([
  [[], 'A command is missing.'],
  [['remove', 'deniz'], 'There is no such command.'],
  [['list', 'deniz'], 'The command list takes 0 arguments.'],
  [['add'], 'The command add takes 1 arguments.'],
  [['add', ''], 'The command add takes 1 arguments.'],
  [['add', 'deniz', 'a-password'], 'The command add takes 1 arguments.'],
  [['add', 'deniz', '--password', 'a-password'], 'There is an unknown option.'],
  [['password', 'deniz', '--pin-stdin'], 'The command password does not take this option.'],
  [['pin', 'deniz', '0815'], 'The command pin takes 1 arguments.'],
  [['ban', 'deniz', '--csv'], 'The command ban does not take this option.'],
  [['credit', 'deniz'], 'The command credit takes 2 or 3 arguments.'],
  [['max-stake', 'deniz', '0'], 'The amount is not above zero'],
  [['credit', 'deniz', '0'], 'The amount is not above zero'],
  [['credit', 'deniz', '5.000'], 'The amount is not above zero'],
  [['credit', 'deniz', '12,50'], 'The amount is not above zero'],
  [['credit', 'deniz', '5', 'a reference'], 'A reference has at most 64'],
  [['credit', 'deniz', '5', 'r-1', 'more'], 'The command credit takes 2 or 3 arguments.'],
  [['credit', 'deniz', '5', '--password-stdin'], 'The command credit does not take this option.'],
])('%j is a mistake', (args, words) => {
  const problem = parseCommand(args)
  expect(problem).toContain(words)
  expect(problem).not.toMatch(/a-password|0815/)
})
