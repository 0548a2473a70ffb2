import { cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setPlayedMachine } from '../../../core/connection/machine-credit.ts'
import { setLocale } from '../../../i18n/index.ts'
import { clearBalance, setBalance, setBalanceHidden } from '../state.ts'
import { MoneyLine } from './MoneyLine.tsx'

const NAR = { id: '7', name: 'Nar 07', isWithheld: false, until: undefined }
beforeEach(async () => {
  await setLocale('en')
  setBalance({ balance: 120_000 })
})
afterEach(() => {
  cleanup()
  setPlayedMachine(undefined)
  setBalanceHidden(false)
  clearBalance()
})
const parts = () => {
  const { container } = render(<MoneyLine />)
  return [...container.querySelectorAll('p > span')].map((part) => part.textContent)
}

test('it names the wallet, the credit, money on its way and a hand pay', () => {
  const transfer = { direction: 'cash-out' as const, amount: 5_000 }
  setPlayedMachine({ ...NAR, credit: 30_000, transfer, handPay: 1_250_000 })
  expect(parts().map((part) => part?.trim())).toEqual([
    'Balance ₺1,200.00',
    'Nar 07 ₺300.00',
    'Hand pay ₺12,500.00',
    'On its way ₺50.00',
  ])
})

test('a hidden balance hides all of it', () => {
  setBalanceHidden(true)
  setPlayedMachine({ ...NAR, credit: 30_000, transfer: undefined, handPay: 1_250_000 })
  expect(parts()).toEqual([])
})
