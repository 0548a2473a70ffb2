import { act, cleanup, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../contract/codes.ts'
import { failed } from '../../contract/result.ts'
import { setSeat } from '../../core/connection/state.ts'
import * as session from '../../core/session/actions.ts'
import { setSignedOut } from '../../core/session/state.ts'
import { setLocale } from '../../i18n/index.ts'
import * as api from '../../net/api.ts'
import { preloadFluent } from '../../ui/fluent-widgets.tsx'
import { applySession, clearLobby } from '../lobby/state.ts'
import { setBalanceHidden } from '../wallet/state.ts'
import * as commands from './commands-with-feedback.ts'
import { LogoutQuestion } from './LogoutQuestion.tsx'
import { startHeldMachineSync } from './sync.tsx'

const SEAT = { status: true, id: '7', name: 'Nar 07', machine_status: 'waiting', credit: 10_000 } as const
let stop: () => void

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)
beforeEach(async () => {
  // Fluent's animations end in rejections under happy-dom; without `animate` it runs none.
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  await setLocale('en')
  clearLobby()
  stop = startHeldMachineSync()
})
afterEach(() => {
  stop()
  cleanup()
  vi.unstubAllGlobals()
  setBalanceHidden(false)
  setSignedOut()
})

const heading = () => screen.getByRole('heading').textContent

test('the question names the credit on the machine, unless the player has hidden the balance', async () => {
  setSeat(SEAT)
  await act(async () => void render(<LogoutQuestion />))
  expect(heading()).toContain('₺100.00')
  act(() => setBalanceHidden(true))
  expect(heading()).toContain('• • • •')
  expect(document.body.textContent).not.toContain('100.00')
})

test('credit that the server does not report is asked about without an amount, and can be moved', async () => {
  applySession({ ...SEAT, credit: undefined })
  await act(async () => void render(<LogoutQuestion />))
  expect(heading()).toBe('There may be credit on Nar 07')
  expect(document.body.textContent).not.toContain('₺')
  expect(screen.getByRole('button', { name: 'Cash out and log out' })).toBeTruthy()
})

test.each([
  ['unknown', undefined, 1],
  ['known', 10_000, 0],
] as const)('a machine of %s credit where nothing is to be cashed out: %#', async (_, credit, times) => {
  const logout = vi.spyOn(session, 'logout').mockResolvedValue()
  vi.spyOn(api, 'call').mockResolvedValue(failed('refused', { code: Code.nothingToCashOut }))
  applySession({ ...SEAT, credit })
  render(<LogoutQuestion />)
  await act(() => screen.getByRole('button', { name: 'Cash out and log out' }).click())
  await waitFor(() => expect(document.querySelector('button[aria-busy=true]')).toBeNull())
  expect(logout).toHaveBeenCalledTimes(times)
  vi.restoreAllMocks()
})

test.each([
  ['in ten minutes', new Date(Date.now() + 600_000).toISOString(), /returns to your balance at \d/],
  ['in two days', new Date(Date.now() + 48 * 3_600_000).toISOString(), /^You are logged out\. See you/],
  ['at an unreadable time', 'soon', /^You are logged out\. See you/],
])('what the login says about credit that returns %s', async (_, reservedUntil, text) => {
  const logout = vi.spyOn(session, 'logout').mockResolvedValue()
  setSeat({ ...SEAT, reservedUntil })
  await act(async () => void render(<LogoutQuestion />))
  await act(() => screen.getByRole('button', { name: 'Leave credit and log out' }).click())
  expect(logout).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringMatching(text) }))
  vi.restoreAllMocks()
})

test.each([
  ['in minutes where the server reports its end', new Date(Date.now() + 290_000).toISOString(), '4 minutes'],
  ['else in words', undefined, 'a short while'],
])('the question says how long the machine is kept: %s', async (_, reservedUntil, time) => {
  setSeat({ ...SEAT, reservedUntil })
  await act(async () => void render(<LogoutQuestion />))
  expect(document.body.textContent).toContain(`the machine is kept for you for ${time};`)
})

test('so does the question about money on its way', async () => {
  const transfer = { direction: 'cash-out', amount: 10_000 } as const
  setSeat({ ...SEAT, cabinet: { status: 'ready', transfer } })
  await act(async () => void render(<LogoutQuestion />))
  expect(heading()).toContain('₺100.00')
  act(() => setBalanceHidden(true))
  expect(document.body.textContent).not.toContain('100.00')
})

test('a hand pay without credit is named, and no credit is promised', () => {
  applySession({ ...SEAT, name: 'Hall 3', credit: 0, cabinet: { status: 'hand-pay', handPay: 50_000 } })
  render(<LogoutQuestion />)
  const { textContent } = screen.getByRole('dialog', { name: 'Hall 3 is waiting for an attendant' })
  expect(textContent).toContain('Hand pay ₺500.00')
  expect(textContent).not.toContain('returns to your balance')
})

test.each([
  ['logs out', 1],
  ['does not, once the player has cancelled', 0],
])('moved credit %s', async (_, times) => {
  const logout = vi.spyOn(session, 'logout').mockResolvedValue()
  let answer = (_moved: { amount: number }) => {}
  vi.spyOn(commands, 'cashOutHeldMachine').mockReturnValue(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  applySession(SEAT)
  const { unmount } = render(<LogoutQuestion />)
  const press = (name: string) => act(() => screen.getByRole('button', { name }).click())
  await press('Cash out and log out')
  if (times === 0) {
    await press('Cancel')
    expect(location.pathname).toBe('/lobby')
    unmount()
  }
  // It may be other than the credit that was last reported.
  await act(async () => answer({ amount: 7000 }))
  expect(logout).toHaveBeenCalledTimes(times)
  if (times)
    expect(logout).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringMatching(/^₺70\.00 moved/) }),
    )
  vi.restoreAllMocks()
})
