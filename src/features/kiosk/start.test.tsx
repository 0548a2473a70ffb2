import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logout } from '../../core/session/actions.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { PLAYER_KEY, TOKEN_KEY } from '../../core/session/stored-token.ts'
import { user } from '../../core/session/user.fake.ts'
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
