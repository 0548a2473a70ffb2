import { beforeEach, expect, test } from 'vitest'
import { balance, balanceMark, clearBalance, setBalance } from './state.ts'

beforeEach(clearBalance)

test('an older seq is dropped, even if its message arrives last', () => {
  setBalance({ balance: 500, seq: 8 })
  setBalance({ balance: 900, seq: 7 })
  expect(balance.value).toBe(500)
  setBalance({ balance: 400, seq: 9 })
  expect(balance.value).toBe(400)
})

test('without seq, a push during a request is newer than its answer', () => {
  const mark = balanceMark()
  setBalance({ balance: 100 })
  setBalance({ balance: 999 }, mark)
  expect(balance.value).toBe(100)
})

test('without seq, the answer to the later request counts, even if it arrives first', () => {
  setBalance({ balance: 100 })
  const before = balanceMark()
  // For example a cash-out: its answer is newer than that of the earlier request.
  const after = balanceMark()
  setBalance({ balance: 100 }, before)
  setBalance({ balance: 600 }, after)
  expect(balance.value).toBe(600)
  setBalance({ balance: 100 }, before)
  expect(balance.value).toBe(600)
})

test('an answer of the previous session is not applied to the next', () => {
  const mark = balanceMark()
  clearBalance()
  setBalance({ balance: 77 }, mark)
  expect(balance.value).toBeUndefined()
})
