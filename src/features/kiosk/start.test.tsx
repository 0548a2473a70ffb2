import { act, fireEvent, screen } from '@testing-library/preact'
import { render } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updatePathname } from '../../core/router/pathname.ts'
import { logout } from '../../core/session/actions.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { PLAYER_KEY, TOKEN_KEY } from '../../core/session/stored-token.ts'
import { user } from '../../core/session/user.fake.ts'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { startKiosk } from './start.tsx'

vi.mock('../../core/session/actions.ts', () => ({ logout: vi.fn(async () => {}) }))

let stop = () => {}
beforeEach(() => {
  vi.mocked(logout).mockClear()
  stop = startKiosk(() => {})
})
afterEach(() => {
  stop()
  setSignedOut()
  localStorage.clear()
  sessionStorage.clear()
})

test.each([
  ['local', 'a token that all tabs share is logged out', 1],
  ['session', 'a token of this tab stays valid', 0],
] as const)('on a kiosk with %s storage: %s', (area, _, times) => {
  const kept = area === 'local' ? localStorage : sessionStorage
  kept.setItem(TOKEN_KEY, 't')
  kept.setItem(PLAYER_KEY, '7\nd')
  setSignedIn('t', user)
  expect(logout).toHaveBeenCalledTimes(times)
})

test('stopping removes everything from the page', () => {
  expect(document.querySelector('#kiosk-keys')).not.toBeNull()
  stop()
  expect(document.querySelector('#kiosk, #kiosk-keys')).toBeNull()
})

test('what leads out of a kiosk is shown in a dialog: the address, or a page of this site', async () => {
  stop()
  stop = startKiosk(render)
  await act(() => void window.open('https://elsewhere.example/'))
  expect(screen.getByRole('dialog').textContent).toContain('elsewhere.example')
  await act(() => void fireEvent.click(screen.getAllByRole('button', { name: 'Kapat' }).at(-1) as Element))
  expect(screen.queryByRole('dialog')).toBeNull()
  // happy-dom loads no page into a frame, and logs an error for it.
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await act(() => void window.open('/terms-of-use.html'))
  expect(document.querySelector('#kiosk iframe')?.getAttribute('src')).toMatch(/^\/terms-of-use\.html/)
  log.mockRestore()
})

test('a login from a phone is offered where the operator has switched it on', async () => {
  history.replaceState(null, '', '/login')
  updatePathname()
  setSignedOut()
  stop()
  stop = startKiosk(render)
  const offers = () => screen.queryAllByRole('button', { name: 'Telefonla giriş yap' }).length
  await act(() => setSettings({}))
  expect(offers()).toBe(0)
  await act(() => setSettings({ phoneLogin: true }))
  expect(offers()).toBe(1)
})
