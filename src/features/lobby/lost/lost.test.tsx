import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failed } from '../../../contract/result.ts'
import { setLink } from '../../../core/connection/state.ts'
import { setBalanceHidden } from '../../wallet/state.ts'
import { LobbyPage } from '../LobbyPage.tsx'
import { lobbyParts } from '../late.tsx'
import {
  applyMachines,
  applySession,
  beginMachinesRequest,
  clearLobby,
  failMachinesRequest,
  showMachines,
} from '../state.ts'
import { isLost } from './state.ts'

const actions = vi.hoisted(() => ({
  loadBrands: vi.fn(async () => {}),
  openMachines: vi.fn(async () => {}),
  refreshLobby: vi.fn(async () => {}),
  loadOperatorStyles: vi.fn(async () => {}),
}))
vi.mock('../actions.ts', () => actions)
vi.mock('../all-machines/actions.ts', () => ({ loadAllMachines: vi.fn(async () => {}) }))

const free = { id: '1', name: 'Nar 1', brand: 'nar', status: 'available', reservation: false } as const
const answer = () => act(() => applyMachines([free], beginMachinesRequest()))
const fail = (failure = failed('network').error) =>
  act(() => failMachinesRequest(beginMachinesRequest(), failure))
const link = (state: 'up' | 'down', at = 0) => act(() => setLink(state, at))
const dock = () => document.querySelector('[data-lost]')
const retries = () => screen.queryAllByRole('button', { name: 'Tekrar dene' })

const SEAT = { status: true, id: '7', name: 'Nar 7', machine_status: 'waiting', credit: 25_000 } as const
/** The lobby is cut off from the server while the player holds a machine. */
function lose(more: { reservedUntil?: string }): void {
  render(<LobbyPage id="3" name="Nar" />)
  answer()
  act(() => applySession({ ...SEAT, ...more }))
  link('down')
  fail()
}

beforeAll(lobbyParts.preload)
beforeEach(() => {
  clearLobby()
  link('up')
  showMachines('3')
})
afterEach(() => {
  cleanup()
  link('up')
})

test('the server is out of reach while the channel is down and the lists fail', () => {
  answer()
  fail()
  expect(isLost.value).toBe(false)
  link('down')
  expect(isLost.value).toBe(true)
  answer()
  expect(isLost.value).toBe(false)
  // The server answers, with a refusal.
  fail(failed('refused', { status: 404 }).error)
  expect(isLost.value).toBe(false)
  fail(failed('server', { status: 502 }).error)
  expect(isLost.value).toBe(true)
  link('up')
  expect(isLost.value).toBe(false)
})

test('the lobby then shows since when, and no machine can be opened until it is back', () => {
  render(<LobbyPage id="3" name="Nar" />)
  answer()
  const game = () => document.querySelector('a[href^="/game/"]')
  expect(game()).not.toBeNull()
  link('down', new Date(2026, 10, 21, 14, 5).getTime())
  expect(dock()).toBeNull()
  fail()
  expect(dock()?.textContent).toMatch(/14:05.*Bakiyeniz güvende.*oynanamaz.*kendiliğinden/)
  expect(screen.getByRole('alert').textContent).toMatch(/14:05/)
  // The list stays, as it was last known.
  expect(screen.getByText('Nar 1')).toBeTruthy()
  expect(game()).toBeNull()
  expect(retries()).toHaveLength(1)
  answer()
  expect(dock()).toBeNull()
  expect(game()).not.toBeNull()
})

test('it names the credit on a held machine and when that returns', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 14, 0) })
  const reservedUntil = new Date(Date.now() + 65_000).toISOString()
  lose({ reservedUntil })
  expect(dock()?.textContent).toContain('Nar 7 üzerindeki ₺250,00 güvende.')
  expect(dock()?.textContent).toContain('1:05 sonra bakiyenize döner')
  act(() => {
    vi.advanceTimersByTime(66_000)
  })
  expect(dock()?.textContent).toContain('Bu arada bakiyenize döndü')
  act(() => applySession({ status: false }))
  vi.useRealTimers()
})

test.each([
  ['in more than a day', new Date(Date.now() + 25 * 3_600_000).toISOString()],
  ['unreadable', 'soon'],
])('credit whose end is %s has not returned', (_, reservedUntil) => {
  lose({ reservedUntil })
  expect(dock()?.textContent).toContain('Nar 7 üzerindeki ₺250,00 güvende.')
  expect(dock()?.textContent).not.toContain('döndü')
  act(() => applySession({ status: false }))
})

test('a hidden balance also hides the credit on a held machine', () => {
  act(() => setBalanceHidden(true))
  lose({})
  expect(dock()?.textContent).toContain('Nar 7')
  expect(dock()?.textContent).not.toContain('250')
  act(() => {
    applySession({ status: false })
    setBalanceHidden(false)
  })
})

test('the failure of an earlier login is forgotten', () => {
  fail()
  clearLobby()
  link('down')
  expect(isLost.value).toBe(false)
})

test('Retry fetches the lists, and a failure is reported', async () => {
  render(<LobbyPage id="3" name="Nar" />)
  answer()
  link('down')
  fail()
  const [retry] = retries()
  if (!retry) throw new Error('there is no Retry')
  expect(dock()?.textContent).not.toContain('hâlâ yok')
  retry.focus()
  let finish = () => {}
  actions.refreshLobby.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
  await act(() => void fireEvent.click(retry))
  expect(retry.getAttribute('aria-disabled')).toBe('true')
  expect([retry.matches(':disabled'), document.activeElement === retry]).toEqual([false, true])
  await act(async () => finish())
  expect(actions.refreshLobby).toHaveBeenCalledOnce()
  expect(dock()?.textContent).toContain('hâlâ yok')
})
