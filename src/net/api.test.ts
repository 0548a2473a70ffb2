import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MachineAnswer } from '../contract/end-visit.ts'
import { BrandsAnswer } from '../contract/floor.ts'
import { ClaimAnswer } from '../contract/player.ts'
import type { Failure } from '../contract/result.ts'
import { SuccessAnswer } from '../contract/success.ts'
import { call, configureApi } from './api.ts'
import { serverTime } from './server-clock.ts'

let token: string | undefined
const unauthorized: Failure[] = []

/** Answers every call with this answer, and records the calls. */
function server(status: number, body: unknown) {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => {
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  })
  vi.stubGlobal('fetch', asked)
  return asked
}

beforeEach(() => {
  token = 'the-token'
  unauthorized.length = 0
  configureApi({
    baseUrl: () => 'https://api.example/v1',
    token: () => token,
    onUnauthorized: (failure) => unauthorized.push(failure),
  })
})
afterEach(() => {
  Reflect.deleteProperty(window, 'reelcastEarly')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a call sends token, query and body, and returns the parsed answer', async () => {
  const asked = server(200, { id: 5, extra: true })
  const answer = await call(v.object({ id: v.number() }), 'POST', '/x', {
    body: { a: 1 },
    query: { requestId: 'r&1', none: undefined },
  })
  expect(answer).toEqual({ ok: true, value: { id: 5 } })
  const [url, init] = asked.mock.calls[0] ?? []
  expect(url).toBe('https://api.example/v1/x?requestId=r%261')
  expect(init).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
  })
  const headers = new Headers(init?.headers)
  expect(headers.get('authorization')).toBe('Bearer the-token')
  expect(headers.get('content-type')).toBe('application/json')
})

test('a refusal is returned as a value with code, text and parameters', async () => {
  server(403, { code: 10700, ErrorMessage: 'no', params: { left_count: 2 } })
  expect(await call(v.unknown(), 'GET', '/x')).toEqual({
    ok: false,
    error: {
      code: 10700,
      category: 'refused',
      retryable: false,
      message: 'no',
      params: { left_count: 2 },
      status: 403,
    },
  })
})

test.each([
  [404, '<h1>nothing here</h1>', 'refused', false],
  [429, { code: 60011 }, 'refused', true],
  [500, '', 'server', true],
  [503, { code: 60016 }, 'server', true],
  [200, 'no json', 'invalid', false],
  [200, [{ name: 1 }], 'invalid', false],
  [200, { code: 40000, ErrorMessage: 'said with 200' }, 'refused', false],
])('%i %j parses to %s', async (status, body, category, retryable) => {
  server(status, body)
  const answer = await call(BrandsAnswer, 'GET', '/x')
  expect(answer).toMatchObject({ ok: false, error: { category, retryable } })
})

test.each<[string, v.GenericSchema]>([
  ['Infinity', v.number()],
  ['TRUE', v.boolean()],
  ['a plain text', v.string()],
  ['<h1>Log in to this network</h1>', SuccessAnswer],
  ['OK', MachineAnswer],
  ['{"id":5', v.string()],
  ['"a control character: \u0001"', v.string()],
])('an answer is read as strict JSON: %j is not', async (body, schema) => {
  server(200, body)
  expect(await call(schema, 'GET', '/x')).toMatchObject({ ok: false, error: { category: 'invalid' } })
})

test.each<[schema: v.GenericSchema, body: unknown, category: Failure['category'] | 'done']>([
  [SuccessAnswer, '', 'done'],
  [SuccessAnswer, ' \n', 'done'],
  [SuccessAnswer, {}, 'done'],
  [SuccessAnswer, { status: true, code: '20000', ErrorMessage: 'Request successful' }, 'done'],
  // No code: the field is empty.
  [SuccessAnswer, { code: 0 }, 'done'],
  [SuccessAnswer, { code: '' }, 'done'],
  [SuccessAnswer, { status: true, code: 0, ErrorMessage: 'OK' }, 'done'],
  [MachineAnswer, { status: true, ErrorMessage: 'OK' }, 'done'],
  [SuccessAnswer, { code: 0, ErrorMessage: 'closed' }, 'refused'],
  [SuccessAnswer, { status: true, code: 40000 }, 'refused'],
  [ClaimAnswer, { status: 1, code: 0 }, 'invalid'],
  [SuccessAnswer, { status: false }, 'invalid'],
  [SuccessAnswer, { status: false, code: 40000 }, 'refused'],
  [SuccessAnswer, { ErrorMessage: 'closed' }, 'refused'],
  [MachineAnswer, { code: 50100, ErrorMessage: 'session terminated' }, 'refused'],
  [MachineAnswer, { code: '40000' }, 'refused'],
  [MachineAnswer, { status: true, Params: { amount: '5' } }, 'done'],
  [ClaimAnswer, { status: true, code: 20000, Params: { amount: '500' } }, 'done'],
  // The outcome is unknown: the success code is no refusal.
  [ClaimAnswer, { status: 1, code: 20000 }, 'invalid'],
  [ClaimAnswer, { code: '20000' }, 'invalid'],
])('a call that returns little: %# %j is %s', async (schema, body, category) => {
  server(200, body)
  const answer = await call(schema, 'POST', '/x')
  expect(answer.ok ? 'done' : answer.error.category).toBe(category)
})

test.each(['text/html', 'text/plain', 'text/event-stream', 'image/png', ''])(
  'an answer of type %j is parsed as JSON',
  async (type) => {
    const headers = { 'content-type': type }
    vi.stubGlobal('fetch', async () => new Response('{"id":5}', { headers }))
    expect(await call(v.object({ id: v.number() }), 'GET', '/x')).toEqual({ ok: true, value: { id: 5 } })
  },
)

test.each([
  ['/machine', '/machine/brands', '/machine/machine/brands'],
  ['', '/validate', '/validate'],
  ['https://api.example:8443/v1', '/x', 'https://api.example:8443/v1/x'],
])('the base %j and the path %j are one address', async (base, path, address) => {
  configureApi({ baseUrl: () => base, token: () => token, onUnauthorized: () => {} })
  const asked = server(200, {})
  await call(v.unknown(), 'GET', path)
  await call(v.unknown(), 'GET', path, {
    query: { page: 2, from: undefined, at: '2026-01-01T00:00:00+03:00' },
  })
  const [plain, withQuery] = asked.mock.calls.map(([url]) => url)
  expect(plain).toBe(address)
  const [sent, query] = withQuery?.split('?') ?? []
  expect(sent).toBe(address)
  expect([...new URLSearchParams(query)]).toEqual([
    ['page', '2'],
    ['at', '2026-01-01T00:00:00+03:00'],
  ])
})

test.each<[body: string | object, after: string | (() => string), params: object]>([
  [{ code: 10702 }, '40', { seconds: 40 }],
  [{ code: 60011, params: { seconds: 7 } }, '40', { seconds: 7 }],
  [{ code: 10702, params: { block_time: 15 } }, '1', { block_time: 15 }],
  ['busy', '3.2', { seconds: 4 }],
  [{ code: 60011 }, 'soon', {}],
  [{ code: 60011 }, '-1', {}],
  [{ code: 60011 }, new Date(0).toUTCString(), {}],
])('the wait %j, else Retry-After %j, is %j', async (body, after, params) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'retry-after': typeof after === 'string' ? after : after() }
  vi.stubGlobal('fetch', async () => new Response(text, { status: 429, headers }))
  expect(await call(v.unknown(), 'GET', '/x')).toMatchObject({ ok: false, error: { params } })
  const answer = await call(v.unknown(), 'GET', '/x')
  expect(answer.ok || Object.keys(answer.error.params)).toEqual(Object.keys(params))
})

test('on a device that is a day behind, a Retry-After that is a date gives the true wait', async () => {
  const now = Date.UTC(2026, 0, 2)
  vi.useFakeTimers({ now: now - 86_400_000 })
  const date = (at: number) => new Date(at).toUTCString()
  const headers = { date: date(now), 'retry-after': date(now + 30_000) }
  vi.stubGlobal('fetch', async () => new Response('{"code":60011}', { status: 429, headers }))
  expect(await call(v.unknown(), 'POST', '/login')).toMatchObject({ error: { params: { seconds: 30 } } })
  vi.useRealTimers()
})

test('each answer gives the time of the server', async () => {
  const date = new Date(Date.now() + 7_200_000).toUTCString()
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { date } }))
  await call(v.unknown(), 'GET', '/x')
  expect(Math.abs((serverTime() ?? 0) - Date.parse(date))).toBeLessThan(5000)
})

test.each([408, 409, 425, 429, 500, 502, 503, 504])(
  'a call that is answered %i is sent once',
  async (status) => {
    const asked = server(status, { code: 1 })
    expect(await call(v.unknown(), 'GET', '/x')).toMatchObject({ ok: false, error: { status } })
    expect(asked).toHaveBeenCalledOnce()
  },
)

test('a call without an answer ends at its timeout', async () => {
  const timeout = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const asked = vi.fn((_: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  vi.stubGlobal('fetch', asked)
  const answers = [undefined, new AbortController().signal].map((signal) =>
    call(v.unknown(), 'GET', '/x', { signal }),
  )
  timeout.abort(new DOMException('late', 'TimeoutError'))
  expect(await Promise.all(answers)).toMatchObject(
    Array(2).fill({ ok: false, error: { category: 'network', retryable: true } }),
  )
  expect(limits).toHaveBeenCalledWith(10_000)
  expect(asked).toHaveBeenCalledTimes(2)
})

test.each<[string, () => Promise<Response>]>([
  ['no answer', () => Promise.reject(new TypeError('failed to fetch'))],
  ['an aborted request', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  [
    'an answer that is cut off',
    async () => new Response(new ReadableStream({ pull: (to) => to.error(Error('cut')) })),
  ],
  ['an answer that is not JSON', async () => new Response('<h1>the-token</h1>')],
  ['a server error', async () => new Response('{"code":60016}', { status: 503 })],
  ['a key that would change a prototype', async () => new Response('{"__proto__":{"isAdmin":true}}')],
])('%s leaves no token and no body in the result or the log', async (_, answer) => {
  const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
  const logs = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => {}))
  vi.stubGlobal('fetch', answer)
  const result = await call(v.object({ id: v.number() }), 'POST', '/x', { body: { password: 'hunter2' } })
  expect(result.ok).toBe(false)
  const { error } = result as { error: object }
  const whole = [error, ...Object.values(error)]
    .map((part) => `${JSON.stringify(part)} ${String(part)}`)
    .join()
  expect(whole).not.toMatch(/the-token|hunter2|api\.example/)
  const logged = logs
    .flatMap(({ mock }) => mock.calls.flat())
    .map((part) => `${JSON.stringify(part)} ${String(part)}`)
  expect(logged.join()).not.toMatch(/the-token|hunter2/)
  expect(logged.join()).not.toMatch(/destr|ofetch/)
  expect('isAdmin' in {}).toBe(false)
})

test('an aborted call settles', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const off = new AbortController()
  const answer = call(v.unknown(), 'GET', '/x', { signal: off.signal })
  off.abort()
  expect(await answer).toMatchObject({ ok: false, error: { category: 'network' } })
})

test('a 401 ends the session only for the current token', async () => {
  server(401, { code: 60000 })
  await call(v.unknown(), 'GET', '/x')
  expect(unauthorized).toMatchObject([{ code: 60000, category: 'auth' }])

  const slow = call(v.unknown(), 'GET', '/x')
  token = 'renewed'
  await slow
  token = undefined
  await call(v.unknown(), 'POST', '/login', { body: {} })
  await call(v.unknown(), 'GET', '/validate', { token: 'stored' })
  expect(unauthorized).toHaveLength(1)
})

test.each([
  [403, 10704, 1],
  [403, 10, 1],
  [200, 60000, 1],
  [403, 10703, 0],
  [409, 60004, 0],
])('a code may report an expired token as well: %i, %i', async (status, code, times) => {
  server(status, { code })
  expect(await call(BrandsAnswer, 'GET', '/x')).toMatchObject({ ok: false, error: { code } })
  expect(unauthorized).toHaveLength(times)
})

/** A list that the first script has requested for this session, whose token was renewed since. */
async function sendEarly(answer: Promise<Response>): Promise<void> {
  const read = answer.then(async (response) => [response, await response.text()])
  read.catch(() => {})
  const calls = { 'https://api.example/v1/list': read }
  Object.defineProperty(window, 'reelcastEarly', { value: { token: 'older', calls }, configurable: true })
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const { renewEarlyCalls } = await import('./early-calls.ts')
  renewEarlyCalls('older', 'the-token')
}

test.each<[string, () => Promise<Response>, object]>([
  ['an answer', async () => Response.json({ id: 5 }), { ok: true, value: { id: 5 } }],
  [
    'a refusal',
    async () => Response.json({ code: 60_001, ErrorMessage: 'no' }, { status: 503 }),
    { ok: false, error: { category: 'server', message: 'no' } },
  ],
  [
    'no answer',
    async () => {
      throw new DOMException('late', 'TimeoutError')
    },
    { ok: false, error: { category: 'network' } },
  ],
])('%s that was requested ahead is the answer: nothing is sent twice', async (_, answer, result) => {
  const asked = server(200, { id: 6 })
  await sendEarly(answer())
  expect(await call(v.object({ id: v.number() }), 'GET', '/list')).toMatchObject(result)
  expect(asked).not.toHaveBeenCalled()
  expect(unauthorized).toEqual([])
})

test('a list that was refused to the older token is requested with the renewed one', async () => {
  const asked = server(200, { id: 6 })
  await sendEarly(Promise.resolve(Response.json({}, { status: 401 })))
  expect(await call(v.object({ id: v.number() }), 'GET', '/list')).toEqual({ ok: true, value: { id: 6 } })
  expect(asked).toHaveBeenCalledOnce()
  expect(unauthorized).toEqual([])
})
