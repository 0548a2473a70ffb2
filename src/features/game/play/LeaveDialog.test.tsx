import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CabinetState } from '../../../contract/live.ts'
import { setLocale } from '../../../i18n/index.ts'
import { preloadFluent } from '../../../ui/fluent-widgets.tsx'
import { fakeGameVisit, IDLE, INIT_ACK } from './game-visit.fake.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { exit } from './state.ts'

let visit: ReturnType<typeof fakeGameVisit>

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)
beforeEach(async () => {
  await setLocale('en')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  visit = fakeGameVisit()
})
afterEach(() => {
  cleanup()
  visit.leavePage()
  vi.unstubAllGlobals()
})

/** Leaves a cabinet with a credit of ₺50.00 that reports this. */
async function leaveCabinet(cabinet: Partial<CabinetState>) {
  const game = { ...IDLE, credit: 5000, cabinet: { status: 'ready' as const, ...cabinet } }
  await visit.connect({ ...INIT_ACK, game })
  render(<LeaveDialog onClose={() => {}} />)
  await act(() => vi.dynamicImportSettled())
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const said = () => screen.getByRole('dialog').textContent

test('the player’s own part of the credit can be cashed out or left', async () => {
  await leaveCabinet({ foreignCredit: 2000 })
  expect(said()).toContain('There is ₺30.00 of credit')
  expect(buttons()).toEqual(['Back to the game', 'Leave the credit', 'Cash out and leave'])
})

test('credit that nobody of ours loaded stays: nothing is to be moved, and nothing is kept', async () => {
  await leaveCabinet({ foreignCredit: 5000 })
  expect(said()).toContain('₺50.00 of credit on the machine is not yours')
  expect(said()).not.toContain('₺0.00')
  expect(buttons()).toEqual(['Back to the game', 'Leave'])
  screen.getByRole('button', { name: 'Leave' }).click()
  expect(exit.value).toEqual({ kind: 'left' })
})

test('credit that is on its way to the wallet is named as that', async () => {
  await leaveCabinet({ transfer: { direction: 'cash-out', amount: 5000 } })
  expect(said()).toContain('₺50.00 on its way to your balance')
  expect(said()).not.toContain('₺0.00')
  expect(buttons()).toEqual(['Back to the game', 'Leave'])
})
