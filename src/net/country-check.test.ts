import { afterEach, expect, test, vi } from 'vitest'
import { fetchCountryCheck } from './country-check.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function server(answer: () => Response | Promise<Response>) {
  const asked = vi.fn((_: URL, _init: RequestInit) => Promise.resolve().then(answer))
  vi.stubGlobal('fetch', asked)
  return asked
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

test.each([
  ['/api', '/check'],
  ['/api/', '/check'],
  ['/api/v1', '/api/check'],
  ['', '/check'],
  ['https://x.example/api/v1', 'https://x.example/api/check'],
  ['https://x.example:8443/api', 'https://x.example:8443/check'],
  ['https://x.example', 'https://x.example/check'],
])('with apiUrl "%s" it is requested at %s', async (apiUrl, address) => {
  const asked = server(() => json({ status: true }))
  await fetchCountryCheck(apiUrl)
  expect(String(asked.mock.calls[0]?.[0])).toBe(new URL(address, location.origin).href)
})

test('an answer with status 200 is parsed', async () => {
  server(() => json({ status: false, code: 20000, ip: '203.0.113.9', country: 'DE', more: 1 }))
  expect(await fetchCountryCheck('/api')).toEqual({
    status: false,
    code: 20000,
    ip: '203.0.113.9',
    country: 'DE',
  })
})

const bearers = (asked: ReturnType<typeof server>) =>
  asked.mock.calls.map(([, { headers }]) => new Headers(headers).get('authorization'))

test("a player's token is sent, and a guest's check has none", async () => {
  const asked = server(() => json({ status: true }))
  await fetchCountryCheck('/api', 't1')
  await fetchCountryCheck('/api')
  expect(bearers(asked)).toEqual(['Bearer t1', null])
})

test.each([
  [{ status: true }, 200, { status: true }],
  [{}, 401, undefined],
])(
  'a token that is refused with 401 is left out once: then %j with status %i',
  async (body, status, answer) => {
    const asked = server(() => (asked.mock.calls.length === 1 ? json({}, 401) : json(body, status)))
    expect(await fetchCountryCheck('/api', 'dead')).toEqual(answer)
    expect(bearers(asked)).toEqual(['Bearer dead', null])
  },
)

test.each([
  ['500', () => json({ status: true }, 500)],
  ['403', () => json({ status: true }, 403)],
  ['201', () => json({ status: true }, 201)],
  ['204', () => new Response(null, { status: 204 })],
  ["a captive portal's page", () => new Response('<html>Welcome</html>')],
  ['an answer without a status', () => json({ ip: '203.0.113.9' })],
  ['a status that is no boolean', () => json({ status: 'true' })],
  ['null', () => json(null)],
])('%s counts as a failure, without a retry', async (_, answer) => {
  const asked = server(answer)
  expect(await fetchCountryCheck('/api')).toBeUndefined()
  expect(asked).toHaveBeenCalledOnce()
})

test('a network error is a failure', async () => {
  server(() => {
    throw new TypeError('failed to fetch')
  })
  expect(await fetchCountryCheck('/api')).toBeUndefined()
})

test('an invalid address is a failure', async () => {
  expect(await fetchCountryCheck('https://')).toBeUndefined()
})

test('an answer after 10 s is a failure', async () => {
  const timer = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal)
  vi.stubGlobal(
    'fetch',
    (_: URL, { signal }: RequestInit) =>
      new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  )
  const answer = fetchCountryCheck('/api')
  expect(timeout).toHaveBeenCalledWith(10_000)
  timer.abort()
  expect(await answer).toBeUndefined()
})

test('an incomplete body is a failure', async () => {
  let parts = 0
  const body = new ReadableStream({
    pull(stream) {
      if (parts++) stream.error(new DOMException('too late', 'TimeoutError'))
      else stream.enqueue(new TextEncoder().encode('{"status":'))
    },
  })
  server(() => new Response(body))
  expect(await fetchCountryCheck('/api')).toBeUndefined()
  expect(parts).toBe(2)
})
