import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Strategy } from './cache-rules.ts'
import { createCache } from './cache-strategies.ts'

const HOST = 'https://play.example'
const path = (asked: RequestInfo | URL) => {
  const { pathname, search } = new URL(
    typeof asked === 'object' && 'url' in asked ? asked.url : `${asked}`,
    HOST,
  )
  return pathname + search
}

/** The part of CacheStorage that the worker uses. */
function storage() {
  const all = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>()
    all.set(name, kept)
    return {
      match: async (asked: RequestInfo) => kept.get(path(asked))?.clone(),
      put: async (asked: RequestInfo, answer: Response) => void kept.set(path(asked), answer),
      delete: async (asked: RequestInfo) => kept.delete(path(asked)),
      keys: async () => [...kept.keys()].map((key) => new Request(HOST + key)),
    } as unknown as Cache
  }
  const caches = {
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (asked: RequestInfo) =>
      [...all.values()]
        .map((kept) => kept.get(path(asked)))
        .find(Boolean)
        ?.clone(),
  }
  return { all, caches }
}

type Server = Record<string, () => Response | Promise<Response>>
const POLICY = "default-src 'self';script-src 'self' 'sha256-one='"
/** The settings in a page, and its headers. */
interface Made {
  stamp?: string
  policy?: string
  status?: number
}
const page =
  (build: string, { stamp = '', policy = POLICY, status = 200 }: Made = {}) =>
  () =>
    new Response(`<html data-settings="${stamp}" data-build="${build}">`, {
      status,
      headers: { 'content-security-policy': policy, date: new Date().toUTCString() },
    })
const down = () => Promise.reject(new TypeError('no network'))

/** The content type of a file, as a server sends it. */
const typeOf = (file: string) =>
  Object.entries({
    '.js': 'text/javascript',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.json': 'application/json',
  }).find(([ending]) => file.endsWith(ending))?.[1] ?? 'text/html'
const HTML = { headers: { 'content-type': 'text/html' } }
/** What a server without a file of this name, or a captive portal, answers in its place. */
const otherPage = () => new Response('<!doctype html><title>Log in to the network</title>', HTML)

/** The worker of a build, with a server that has the files of `server`. */
function worker(build: string, server: Server, { all, caches } = storage()) {
  const files = ['/assets/index-aaaaaaa.js', '/assets/Floor-bbbbbbb.js']
  const fetch = vi.fn(async (asked: RequestInfo, _init?: RequestInit) => {
    const answer = await (server[path(asked)]?.() ?? new Response('', { status: 404 }))
    if (/^text\/plain|^$/.test(answer.headers.get('content-type') ?? ''))
      answer.headers.set('content-type', typeOf(path(asked)))
    return Object.defineProperty(answer, 'type', { value: 'basic', configurable: true })
  })
  const reload = vi.fn(async (_client: string) => {})
  const made = createCache({ caches, fetch, reload, build, files })
  const works: Promise<unknown>[] = []
  const answer = (strategy: NonNullable<Strategy>, at: string, client = 'one tab') =>
    made.answer(strategy, { request: new Request(HOST + at), client, later: (work) => works.push(work) })
  const text = async (...asked: Parameters<typeof answer>) => (await answer(...asked)).text()
  const kept = () => Object.fromEntries([...all].map(([name, files]) => [name, [...files.keys()].sort()]))
  /** The worker's requests since the last call. */
  const requested = () => fetch.mock.calls.splice(0).map(([asked]) => path(asked))
  /** Waits for the work that continues after the answers. */
  const rest = async () => {
    while (works.length) await works.shift()
  }
  return { ...made, answer: text, status: answer, fetch, reload, requested, kept, works, rest }
}

const whole: Server = {
  '/index.html': page('one'),
  '/lobby': page('one'),
  '/assets/index-aaaaaaa.js': () => new Response('entry'),
  '/assets/Floor-bbbbbbb.js': () => new Response('floor'),
}

/** The worker of build one, installed, and its server's files, which a test may change. */
async function installed(more: Server = {}) {
  const server: Server = { ...whole, ...more }
  const made = worker('one', server)
  await made.install()
  return { ...made, server }
}

const DAY_MS = 24 * 3_600_000
/** The server after a deployment, without the code of the previous version. */
const without = (server: Server): Server =>
  Object.fromEntries(
    Object.keys(server)
      .filter((at) => at.startsWith('/assets/'))
      .map((at) => [at, () => new Response('', { status: 404 })]),
  )

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("a version's cache is complete and holds no other version", async () => {
  const { install, kept } = worker('one', whole)
  await install()
  expect(kept()).toEqual({
    'reelcast-shell-one': [
      '/assets/Floor-bbbbbbb.js',
      '/assets/index-aaaaaaa.js',
      '/index.html',
      '/index.html?current',
    ],
  })
})

test('a version that is missing or incomplete on the server is not cached', async () => {
  await expect(worker('two', whole).install()).rejects.toThrow('another build')
  const { install, kept } = worker('one', {
    ...whole,
    '/assets/Floor-bbbbbbb.js': () => new Response('', { status: 404 }),
  })
  await expect(install()).rejects.toThrow('Floor')
  expect(kept()).toEqual({})
})

test('a version whose storage is full leaves no part of it', async () => {
  const { all, caches } = storage()
  const open = async (name: string) => {
    const cache = await caches.open(name)
    const put = async (asked: RequestInfo, answer: Response) => {
      if (path(asked).endsWith('.js')) throw new DOMException('', 'QuotaExceededError')
      await cache.put(asked, answer)
    }
    return { ...cache, put } as Cache
  }
  await expect(worker('one', whole, { all, caches: { ...caches, open } }).install()).rejects.toThrow()
  expect([...all.keys()]).toEqual([])
})

test('a new version deletes the older caches but the last one, and no others', async () => {
  const store = storage()
  const names = ['reelcast-shell-older', 'reelcast-art', 'reelcast-settings', 'of-somebody-else']
  for (const name of [...names, 'reelcast-shell-old']) await store.caches.open(name)
  const { install, tidy, kept } = worker('one', whole, store)
  await install()
  await tidy()
  expect(Object.keys(kept()).sort()).toEqual(
    [...names.slice(1), 'reelcast-shell-old', 'reelcast-shell-one'].sort(),
  )
})

const buildsOf = ({ kept }: { kept(): object }) =>
  Object.keys(kept()).map((name) => name.replace('reelcast-shell-', ''))
const serverOf = (build: string): Server => ({ ...whole, '/index.html': page(build) })

test('after a rollback the last version is the one that was served last', async () => {
  const store = storage()
  for (const build of ['one', 'two', 'one', 'three']) {
    const next = worker(build, serverOf(build), store)
    await next.install()
    await next.tidy()
  }
  expect([...store.all.keys()]).toEqual(['reelcast-shell-one', 'reelcast-shell-three'])
})

test('a version that is installed while another one takes over removes neither', async () => {
  const store = storage()
  for (const build of ['one', 'two', 'three', 'four']) await worker(build, serverOf(build), store).install()
  const third = worker('three', serverOf('three'), store)
  await third.tidy()
  expect(buildsOf(third)).toEqual(['two', 'three', 'four'])
})

test('a page of the previous version finds its code in the cache after the server has deleted it', async () => {
  const store = storage()
  await worker('one', whole, store).install()
  const next = worker('two', { '/index.html': page('two'), ...without(whole) }, store)
  await next.tidy()
  expect(await next.answer('code', '/assets/Floor-bbbbbbb.js')).toBe('floor')
  expect(next.requested()).toEqual([])
})

test('a reload is network first; offline or after 4 s the shell opens', async () => {
  const { server, answer, kept } = await installed()
  server['/lobby'] = page('two')
  expect(await answer('page', '/lobby')).toContain('two')
  server['/lobby'] = down
  expect(await answer('page', '/lobby')).toContain('one')
  // A gateway in front of a restarting server.
  server['/lobby'] = () => new Response('', { status: 502 })
  expect(await answer('page', '/lobby')).toContain('one')
  server['/lobby'] = () => new Promise(() => {})
  const late = answer('page', '/lobby')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await late).toContain('one')
  // A page's address is never cached: it may contain a token.
  expect(kept()['reelcast-shell-one']).not.toContain('/lobby')
})

test('a navigation gets the cached page before the server answers, and checks it by /index.html', async () => {
  const { server, status, requested } = await installed()
  requested()
  for (const at of ['/index.html', '/lobby']) server[at] = () => new Promise(() => {})
  const shown = await status('shell', '/lobby')
  expect(await shown.text()).toContain('one')
  expect(shown.headers.get('content-security-policy')).toBe(POLICY)
  expect(requested()).toEqual(['/index.html'])
})

test('a new version does not change the cached page until it is seen; then navigations are network first', async () => {
  const { server, answer, reload, rest, kept } = await installed({
    '/Settings.json': () => new Response('{}'),
  })
  const [oldPolicy, newPolicy] = [POLICY, POLICY.replace('one=', 'two=')]
  expect(newPolicy).not.toBe(oldPolicy)
  for (const at of ['/index.html', '/lobby']) server[at] = page('two', { policy: newPolicy })
  expect(await answer('shell', '/lobby')).toContain('one')
  await answer('settings', '/Settings.json')
  // The player is offered the new version; no reload happens.
  expect(reload).not.toHaveBeenCalled()
  await rest()
  expect(await answer('shell', '/lobby')).toContain('two')
  // Without a network the app still opens.
  server['/lobby'] = down
  expect(await answer('shell', '/lobby')).toContain('one')
  expect(kept()['reelcast-shell-one']).not.toContain('/index.html?current')
})

test('after a rollback the cached page opens at once again', async () => {
  const { server, answer, requested, rest } = await installed()
  for (const at of ['/index.html', '/lobby']) server[at] = page('two')
  await answer('shell', '/lobby')
  await rest()
  for (const at of ['/index.html', '/lobby']) server[at] = page('one')
  requested()
  await answer('shell', '/lobby')
  await rest()
  expect(requested()).toEqual(['/lobby', '/index.html'])
  await answer('shell', '/lobby')
  expect(requested()).toEqual(['/index.html'])
})

test('a reload that brings a new version never leads back to the old one', async () => {
  const { answer, rest } = await installed({ '/lobby': page('two') })
  await answer('page', '/lobby')
  await rest()
  expect(await answer('shell', '/lobby')).toContain('two')
})

test.each<[string, () => Response]>([
  ['the settings in the page', page('one', { stamp: '{&quot;countryCheck&quot;:true}' })],
  ['a server in its policy', page('one', { policy: `${POLICY};connect-src https://api.example` })],
  ['both, and the version', page('two', { stamp: '{}', policy: "default-src 'none'" })],
  ['the permission to see it', page('one', { status: 403 })],
])('where the server has changed %s, the page is reloaded before it gets its settings', async (_, made) => {
  const { server, answer, reload, requested, rest } = await installed({
    '/Settings.json': () => new Response('{}'),
  })
  for (const at of ['/index.html', '/lobby']) server[at] = made
  await answer('shell', '/lobby', 'a tab')
  let isReloaded = false
  reload.mockImplementationOnce(async () => {
    isReloaded = true
  })
  await answer('settings', '/Settings.json', 'another tab')
  expect(isReloaded).toBe(false)
  await answer('settings', '/Settings.json', 'a tab')
  expect(isReloaded).toBe(true)
  expect(reload.mock.calls).toEqual([['a tab']])
  await rest()
  requested()
  // The new page is the server's and is not compared: servers that differ cause no reload loop.
  await answer('shell', '/lobby', 'a tab')
  expect(requested()).toEqual(['/lobby'])
  await answer('settings', '/Settings.json', 'a tab')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('an unchanged page is cached with its newest headers, without a reload', async () => {
  const { server, answer, status, reload, rest } = await installed({
    '/Settings.json': () => new Response('{}'),
  })
  server['/index.html'] = () => {
    const answer = page('one')()
    answer.headers.set('strict-transport-security', 'max-age=1')
    return answer
  }
  await answer('shell', '/lobby')
  await answer('settings', '/Settings.json')
  await rest()
  expect(reload).not.toHaveBeenCalled()
  expect((await status('shell', '/lobby')).headers.get('strict-transport-security')).toBe('max-age=1')
})

test('after a change of the policy the app opens with the new one without a network', async () => {
  const { server, answer, status, rest } = await installed()
  server['/index.html'] = page('one', { policy: "default-src 'none'" })
  await answer('shell', '/lobby')
  await rest()
  server['/lobby'] = down
  const shown = await status('shell', '/lobby')
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'")
})

test('a page that the server has not confirmed for a week waits for the server', async () => {
  const { install, answer, requested, rest } = worker('one', whole)
  await install()
  vi.setSystemTime(Date.now() + 6 * DAY_MS)
  requested()
  await answer('shell', '/lobby')
  expect(requested()).toEqual(['/index.html'])
  await rest()
  // The comparison has confirmed the page.
  vi.setSystemTime(Date.now() + 6 * DAY_MS)
  await answer('shell', '/lobby')
  expect(requested()).toEqual(['/index.html'])
  await rest()
  vi.setSystemTime(Date.now() + 8 * DAY_MS)
  await answer('shell', '/lobby')
  expect(requested()).toEqual(['/lobby'])
})

test('with the server down a navigation gets the cached page and the last settings at once', async () => {
  const { server, answer, reload, rest } = await installed({
    '/Settings.json': () => new Response('{"siteId":1}'),
  })
  await answer('settings', '/Settings.json')
  for (const failure of [down, () => new Response('', { status: 502 })]) {
    for (const at of Object.keys(server)) server[at] = failure
    expect(await answer('shell', '/lobby')).toContain('one')
    expect(await answer('settings', '/Settings.json')).toBe('{"siteId":1}')
    await rest()
  }
  expect(reload).not.toHaveBeenCalled()
})

test('a comparison without an answer delays the settings for 4 s at most', async () => {
  const { server, answer } = await installed({ '/Settings.json': () => new Response('{}') })
  server['/index.html'] = () => new Promise(() => {})
  await answer('shell', '/lobby')
  const settings = answer('settings', '/Settings.json')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await settings).toBe('{}')
})

test('storage that is blocked or full answers as without a worker', async () => {
  const blocked = async () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const store = storage()
  Object.assign(store.caches, { open: blocked, match: blocked })
  const { answer, rest } = worker(
    'one',
    { ...whole, '/Settings.json': () => new Response('{}'), '/favicon.svg': () => new Response('icon') },
    store,
  )
  expect(await answer('shell', '/lobby')).toContain('one')
  expect(await answer('page', '/lobby')).toContain('one')
  expect(await answer('settings', '/Settings.json')).toBe('{}')
  expect(await answer('code', '/assets/index-aaaaaaa.js')).toBe('entry')
  expect(await answer('art', '/favicon.svg')).toBe('icon')
  await rest()
})

test('code is fetched only once', async () => {
  const { install, answer, fetch } = worker('one', {
    ...whole,
    '/assets/Chart-ccccccc.js': () => new Response('chart'),
  })
  await install()
  fetch.mockClear()
  expect(await answer('code', '/assets/index-aaaaaaa.js')).toBe('entry')
  expect(fetch).not.toHaveBeenCalled()
  expect(await answer('code', '/assets/Chart-ccccccc.js')).toBe('chart')
  expect(await answer('code', '/assets/Chart-ccccccc.js')).toBe('chart')
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a page under the name of code is neither installed nor cached', async () => {
  const server: Server = { ...whole, '/assets/Floor-bbbbbbb.js': otherPage }
  const { install, answer, kept } = worker('one', server)
  await expect(install()).rejects.toThrow('Floor')
  expect(kept()).toEqual({})
  expect(await answer('code', '/assets/Floor-bbbbbbb.js')).toContain('network')
  server['/assets/Floor-bbbbbbb.js'] = () => new Response('floor')
  expect(await answer('code', '/assets/Floor-bbbbbbb.js')).toBe('floor')
})

test("a page under the name of code in the browser's own cache is fetched past it", async () => {
  const { install, answer, fetch } = worker('one', whole)
  const fetchReal = fetch.getMockImplementation()
  fetch.mockImplementation(async (asked, init) => {
    const isPoisoned = path(asked) === '/assets/Floor-bbbbbbb.js' && init?.cache !== 'reload'
    return isPoisoned ? otherPage() : (fetchReal?.(asked, init) as Promise<Response & { type: 'basic' }>)
  })
  await install()
  expect(await answer('code', '/assets/Floor-bbbbbbb.js')).toBe('floor')
  fetch.mockClear()
  expect(await answer('code', '/assets/Floor-bbbbbbb.js')).toBe('floor')
  expect(fetch).not.toHaveBeenCalled()
})

test('a page that an earlier worker has cached under the name of code or art does not count', async () => {
  const store = storage()
  for (const [name, file] of [
    ['reelcast-shell-one', '/assets/index-aaaaaaa.js'],
    ['reelcast-shell-old', '/assets/Chart-ccccccc.js'],
    ['reelcast-art', '/assets/machines/nar.png'],
  ] as const)
    await (await store.caches.open(name)).put(file, otherPage())
  const { answer } = worker(
    'one',
    {
      ...whole,
      '/assets/Chart-ccccccc.js': () => new Response('chart'),
      '/assets/machines/nar.png': () => new Response('nar'),
    },
    store,
  )
  expect(await answer('code', '/assets/index-aaaaaaa.js')).toBe('entry')
  expect(await answer('code', '/assets/Chart-ccccccc.js')).toBe('chart')
  expect(await answer('art', '/assets/machines/nar.png')).toBe('nar')
})

test('a page under the name of art never takes the place of the art', async () => {
  const server: Server = { '/assets/machines/nar.png': () => new Response('nar') }
  const { answer, rest } = worker('one', server)
  await answer('art', '/assets/machines/nar.png')
  server['/assets/machines/nar.png'] = otherPage
  await answer('art', '/assets/machines/nar.png')
  await rest()
  server['/assets/machines/nar.png'] = down
  expect(await answer('art', '/assets/machines/nar.png')).toBe('nar')
})

test('art is served from the cache and refreshed for the next request', async () => {
  const server: Server = { '/assets/machines/nar.png': () => new Response('old') }
  const { answer, works } = worker('one', server)
  expect(await answer('art', '/assets/machines/nar.png')).toBe('old')
  server['/assets/machines/nar.png'] = () => new Response('new')
  expect(await answer('art', '/assets/machines/nar.png')).toBe('old')
  await Promise.all(works)
  expect(await answer('art', '/assets/machines/nar.png')).toBe('new')
  server['/assets/machines/nar.png'] = down
  expect(await answer('art', '/assets/machines/nar.png')).toBe('new')
})

test('the newest 80 images are cached', async () => {
  const names = Array.from({ length: 90 }, (_, n) => `/assets/machines/m${n}.png`)
  const { answer, kept } = worker(
    'one',
    Object.fromEntries(names.map((name) => [name, () => new Response('')])),
  )
  for (const name of names) await answer('art', name)
  expect(kept()['reelcast-art']).toEqual(names.slice(10).sort())
})

test('Settings.json is network first, from the cache when offline', async () => {
  const server: Server = { '/Settings.json': () => new Response('{"siteId":1}') }
  const { answer } = worker('one', server)
  expect(await answer('settings', '/Settings.json')).toBe('{"siteId":1}')
  server['/Settings.json'] = () => new Response('{"siteId":2}')
  expect(await answer('settings', '/Settings.json')).toBe('{"siteId":2}')
  server['/Settings.json'] = down
  expect(await answer('settings', '/Settings.json')).toBe('{"siteId":2}')
})

test.each([
  ["a captive portal's page", otherPage],
  ['a page with the type of JSON', () => new Response('<html>')],
  ['half a file', () => new Response('{"a":')],
  ['a list', () => new Response('[]')],
  ['null', () => new Response('null')],
  ['an error', () => new Response('{"statusCode":404,"message":"no"}')],
])('%s with status 200 does not replace the settings', async (_, other) => {
  const server: Server = { '/Settings.json': () => new Response('{"siteId":1}') }
  const { answer } = worker('one', server)
  await answer('settings', '/Settings.json')
  for (const answered of [other, down]) {
    server['/Settings.json'] = answered
    expect(await answer('settings', '/Settings.json')).toBe('{"siteId":1}')
  }
})

test('without settings in the cache any answer is passed on; a refusal always is', async () => {
  const server: Server = { '/Settings.json': otherPage }
  const { answer, status } = worker('one', server)
  expect(await answer('settings', '/Settings.json')).toContain('network')
  server['/Settings.json'] = () => new Response('{"siteId":1}')
  await answer('settings', '/Settings.json')
  server['/Settings.json'] = () => new Response('', { status: 401 })
  expect((await status('settings', '/Settings.json')).status).toBe(401)
})

test('an empty cache fails as without a worker', async () => {
  const { answer } = worker('one', { '/lobby': down, '/Settings.json': down })
  for (const strategy of ['shell', 'page'] as const)
    await expect(answer(strategy, '/lobby')).rejects.toThrow('no network')
  await expect(answer('settings', '/Settings.json')).rejects.toThrow('no network')
})
