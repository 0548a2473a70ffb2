import { beforeEach, expect, test } from 'vitest'
import { balance, balanceRevision, clearBalance, setBalance } from './state.ts'

beforeEach(clearBalance)

test('a numbered balance is dropped when a newer one is known, whichever came last', () => {
  setBalance({ balance: 500, seq: 8 })
  setBalance({ balance: 900, seq: 7 })
  expect(balance.value).toBe(500)
  setBalance({ balance: 400, seq: 9 })
  expect(balance.value).toBe(400)
})

test('without numbers, what was pushed while a request was under way is newer than its answer', () => {
  const mark = balanceRevision()
  setBalance({ balance: 100 })
  setBalance({ balance: 999 }, mark)
  expect(balance.value).toBe(100)
})

test('without numbers, the answer of a later request stands', () => {
  setBalance({ balance: 100 })
  const mark = balanceRevision()
  setBalance({ balance: 200 }, mark)
  expect(balance.value).toBe(200)
})

test('an answer of the session before is not the wallet of the next', () => {
  const mark = balanceRevision()
  clearBalance()
  setBalance({ balance: 77 }, mark)
  expect(balance.value).toBeUndefined()
})
