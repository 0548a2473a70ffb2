import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setSeat } from '../../core/connection/state.ts'
import { setSignedOut } from '../../core/session/state.ts'
import { preloadFluent } from '../../ui/fluent-widgets.tsx'
import { setBalanceHidden } from '../wallet/state.ts'
import { LogoutQuestion } from './LogoutQuestion.tsx'

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)
afterEach(() => {
  cleanup()
  setBalanceHidden(false)
  setSignedOut()
})

const heading = () => screen.getByRole('heading').textContent

test('the question names the credit on the machine, unless the player has hidden the balance', async () => {
  setSeat({ status: true, id: '7', name: 'Nar 07', machine_status: 'waiting', credit: 10_000 })
  await act(async () => void render(<LogoutQuestion />))
  expect(heading()).toContain('₺100,00')
  act(() => setBalanceHidden(true))
  expect(heading()).toContain('• • • •')
  expect(document.body.textContent).not.toContain('100,00')
})

test('so does the question about money on its way', async () => {
  const transfer = { direction: 'cash-out', amount: 10_000 } as const
  const seat = { status: true, id: '7', name: 'Nar 07', machine_status: 'waiting', credit: 10_000 } as const
  setSeat({ ...seat, cabinet: { status: 'ready', transfer } })
  await act(async () => void render(<LogoutQuestion />))
  expect(heading()).toContain('₺100,00')
  act(() => setBalanceHidden(true))
  expect(document.body.textContent).not.toContain('100,00')
})
