import { expect, test } from 'vitest'
import { loadAmounts } from './load-amounts.ts'

const HOT = [50_000, 500_000, 1_000_000, 5_000_000, 10_000_000]
const amounts = (known: Partial<Parameters<typeof loadAmounts>[0]>) => {
  const { byStake, coins } = loadAmounts({
    stake: 100,
    last: undefined,
    hotCoins: HOT,
    ...known,
  })
  return [byStake.map(({ cents }) => cents), coins.map(({ cents }) => cents)]
}

test.each<[string, Parameters<typeof amounts>[0], number[], number[]]>([
  ['50, 100 and 200 stakes, then the coins', {}, [5_000, 10_000, 20_000], HOT],
  ['the last amount in its place', { last: 7_500 }, [5_000, 7_500, 10_000, 20_000], HOT],
  ['the last amount as a multiple', { last: 10_000 }, [5_000, 10_000, 20_000], HOT],
  ['a last amount that is a coin', { last: 50_000 }, [5_000, 10_000, 20_000, 50_000], HOT.slice(1)],
  ['a machine without a stake', { stake: undefined }, [], HOT],
  ['a coin twice and one of nothing', { hotCoins: [500, 0, 500] }, [5_000, 10_000, 20_000], [500]],
  ['a stake whose multiple is a coin', { stake: 500 }, [25_000, 50_000, 100_000], HOT.slice(1)],
])('%s', (_, known, byStake, coins) => {
  expect(amounts(known)).toEqual([byStake, coins])
})

test('the last amount is named also where it is a multiple, and a coin keeps its colour', () => {
  const { byStake, coins } = loadAmounts({ stake: 100, last: 10_000, hotCoins: HOT.slice(0, 2) })
  expect(byStake.find(({ isLast }) => isLast)).toEqual({ cents: 10_000, stakes: 100, isLast: true })
  expect(loadAmounts({ stake: 500, last: undefined, hotCoins: HOT.slice(0, 2) }).coins).toEqual([
    { cents: 500_000, place: 1 },
  ])
  expect(coins.map(({ place }) => place)).toEqual([0, 1])
})
