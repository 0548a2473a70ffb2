import { expect, test } from 'vitest'
import { Unchecked } from '../report/findings.ts'
import { createAllowance } from './spending-limit.ts'

const started = (total: number, maxStake = total) => {
  const allowance = createAllowance(total, maxStake)
  allowance.begin(10_000)
  return allowance
}
const load = (amount: unknown) => ({ requestId: 'kit-12345678', amount })

test('counts a sent amount as spent until the wallet shows otherwise', () => {
  const allowance = started(500)
  allowance.guard('load', load(300))
  expect(() => allowance.guard('load', load(201))).toThrow('an allowance of 501 cents; 500 are allowed')
  allowance.settle(10_000)
  allowance.guard('load', load(500))
})

test('counts money outside the wallet, including lost stakes', () => {
  const allowance = started(500)
  allowance.settle(9_600)
  allowance.guard('load', load(100))
  allowance.settle(9_600)
  expect(() => allowance.guard('load', load(101))).toThrow(Unchecked)
})

test.each(['900', -900, 899.5, [900]])('assumes the worst for a malformed amount: %j', (amount) => {
  expect(() => started(500).guard('load', load(amount))).toThrow(Unchecked)
})

test('stops a stake above the highest one, and a load before the balance is known', () => {
  const allowance = started(500, 20)
  allowance.guard('spin', { stake: 20 })
  expect(() => allowance.guard('spin', { stake: 21 })).toThrow('21 cents; 20 are allowed')
  expect(() => createAllowance(500, 500).guard('load', load(1))).toThrow('balance is not known')
})

test('a closed allowance permits no load', () => {
  const allowance = started(500)
  allowance.close()
  expect(() => allowance.guard('load', load(1))).toThrow('stopped')
})

test('a win in the wallet does not raise it', () => {
  const allowance = started(500)
  allowance.settle(90_000)
  expect(() => allowance.guard('load', load(501))).toThrow(Unchecked)
})
