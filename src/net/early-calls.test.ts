import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/*
 * The app's use of the calls that the page's first script has sent. Each test loads the modules anew, as each
 * page does.
 */

class Connection {
  url = 'wss://play.example/socket.io/?EIO=4&transport=websocket'
  readyState = 1
  close = vi.fn()
  onmessage: ((event: Event) => void) | undefined
}

const answer = async (name: string) => [new Response(), JSON.stringify(name)]
const names = ['/api/validate', '/api/machine/brands']

async function load({ ws }: { ws?: Connection } = {}) {
  vi.resetModules()
  const calls = Object.fromEntries(names.map((name) => [name, answer(name)]))
  const events = [Object.assign(new Event('message'), { data: '0{}' })]
  Object.defineProperty(window, 'reelcastEarly', {
    value: { token: 't1', calls, events, ws },
    configurable: true,
  })
  const module = await import('./early-calls.ts')
  const take = async (url: string, token: string) => (await module.takeEarlyCall(url, token))?._data
  return { ...module, take, events }
}

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})
afterEach(() => {
  Reflect.deleteProperty(window, 'reelcastEarly')
  vi.restoreAllMocks()
})

test('a token is validated by the early call, once', async () => {
  const { take } = await load()
  expect(await take('/api/validate', 't1')).toBe('/api/validate')
  expect(await take('/api/validate', 't1')).toBeUndefined()
})

test('the early check of another token or address is not used', async () => {
  const { take } = await load()
  expect(await take('/v2/validate', 't1')).toBeUndefined()
  expect(await take('/api/validate', 't2')).toBeUndefined()
  // The answer is removed: it belonged to another session.
  expect(await take('/api/validate', 't1')).toBeUndefined()
})

test('an early list is used once, by the session whose token replaces the one it was requested with', async () => {
  const { take, renewEarlyCalls } = await load()
  renewEarlyCalls('t1', 't2')
  expect(await take('/api/machine/brands', 't2')).toBe('/api/machine/brands')
  expect(await take('/api/machine/brands', 't2')).toBeUndefined()
})

test.each<[string, [string, string] | undefined, string]>([
  ['before its token is known to be valid', undefined, 't1'],
  ['where its token was renewed and the older one is used', ['t1', 't2'], 't1'],
  ['to the session of another token', ['t1', 't2'], 't3'],
  ['where another token was renewed', ['t0', 't2'], 't2'],
])('no list is handed out %s', async (_, renewal, token) => {
  const { take, renewEarlyCalls } = await load()
  if (renewal) renewEarlyCalls(...renewal)
  expect(await take('/api/machine/brands', token)).toBeUndefined()
})

test('an early list is not used by a page that needs it late', async () => {
  const { take, renewEarlyCalls } = await load()
  renewEarlyCalls('t1', 't2')
  vi.mocked(performance.now).mockReturnValue(20_001)
  expect(await take('/api/machine/brands', 't2')).toBeUndefined()
})

test('a page without early calls has none', async () => {
  const { take, takeEarlySocket } = await load()
  Reflect.deleteProperty(window, 'reelcastEarly')
  expect(await take('/api/validate', 't1')).toBeUndefined()
  expect(takeEarlySocket('wss://play.example/')).toBeUndefined()
})

test('the connection is handed out once, and its earlier events reach its handlers', async () => {
  const ws = new Connection()
  const { takeEarlySocket, events } = await load({ ws })
  const taken = takeEarlySocket(ws.url)
  expect(taken).toBe(ws)
  const seen: Event[] = []
  ws.onmessage = (event) => seen.push(event)
  await Promise.resolve()
  expect(seen).toEqual(events)
  expect(takeEarlySocket(ws.url)).toBeUndefined()
  expect(ws.close).not.toHaveBeenCalled()
})

test.each<[string, Partial<Connection>]>([
  ['goes to another address', { url: 'wss://old.example/socket.io/?EIO=4&transport=websocket' }],
  ['was closed meanwhile', { readyState: 3 }],
])('a connection that %s is closed, not handed out', async (_, given) => {
  const { url } = new Connection()
  const ws = Object.assign(new Connection(), given)
  const { takeEarlySocket } = await load({ ws })
  expect(takeEarlySocket(url)).toBeUndefined()
  expect(ws.close).toHaveBeenCalledOnce()
})
