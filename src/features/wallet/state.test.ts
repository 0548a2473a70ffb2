import { beforeEach, expect, test } from 'vitest'
import { balance, balanceRevision, clearBalance, setBalance } from './state.ts'

beforeEach(clearBalance)

test('an older seq is dropped, whichever message came last', () => {
  setBalance({ balance: 500, seq: 8 })
  setBalance({ balance: 900, seq: 7 })
  expect(balance.value).toBe(500)
  setBalance({ balance: 400, seq: 9 })
  expect(balance.value).toBe(400)
})

test('without seq, a push during a request is newer than its answer', () => {
  const mark = balanceRevision()
  setBalance({ balance: 100 })
  setBalance({ balance: 999 }, mark)
  expect(balance.value).toBe(100)
})

test('without seq, the answer to the later request counts', () => {
  setBalance({ balance: 100 })
  const mark = balanceRevision()
  setBalance({ balance: 200 }, mark)
  expect(balance.value).toBe(200)
})

test('an answer of the previous session is not applied to the next', () => {
  const mark = balanceRevision()
  clearBalance()
  setBalance({ balance: 77 }, mark)
  expect(balance.value).toBeUndefined()
})
