import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSeat } from '../../../core/connection/state.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { write } from '../../../core/storage/storage.ts'
import { LockLayer } from '../../lock/LockLayer.tsx'
import { lockScreen, unlock } from '../../lock/state.ts'
import { setBalance, setBalanceHidden } from '../../wallet/state.ts'
import { IdleLogoutWarning } from './IdleLogoutWarning.tsx'
import { applyIdleTime, finishLogout } from './state.ts'

vi.mock('../../../core/session/actions.ts', () => ({ logout: vi.fn(async () => {}) }))
const idle = (ms: number) =>
  act(() => void applyIdleTime(ms, { user: 'player', logoutMs: 180_000, attractMs: 30_000 }))
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
const warning = () => document.querySelector<HTMLDialogElement>('#kiosk-warning')

function warn(): void {
  render(<IdleLogoutWarning />)
  idle(165_000)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => {
    finishLogout()
    unlock()
    setSignedOut()
  })
  cleanup()
  vi.useRealTimers()
})

test('the warning counts down to the logout; a touch ends it, and its second tap does not reach the page', async () => {
  warn()
  expect(warning()?.open).toBe(true)
  expect(warning()?.textContent).toContain('oturumunuz kapatılacak')
  expect(screen.getByTestId('lock-left').textContent).toBe('15')
  idle(0)
  expect(warning()?.dataset.leaving).toBe('')
  await pass(450)
  expect(warning()).toBeNull()
})

test('the warning and the logout name the credit on the machine, and what becomes of it', async () => {
  setBalance({ balance: 90_000 })
  setSeat({ status: true, id: '7', name: 'Nar 07', machine_status: 'waiting', credit: 10_000 })
  warn()
  await act(() => vi.dynamicImportSettled())
  expect(warning()?.textContent).toContain('Bakiye ₺900,00')
  expect(warning()?.textContent).toContain('Nar 07 ₺100,00')
  expect(warning()?.textContent).toContain('Makinedeki krediniz bakiyenize aktarılır.')
  idle(180_000)
  expect(screen.getByRole('status').textContent).toContain('bakiyenize aktarılır')
  act(() => setSeat({ status: false }))
  expect(screen.getByRole('status').textContent).not.toContain('aktarılır')
})

test('the warning names a hand pay and money on its way, and promises no cash-out before the attendant', async () => {
  setBalance({ balance: 90_000 })
  const seat = { status: true, id: '7', name: 'Hall 3', machine_status: 'waiting', credit: 10_000 } as const
  setSeat({
    ...seat,
    cabinet: { status: 'hand-pay', handPay: 50_000, transfer: { direction: 'load', amount: 700 } },
  })
  warn()
  await act(() => vi.dynamicImportSettled())
  const text = warning()?.textContent
  expect(text).toContain('₺500,00 tutarındaki elden ödemeyi')
  expect(text).toContain('Yolda ₺7,00')
  expect(text).toContain('₺7,00 yolda')
  expect(text).not.toContain('Makinedeki krediniz bakiyenize aktarılır.')
  expect(text).toContain('Hall 3')
})

test('a hidden balance hides every amount in the warning', () => {
  setBalance({ balance: 90_000 })
  act(() => setBalanceHidden(true))
  setSeat({
    ...{ status: true, id: '7', name: 'Hall 3', machine_status: 'waiting', credit: 10_000 },
    cabinet: { status: 'hand-pay', handPay: 50_000, transfer: { direction: 'load', amount: 700 } },
  })
  warn()
  expect(warning()?.textContent).toContain('• • • • tutarındaki elden ödemeyi')
  expect(warning()?.textContent).not.toContain('₺')
  act(() => setBalanceHidden(false))
})

test.each([
  ['free spins are left', { machine_status: 'in-bonus' }],
  ['the controller does not answer', { cabinet: { status: 'unreachable' } }],
  ['an attendant pays an amount that is not known', { cabinet: { status: 'hand-pay' } }],
  ['money is on its way', { cabinet: { transfer: { direction: 'load', amount: 700 }, status: 'ready' } }],
] as const)('the credit of a held machine stays where %s', (_, more) => {
  setSeat({ status: true, id: '7', name: 'Nar 07', machine_status: 'waiting', credit: 10_000, ...more })
  warn()
  expect(warning()?.textContent).toContain('Nar 07 üzerindeki krediniz kısa süre sizin için tutulur')
  expect(warning()?.textContent).not.toContain('Makinedeki krediniz bakiyenize aktarılır.')
})

test('during the automatic logout the page takes no input and shows the reason', () => {
  render(<IdleLogoutWarning />)
  idle(180_000)
  expect(document.querySelector<HTMLDialogElement>('#kiosk-leaving')?.open).toBe(true)
  expect(screen.getByRole('status').textContent).toContain('Oturum kapatılıyor')
})

test('it is above the idle lock, and neither closes the other', async () => {
  write('session', 'reelcast.token', 't')
  setSignedIn('t', user)
  render(
    <>
      <LockLayer />
      <IdleLogoutWarning />
    </>,
  )
  await pass(0)
  act(() => lockScreen(0))
  idle(165_000)
  const opened = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  await pass(2_000)
  expect(opened.mock.calls.length).toBeLessThan(3)
  expect(warning()?.open).toBe(true)
  expect(document.querySelector<HTMLDialogElement>('#lock')?.open).toBe(true)
})
