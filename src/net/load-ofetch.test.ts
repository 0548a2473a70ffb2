import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/* Calls while ofetch is loading. Each test loads the modules anew, as each page does. */

let token: string
let baseUrl: string
const onUnauthorized = vi.fn()
const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const ofetch = () => vi.importActual<object>('./ofetch.chunk.ts')

/** A page's modules. `load` returns the chunk. */
async function openPage(load: () => Promise<object> = ofetch) {
  vi.resetModules()
  const loads = vi.fn(load)
  vi.doMock('./ofetch.chunk.ts', loads)
  const { call, configureApi } = await import('./api.ts')
  const start = () => configureApi({ baseUrl: () => baseUrl, token: () => token, onUnauthorized })
  const { serverTime } = await import('./server-clock.ts')
  return { call, start, loads, serverTime }
}

/** A chunk that comes when the test calls `arrive`. */
function heldChunk() {
  let resolve = (_chunk: object) => {}
  const chunk = new Promise<object>((done) => {
    resolve = done
  })
  return { load: () => chunk, arrive: async () => resolve(await ofetch()) }
}

beforeEach(() => {
  token = 'first'
  baseUrl = '/api'
  sent.mockReset().mockImplementation(async () => Response.json({}))
  vi.stubGlobal('fetch', sent)
})
afterEach(() => {
  Reflect.deleteProperty(window, 'reelcastEarly')
  vi.doUnmock('./ofetch.chunk.ts')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  onUnauthorized.mockReset()
})

const NETWORK = { ok: false, error: { category: 'network', retryable: true } }

/** The answers of the page's first script. */
function sendEarly(calls: Record<string, Promise<[Response, string]>>): void {
  Object.defineProperty(window, 'reelcastEarly', { value: { token, calls }, configurable: true })
}

test('a page without early calls loads ofetch once, before its first call', async () => {
  const { call, start, loads } = await openPage()
  expect(loads).not.toHaveBeenCalled()
  start()
  await vi.waitFor(() => expect(loads).toHaveBeenCalledOnce())
  expect(await call(v.unknown(), 'GET', '/x')).toMatchObject({ ok: true })
  expect(await call(v.unknown(), 'GET', '/x')).toMatchObject({ ok: true })
  expect(loads).toHaveBeenCalledOnce()
})

test('an early answer needs no ofetch', async () => {
  sendEarly({ '/api/validate': Promise.resolve([new Response(), '{"id":5}']) })
  const { call, start, loads } = await openPage(() => Promise.reject(new TypeError('no chunk')))
  start()
  const answer = await call(v.object({ id: v.number() }), 'GET', '/validate')
  expect(answer).toEqual({ ok: true, value: { id: 5 } })
  await vi.dynamicImportSettled()
  expect(loads).not.toHaveBeenCalled()
  expect(await call(v.unknown(), 'GET', '/x')).toMatchObject(NETWORK)
  expect(loads).toHaveBeenCalledOnce()
})

test('a chunk that fails is a network failure, and the next call loads it again', async () => {
  const { call, loads } = await openPage(
    vi.fn(ofetch).mockImplementationOnce(() => Promise.reject(new TypeError('no chunk'))),
  )
  expect(await call(v.unknown(), 'POST', '/x')).toMatchObject(NETWORK)
  expect(sent).not.toHaveBeenCalled()
  expect(await call(v.unknown(), 'POST', '/y')).toMatchObject({ ok: true })
  expect(loads).toHaveBeenCalledTimes(2)
  expect(sent.mock.calls.map(([url]) => url)).toEqual(['/api/y'])
})

test.each(['before the call', 'after the call'])(
  'a call that is aborted %s ends without its chunk, and is never sent',
  async (when) => {
    const chunk = heldChunk()
    const { call } = await openPage(chunk.load)
    const off = new AbortController()
    if (when === 'before the call') off.abort()
    const answer = call(v.unknown(), 'POST', '/x', { signal: off.signal })
    off.abort()
    expect(await answer).toMatchObject(NETWORK)
    await chunk.arrive()
    expect(await call(v.unknown(), 'POST', '/y')).toMatchObject({ ok: true })
    expect(sent.mock.calls.map(([url]) => url)).toEqual(['/api/y'])
  },
)

test("a call's timeout includes the wait for the chunk", async () => {
  const timeout = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const { call } = await openPage(heldChunk().load)
  const answer = call(v.unknown(), 'POST', '/x')
  expect(limits).toHaveBeenCalledExactlyOnceWith(10_000)
  timeout.abort(new DOMException('late', 'TimeoutError'))
  expect(await answer).toMatchObject(NETWORK)
  expect(sent).not.toHaveBeenCalled()
})

test('calls that wait for the chunk are sent in their order, each with address and token of its moment', async () => {
  sent.mockImplementation(async () => Response.json({}, { status: 401 }))
  const chunk = heldChunk()
  const { call, start } = await openPage(chunk.load)
  start()
  const first = call(v.unknown(), 'POST', '/x')
  token = 'second'
  baseUrl = '/v2'
  const second = call(v.unknown(), 'POST', '/y', { token: 'own' })
  await chunk.arrive()
  await Promise.all([first, second])
  const calls = sent.mock.calls.map(([url, { headers }]) => [url, new Headers(headers).get('authorization')])
  expect(calls).toEqual([
    ['/api/x', 'Bearer first'],
    ['/v2/y', 'Bearer own'],
  ])
  // Neither token is the session's any longer.
  expect(onUnauthorized).not.toHaveBeenCalled()
})

test('once it has loaded, a call is sent at once: a page that is left does nothing later', async () => {
  const { call } = await openPage()
  await call(v.unknown(), 'GET', '/x')
  const answer = call(v.unknown(), 'POST', '/player/quality', { keepalive: true })
  expect(sent).toHaveBeenLastCalledWith('/api/player/quality', expect.objectContaining({ keepalive: true }))
  expect(await answer).toMatchObject({ ok: true })
})

test('the wait for the chunk does not count as the way of the answer that gives the time', async () => {
  const chunk = heldChunk()
  const { call, serverTime } = await openPage(chunk.load)
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const answer = call(v.unknown(), 'GET', '/x')
  now.mockReturnValue(9_000)
  const date = Date.UTC(2026, 0, 2)
  sent.mockImplementation(async () => Response.json({}, { headers: { date: new Date(date).toUTCString() } }))
  await chunk.arrive()
  await answer
  expect(Math.abs((serverTime() ?? 0) - date)).toBeLessThanOrEqual(1_000)
})
