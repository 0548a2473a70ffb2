import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/* Before the lock's chunk is there. Modules are loaded anew for each test, as each is a page's start. */
const chunk = { asked: 0, come: () => {}, fail: () => {} }
vi.mock('./LobbyFrame.tsx', () => ({ LobbyFrame: () => 'floor' }))
const live = { fails: 0, requested: 0, isServed: true, startPageServices: vi.fn(() => () => {}) }
vi.mock('../features/wallet/actions.ts', () => ({ fetchBalance: async () => {} }))

const Nothing = () => null

async function open(settings: object, { locked = false } = {}) {
  vi.resetModules()
  vi.doMock('../features/lock/LockLayer.tsx', () => {
    chunk.asked++
    return new Promise((done, fail) => {
      chunk.come = () => done({ LockLayer: () => 'lock' })
      chunk.fail = () => fail(new TypeError('no network'))
    })
  })
  vi.doMock('./page-services.chunk.ts', () => {
    live.requested++
    if (live.requested <= live.fails) throw new TypeError('no network')
    return {
      startPageServices: live.startPageServices,
      Toasts: Nothing,
      DocumentTitle: Nothing,
      ReconnectLayer: Nothing,
    }
  })
  vi.stubGlobal('fetch', async () => {
    if (!live.isServed) throw new TypeError('no network')
    return Response.json(settings)
  })
  if (locked) sessionStorage.setItem('reelcast.locked', '1')
  const [{ loadSettings }, { setSignedIn }, { SignedInApp }] = await Promise.all([
    import('../core/settings/settings.ts'),
    import('../core/session/state.ts'),
    import('./SignedInApp.tsx'),
  ])
  await loadSettings()
  const names = { username: 'deniz', name: '', lastname: '' }
  setSignedIn('t', { id: '7', ...names, roles: ['user'], permissions: undefined })
  render(<SignedInApp />)
  await act(async () => {})
}
const page = () => document.body.textContent

beforeEach(() => {
  chunk.asked = 0
  Object.assign(live, { fails: 0, requested: 0, isServed: true })
  live.startPageServices.mockClear()
  window.history.replaceState(null, '', '/lobby')
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('a disabled lock is never fetched, whatever is stored', async () => {
  await open({}, { locked: true })
  await vi.waitFor(() => expect(page()).toContain('floor'))
  expect(chunk.asked).toBe(0)
})

test('the app is hidden until the lock has loaded, which then covers the page', async () => {
  await open({ idlePinLock: true }, { locked: true })
  await vi.waitFor(() => expect(chunk.asked).toBe(1))
  expect(page()).not.toContain('floor')
  expect(document.querySelector('[aria-busy=true]')).toBeTruthy()
  await act(async () => chunk.come())
  await vi.waitFor(() => expect(page()).toBe('floorlock'))
})

test('a lock that fails to load keeps the page hidden, with Retry', async () => {
  await open({ idlePinLock: true }, { locked: true })
  await vi.waitFor(() => expect(chunk.asked).toBe(1))
  await act(async () => chunk.fail())
  await vi.waitFor(() => expect(screen.getByRole('button').textContent).toBe('Tekrar dene'))
  expect(page()).not.toContain('floor')
})

test('figures whose font fails to load are no error', async () => {
  const load = vi.fn(async () => {
    throw new DOMException('no font', 'NetworkError')
  })
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true })
  await open({})
  expect(load).toHaveBeenCalledExactlyOnceWith('600 1em "Reelcast Figures"')
  Reflect.deleteProperty(document, 'fonts')
})

test('a chunk of services that fails to load is loaded again after a pause', async () => {
  vi.useFakeTimers()
  live.fails = 3
  await open({})
  // The lobby is ready, or has taken too long.
  await vi.advanceTimersByTimeAsync(12_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(live.startPageServices).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(live.startPageServices).toHaveBeenCalledExactlyOnceWith('7')
  vi.useRealTimers()
})

test.each<[string, () => () => void]>([
  [
    'a command is pending',
    () => {
      const pending = document.body.appendChild(document.createElement('button'))
      pending.setAttribute('aria-busy', 'true')
      return () => pending.remove()
    },
  ],
  [
    'the server does not serve it',
    () => {
      live.isServed = false
      return () => Object.assign(live, { isServed: true })
    },
  ],
])('the page is loaded anew after the third failure, but not while %s', async (_, begin) => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  vi.useFakeTimers()
  live.fails = Number.POSITIVE_INFINITY
  await open({})
  const end = begin()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(live.requested).toBeGreaterThan(3)
  expect(reload).not.toHaveBeenCalled()
  end()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(reload).toHaveBeenCalled()
  vi.useRealTimers()
  reload.mockRestore()
})
