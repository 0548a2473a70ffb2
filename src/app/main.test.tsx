import { act } from '@testing-library/preact'
import { renderToString } from 'preact-render-to-string'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { user } from '../core/session/user.fake.ts'

/*
 * The page's start, as index.html leaves it: what is shown until it is known who is here. Modules are loaded
 * anew for each test; the session's own actions are the test's.
 */
const actions = vi.hoisted(() => ({
  resume: vi.fn(async () => {}),
  initializeApp: vi.fn(async () => {}),
  login: vi.fn(),
  broken: false,
}))
vi.mock('../core/session/actions.ts', () => ({
  ...actions,
  get resume() {
    if (actions.broken) throw new Error('the chunk did not come')
    return actions.resume
  },
  get initializeApp() {
    if (actions.broken) throw new Error('the chunk did not come')
    return actions.initializeApp
  },
}))
const pages = vi.hoisted(() => ({ hang: false }))
vi.mock('./SignedInApp.tsx', () => ({
  get SignedInApp() {
    if (actions.broken) throw new Error('the chunk did not come')
    return () => <main>inside</main>
  },
  preloadFirstPage: async () => pages.hang && new Promise(() => {}),
  afterFirstScreen: async () => (await import('./after-first-screen.ts')).afterFirstScreen(),
}))
vi.mock('../core/connection/when-ready.ts', () => ({ whenLive: async () => {} }))
const deferred = vi.hoisted(() => ({ runDeferredStartup: vi.fn(), fails: false }))
vi.mock('./deferred-startup.tsx', () => deferred)
vi.mock('./deferred-startup.chunk.ts', async (original) => {
  if (deferred.fails) throw new Error('the chunk did not come')
  return original()
})
const kiosk = vi.hoisted(() => ({ startKiosk: vi.fn() }))
vi.mock('../features/kiosk/start.tsx', () => kiosk)
vi.mock('../core/gates/country-check.ts', () => ({ runCountryCheck: vi.fn(), continueAnyway: vi.fn() }))

const html = document.documentElement
const root = () => document.getElementById('root')

/** What the splash of index.html is to the eye: there as long as `data-boot` says so. */
async function start(boot: 'login' | 'splash', gate?: string) {
  vi.resetModules()
  const [{ Login }, { loginPage }, state, gates] = await Promise.all([
    import('./App.tsx'),
    import('./late.ts'),
    import('../core/session/state.ts'),
    import('../core/gates/state.ts'),
  ])
  await loginPage.preload()
  const page = new DOMParser().parseFromString(renderToString(<Login />), 'text/html')
  const div = document.createElement('div')
  div.id = 'root'
  div.append(...page.body.childNodes)
  document.body.replaceChildren(div)
  html.dataset.boot = boot
  if (gate) html.dataset.gate = gate
  const early = div.querySelector<HTMLInputElement>('#username')
  if (early) early.value = 'typed-early'
  return {
    ...state,
    ...gates,
    begin: () =>
      act(async () => {
        await import('./main.tsx')
      }),
  }
}
const enter = (session: typeof import('../core/session/state.ts')) =>
  session.setSignedIn('t1', { ...user, roles: ['user'] })

beforeEach(() => {
  history.replaceState(null, '', '/lobby')
  actions.broken = false
  pages.hang = false
})
afterEach(() => {
  vi.clearAllMocks()
  sessionStorage.clear()
  document.body.replaceChildren()
  Reflect.deleteProperty(window, 'reelcastToken')
  for (const key of Object.keys(html.dataset)) delete html.dataset[key]
})

// The first test, because the chunk then stays loaded.
test('the deferred startup is loaded again where it failed to load', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  deferred.fails = true
  const { begin } = await start('login')
  await begin()
  const { deferredStartup } = await import('./late.ts')
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(deferredStartup.loaded.value).toBe('failed'))
  deferred.fails = false
  await vi.advanceTimersByTimeAsync(30_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(deferred.runDeferredStartup).toHaveBeenCalledOnce())
})

test('a guest gets the prerendered login with the typed text', async () => {
  const { begin } = await start('login')
  const field = document.getElementById('username')
  await begin()
  expect(html.dataset.boot).toBe('app')
  expect(document.getElementById('username')).toBe(field)
  expect(document.querySelector<HTMLInputElement>('#username')?.value).toBe('typed-early')
  expect(location.pathname).toBe('/login')
  expect(actions.resume).not.toHaveBeenCalled()
})

test('a guest waits for the settings: the first login is in the configured language', async () => {
  const { begin } = await start('splash')
  let come = () => {}
  vi.stubGlobal('reelcastRead', new Promise<void>((done) => (come = done)))
  await begin()
  expect(html.dataset.boot).toBe('splash')
  html.dataset.words = 'en'
  await act(async () => come())
  await vi.waitFor(() => expect(html.dataset.boot).toBe('app'))
  expect(root()?.querySelector('h1')?.textContent).toBe('Log in')
  expect(html.lang).toBe('en')
  expect(root()?.querySelector('.languages :first-child')).toBeNull()
  vi.unstubAllGlobals()
  const { setLocale } = await import('../i18n/index.ts')
  await act(() => setLocale('tr'))
})

test('a country check in the settings precedes a first login', async () => {
  const { begin } = await start('splash')
  vi.stubGlobal(
    'reelcastRead',
    Promise.resolve().then(() => (html.dataset.gate = 'settings')),
  )
  actions.resume.mockReturnValueOnce(new Promise(() => {}))
  await begin()
  await vi.waitFor(() => expect(actions.resume).toHaveBeenCalledOnce())
  expect(html.dataset.boot).toBe('splash')
  vi.unstubAllGlobals()
})

test('whose token is refused has the login without the pages of a player', async () => {
  pages.hang = true
  const session = await start('splash')
  sessionStorage.setItem('reelcast.token', 'old')
  actions.resume.mockImplementationOnce(async () => session.setSignedOut({ kind: 'expired' }))
  await session.begin()
  await vi.waitFor(() => expect(html.dataset.boot).toBe('app'))
  await vi.waitFor(() => expect(document.getElementById('username')).not.toBeNull())
})

test.each(['a stored token', 'a token in the address', 'a gate'])(
  'with %s the splash stays until the session is validated',
  async (why) => {
    const session = await start('splash', why === 'a gate' ? 'settings' : undefined)
    if (why === 'a stored token') sessionStorage.setItem('reelcast.token', 'old')
    if (why === 'a token in the address')
      Object.defineProperty(window, 'reelcastToken', { value: 't', configurable: true })
    let known = () => {}
    actions.resume.mockReturnValueOnce(new Promise<void>((done) => (known = done)))
    await session.begin()
    await vi.waitFor(() => expect(actions.resume).toHaveBeenCalledOnce())
    expect(html.dataset.boot).toBe('splash')
    enter(session)
    await act(async () => known())
    await vi.waitFor(() => expect(html.dataset.boot).toBe('app'))
    expect(root()?.textContent).toBe('inside')
    expect(location.pathname).toBe('/lobby')
  },
)

test.each(['login', 'splash'] as const)(
  'the operator settings are read at every start, after the %s',
  async (boot) => {
    const session = await start(boot)
    if (boot === 'splash') {
      sessionStorage.setItem('reelcast.token', 'old')
      actions.resume.mockImplementationOnce(async () => enter(session))
    }
    const before = deferred.runDeferredStartup.mock.calls.length
    actions.initializeApp.mockImplementationOnce(async () => {
      // Nothing of it is in the way of the first screen.
      expect(html.dataset.boot).toBe('app')
      expect(deferred.runDeferredStartup).toHaveBeenCalledTimes(before)
    })
    await session.begin()
    await vi.waitFor(() => expect(deferred.runDeferredStartup).toHaveBeenCalledTimes(before + 1))
    expect(deferred.runDeferredStartup).toHaveBeenLastCalledWith(expect.any(Function))
  },
)

test('a gate is shown at once, while the session is being validated', async () => {
  const { begin, setGate } = await start('splash', 'webrtc')
  actions.resume.mockImplementationOnce(() => {
    setGate({ kind: 'webrtc' })
    return new Promise<void>(() => {})
  })
  await begin()
  await vi.waitFor(() => expect(root()?.querySelector('[data-gate=webrtc] h1')).toBeTruthy())
  expect(html.dataset.boot).toBe('app')
  expect(root()?.querySelector('form')).toBeNull()
})

test('a kiosk behind a gate is locked down, and recovers by itself', async () => {
  const { begin, setGate } = await start('splash', 'settings')
  html.dataset.kiosk = ''
  actions.resume.mockReturnValueOnce(new Promise(() => {}))
  actions.initializeApp.mockReturnValueOnce(new Promise(() => {}))
  await begin()
  await act(() => setGate({ kind: 'checking' }))
  await act(() => setGate({ kind: 'checkFailed' }))
  await act(() => setGate({ kind: 'blocked', country: undefined, ip: undefined }))
  await vi.waitFor(() => expect(kiosk.startKiosk).toHaveBeenCalledOnce())
})

test('a kiosk whose code after the login fails to load is locked down; the code is loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { begin } = await start('login')
  html.dataset.kiosk = ''
  actions.broken = true
  await begin()
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(kiosk.startKiosk).toHaveBeenCalledOnce())
  expect(actions.initializeApp).not.toHaveBeenCalled()
  actions.broken = false
  await vi.advanceTimersByTimeAsync(30_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(deferred.runDeferredStartup).toHaveBeenCalledOnce())
  expect(kiosk.startKiosk).toHaveBeenCalledOnce()
})

test('a gate covers a rendered login, which keeps its typed text', async () => {
  document.title = 'Reelcast'
  const { begin, setGate } = await start('login')
  await begin()
  const field = document.querySelector<HTMLInputElement>('#username')
  const covered = () => field?.closest<HTMLElement>('[hidden]') !== null
  expect(covered()).toBe(false)
  await act(() => setGate({ kind: 'checking' }))
  expect(covered()).toBe(true)
  await vi.waitFor(() => expect(root()?.querySelector('[data-gate=checking] h1')).toBeTruthy())
  await vi.waitFor(() => expect(document.title).toMatch(/ · Reelcast$/), { timeout: 5_000 })
  await act(() => setGate(undefined))
  expect(covered()).toBe(false)
  expect(root()?.querySelector('[data-gate]')).toBeNull()
  expect(document.querySelector('#username')).toBe(field)
  expect(field?.value).toBe('typed-early')
  await vi.waitFor(() => expect(document.title).toBe('Reelcast'), { timeout: 5_000 })
})

test('/callback is a blank splash for guests', async () => {
  history.replaceState(null, '', '/callback')
  const { begin } = await start('splash')
  await begin()
  await vi.dynamicImportSettled()
  expect(location.pathname).toBe('/callback')
  expect(root()?.querySelector('.mark[data-spinning]')).toBeTruthy()
  expect(root()?.querySelector('form,main,button')).toBeNull()
})

test('a guest on a public page does not get the login', async () => {
  history.replaceState(null, '', '/pages/errors/error-404')
  const { begin } = await start('login')
  await begin()
  await vi.waitFor(() => expect(root()?.textContent).toBe('inside'))
})

test('a start whose script fails to load shows an error and Retry', async () => {
  const { begin } = await start('splash')
  sessionStorage.setItem('reelcast.token', 'old')
  actions.broken = true
  await begin()
  await vi.waitFor(() => expect(html.dataset.boot).toBe('app'))
  expect(root()?.querySelector('[role=alert]')?.textContent).toMatch(/^Yüklenemedi/)
})
