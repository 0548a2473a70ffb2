import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '../session/state.ts'
import { user } from '../session/user.fake.ts'

const PATH_KEY = 'reelcast.path'
/** Starts fresh modules at an address; read the redirect from `location`. */
async function startAt(address: string) {
  vi.resetModules()
  history.replaceState(null, '', address)
  const [gate, path, state, access] = await Promise.all([
    import('./guard.ts'),
    import('./pathname.ts'),
    import('../session/state.ts'),
    import('../settings/extras.ts'),
  ])
  gate.startGuard()
  return {
    ...state,
    ...access,
    pathname: path.pathname,
    enter: (roles: readonly Role[] = user.roles) => state.setSignedIn('t1', { ...user, roles }),
  }
}
/** Navigates as the router does: changes the address and fires the event. */
function go(to: string) {
  history.pushState(null, '', to)
  window.dispatchEvent(new Event('pushState'))
}
const here = () => location.pathname + location.search + location.hash

/** The listeners of a test's page, removed after the test. */
const listening: Parameters<typeof removeEventListener>[] = []
beforeEach(() => {
  sessionStorage.clear()
  const listen = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...given: Parameters<typeof listen>) => {
    listening.push(given)
    listen(...given)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const given of listening.splice(0)) window.removeEventListener(...given)
})

test('there is no redirect until the session is validated', async () => {
  const { setPending } = await startAt('/lobby/3/Nar')
  setPending()
  expect(here()).toBe('/lobby/3/Nar')
})

test('after the login a guest gets the requested page, with query and hash', async () => {
  const { setSignedOut, enter, pathname } = await startAt('/lobby/3/Nar?from=link#row')
  setSignedOut()
  expect(here()).toBe('/login')
  expect(pathname.value).toBe('/login')
  enter()
  expect(here()).toBe('/lobby/3/Nar?from=link#row')
  expect(sessionStorage.getItem(PATH_KEY)).toBeNull()
})

test('a guest at /logout is redirected to the login, and /logout is never stored', async () => {
  const { setSignedOut, enter } = await startAt('/logout')
  setSignedOut()
  expect(here()).toBe('/login')
  expect(sessionStorage.getItem(PATH_KEY)).toBeNull()
  enter()
  expect(here()).toBe('/lobby')
})

test('a tampered stored path leads to no other origin', async () => {
  const { setSignedOut, enter } = await startAt('/login')
  setSignedOut()
  sessionStorage.setItem(PATH_KEY, '//evil.example/lobby')
  enter()
  expect(location.origin + here()).toBe(`${location.origin}/lobby`)
})

test('after the end of a session the next login returns to its page, except after a logout', async () => {
  const { setSignedOut, enter } = await startAt('/slot-sessions')
  enter()
  setSignedOut({ kind: 'expired' })
  expect(here()).toBe('/login')
  enter()
  expect(here()).toBe('/slot-sessions')
  setSignedOut({ kind: 'logout' })
  go('/transactions')
  expect(here()).toBe('/login')
  enter()
  expect(here()).toBe('/lobby')
})

test.each(['elsewhere', 'idle'] as const)(
  'a logout of kind %s leaves no page for the next login either',
  async (kind) => {
    const { setSignedOut, enter } = await startAt('/slot-sessions')
    enter()
    setSignedOut({ kind })
    expect([here(), sessionStorage.getItem(PATH_KEY)]).toEqual(['/login', null])
    enter()
    expect(here()).toBe('/lobby')
  },
)

test('a player at the login or the callback is redirected back', async () => {
  const { enter } = await startAt('/callback')
  enter()
  expect(here()).toBe('/lobby')
  go('/login')
  expect(here()).toBe('/lobby')
})

test('an unknown page is the 404 page for guests and players, and is not stored', async () => {
  const { setSignedOut, enter } = await startAt('/nowhere')
  setSignedOut()
  expect(here()).toBe('/pages/errors/error-404')
  expect(sessionStorage.getItem(PATH_KEY)).toBeNull()
  enter()
  expect(here()).toBe('/pages/errors/error-404')
  go('/nowhere')
  expect(here()).toBe('/pages/errors/error-404')
})

test('without the role a player is redirected to the lobby, also right after the login', async () => {
  const { setSignedOut, enter, setExtrasEnabled } = await startAt('/auth/admin-role-example')
  setExtrasEnabled(true)
  setSignedOut()
  expect(here()).toBe('/login')
  enter()
  expect(here()).toBe('/lobby')
  enter(['admin'])
  go('/auth/admin-role-example')
  expect(here()).toBe('/auth/admin-role-example')
})
