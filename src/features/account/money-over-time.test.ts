import { expect, test } from 'vitest'
import type { Transaction } from '../../contract/player.ts'
import { moneyOverTime } from './money-over-time.ts'

const row = (id: number, over: Partial<Transaction>): Transaction => ({
  id: `${id}`,
  time: new Date(id * 1000).toISOString(),
  amount: 0,
  ...over,
})

test('a load is no loss; a win or a loss shows at the cash-out', () => {
  const rows = [
    row(1, { action: 1, amount: 10_000, balance: 10_000 }),
    row(2, { action: 3, amount: -4_000, balance: 6_000 }),
    row(3, { action: 3, amount: -1_000, balance: 5_000 }),
    row(4, { action: 4, amount: 3_500, balance: 8_500 }),
    row(5, { action: 3, amount: -8_500, balance: 0 }),
    row(6, { action: 1, amount: 2_500, balance: 2_500 }),
    row(7, { action: 4, amount: 20_000, balance: 22_500 }),
  ]
  expect(moneyOverTime(rows).map(({ value }) => value)).toEqual([
    10_000, 10_000, 10_000, 8_500, 8_500, 11_000, 22_500,
  ])
})

test('a load that the machine gave back leaves the credit of the loads before it', () => {
  const rows = [
    row(1, { action: 3, amount: -4_000, balance: 6_000 }),
    row(2, { action: 3, amount: -1_000, balance: 5_000 }),
    row(3, { action: 4, amount: 1_000, balance: 6_000, tag: 'returned' }),
    row(4, { action: 4, amount: 4_500, balance: 10_500 }),
  ]
  expect(moneyOverTime(rows).map(({ value }) => value)).toEqual([10_000, 10_000, 10_000, 10_500])
})

test('rows without a balance or a time are no points, and a load among them counts', () => {
  const rows = [
    row(1, { action: 3, amount: -500 }),
    row(2, { time: 'never', action: 1, amount: 1, balance: 1 }),
    row(3, { action: 1, amount: 100, balance: 900 }),
  ]
  expect(moneyOverTime(rows)).toEqual([{ at: 3000, value: 1400 }])
})
