import { cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLocale } from '../../i18n/index.ts'
import { MoneyLine } from './MoneyLine.tsx'
import { setPlayedMachine } from './machine-credit.ts'

const NAR = { id: '7', name: 'Nar 07', isWithheld: false, until: undefined }
beforeEach(() => setLocale('en'))
afterEach(() => {
  cleanup()
  setPlayedMachine(undefined)
})
const parts = () => {
  const { container } = render(<MoneyLine balance={120_000} />)
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
