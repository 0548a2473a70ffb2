import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CheckAnswer } from '../../contract/country-check.ts'

/*
 * The gates at the start of a page. Each test loads the modules anew. The session's actions are real, so that
 * the tests show that no request passes a gate; the server is a fake.
 */
const asks = vi.hoisted(() => ({ answer: vi.fn() }))
vi.mock('../../net/country-check.ts', () => ({ fetchCountryCheck: asks.answer }))

let calls: string[]
let file: Record<string, unknown>

async function page(seen?: 'webrtc' | 'browser' | 'settings') {
  vi.resetModules()
  const html = document.documentElement
  if (seen) html.dataset.gate = seen
  else delete html.dataset.gate
  const [actions, countryCheck, gates, session] = await Promise.all([
    import('../session/actions.ts'),
    import('./country-check.ts'),
    import('./state.ts'),
    import('../session/state.ts'),
  ])
  return { ...actions, ...countryCheck, ...gates, session: session.session }
}
const given = { username: 'deniz', password: 'amber-otter', remember: false }
const signIn = { token: 't1', pin_code: null, id: 7, username: 'deniz' }
const settled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise((done) => setTimeout(done, 0, false))])

/** An answer that the test sends later. */
function slow() {
  let come = (_: CheckAnswer | undefined) => {}
  asks.answer.mockImplementationOnce(() => new Promise((done) => (come = done)))
  return (answer: CheckAnswer | undefined) => come(answer)
}

beforeEach(() => {
  calls = []
  file = { countryCheck: true }
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path)
    if (path === '/Settings.json') return Response.json(file)
    return Response.json(signIn)
  })
  asks.answer.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  delete document.documentElement.dataset.gate
})

test('gates whose code does not load let nobody pass, and the page reloads', async () => {
  vi.useFakeTimers()
  vi.doMock('./wait-for-gates.ts', () => {
    throw new Error('offline')
  })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  try {
    const { initializeApp, gate } = await page()
    const ready = vi.fn()
    initializeApp().then(ready, ready)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    vi.runAllTimers()
    expect(reload).toHaveBeenCalledOnce()
    expect(gate.value).toEqual({ kind: 'checking' })
    expect(ready).not.toHaveBeenCalled()
    expect(calls).toEqual(['/Settings.json'])
  } finally {
    vi.doUnmock('./wait-for-gates.ts')
    vi.useRealTimers()
    reload.mockRestore()
  }
})

test('without a country check no gate is shown and no request is sent', async () => {
  file = {}
  const { initializeApp, gate } = await page()
  await initializeApp()
  expect(gate.value).toBeUndefined()
  expect(asks.answer).not.toHaveBeenCalled()
  expect(localStorage.getItem('reelcast.gated')).toBeNull()
})

test('during the check its page is shown, and the check alone carries the stored token', async () => {
  sessionStorage.setItem('reelcast.token', 'old')
  const come = slow()
  const { resume, gate, session } = await page()
  const resumed = resume()
  await vi.waitFor(() => expect(gate.value).toEqual({ kind: 'checking' }))
  await vi.waitFor(() => expect(asks.answer).toHaveBeenCalledWith('/api', 'old'))
  expect(session.value.status).toBe('unknown')
  expect(calls).toEqual(['/Settings.json'])
  come({ status: true })
  await resumed
  expect(gate.value).toBeUndefined()
  expect(calls).toEqual(['/Settings.json', '/api/validate'])
  expect(session.value.status).toBe('player')
})

test('a login that is sent early waits for the check', async () => {
  const come = slow()
  const { login, gate, session } = await page()
  const answer = login(given)
  await vi.waitFor(() => expect(gate.value).toEqual({ kind: 'checking' }))
  await vi.waitFor(() => expect(asks.answer).toHaveBeenCalled())
  expect(calls).not.toContain('/api/login')
  come({ status: true })
  expect(await answer).toMatchObject({ ok: true })
  expect(session.value.status).toBe('player')
})

test('a refused country is shown with the address, and the gate stays', async () => {
  asks.answer.mockResolvedValue({ status: false, country: 'DE', ip: '203.0.113.9' })
  const { login, gate } = await page()
  const answer = login(given)
  await vi.waitFor(() => expect(gate.value).toEqual({ kind: 'blocked', country: 'DE', ip: '203.0.113.9' }))
  expect(await settled(answer)).toBe(false)
  expect(calls).toEqual(['/Settings.json'])
})

test('a failed check keeps the gate closed until one succeeds', async () => {
  asks.answer.mockResolvedValueOnce(undefined).mockResolvedValueOnce(undefined)
  const { initializeApp, runCountryCheck, gate } = await page()
  const ready = initializeApp()
  await vi.waitFor(() => expect(gate.value).toEqual({ kind: 'checkFailed' }))
  await runCountryCheck()
  expect(gate.value).toEqual({ kind: 'checkFailed' })
  expect(await settled(ready)).toBe(false)
  asks.answer.mockResolvedValueOnce({ status: true, country: null, ip: null })
  await runCountryCheck()
  expect(gate.value).toBeUndefined()
  await ready
})

test('a second check during the first sends nothing', async () => {
  const come = slow()
  const { initializeApp, runCountryCheck, gate } = await page()
  const ready = initializeApp()
  await vi.waitFor(() => expect(asks.answer).toHaveBeenCalledOnce())
  await Promise.all([runCountryCheck(), runCountryCheck()])
  expect(asks.answer).toHaveBeenCalledOnce()
  expect(gate.value).toEqual({ kind: 'checking' })
  come({ status: true })
  await ready
})

test('the next page load starts with the splash, until the operator switches the check off', async () => {
  asks.answer.mockResolvedValue({ status: true })
  await (await page()).initializeApp()
  expect(localStorage.getItem('reelcast.gated')).toBe('1')
  file = {}
  const { initializeApp, gate } = await page('settings')
  await initializeApp()
  expect(localStorage.getItem('reelcast.gated')).toBeNull()
  expect(gate.value).toBeUndefined()
})

test('without WebRTC no check is sent and the gate stays', async () => {
  const { initializeApp, continueAnyway, gate } = await page('webrtc')
  const ready = initializeApp()
  await vi.waitFor(() => expect(gate.value).toEqual({ kind: 'webrtc' }))
  await continueAnyway()
  expect(gate.value).toEqual({ kind: 'webrtc' })
  expect(await settled(ready)).toBe(false)
  expect(asks.answer).not.toHaveBeenCalled()
})

test('in another browser the country check follows Continue, which is remembered', async () => {
  const come = slow()
  const { initializeApp, continueAnyway, gate } = await page('browser')
  const ready = initializeApp()
  await vi.waitFor(() => expect(gate.value).toEqual({ kind: 'browser' }))
  expect(asks.answer).not.toHaveBeenCalled()
  const on = continueAnyway()
  expect(localStorage.getItem('reelcast.browser')).toBe('1')
  expect(gate.value).toEqual({ kind: 'checking' })
  expect(await settled(ready)).toBe(false)
  come({ status: true })
  await Promise.all([on, ready])
  expect(gate.value).toBeUndefined()
})

test('in another browser without a country check Continue opens the app; a second call changes nothing', async () => {
  file = {}
  const { initializeApp, continueAnyway, gate } = await page('browser')
  const ready = initializeApp()
  await vi.waitFor(() => expect(gate.value).toEqual({ kind: 'browser' }))
  await Promise.all([continueAnyway(), continueAnyway()])
  await ready
  expect(gate.value).toBeUndefined()
})

test('without readable settings the defaults apply: no check', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const { initializeApp, gate } = await page()
  await initializeApp()
  expect(gate.value).toBeUndefined()
})
