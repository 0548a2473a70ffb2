import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCache } from './cache-strategies.ts'

const HOST = 'https://play.example'
const path = (asked: RequestInfo | URL) =>
  new URL(typeof asked === 'object' && 'url' in asked ? asked.url : `${asked}`, HOST).pathname

/** A browser's caches, as far as the worker uses them. */
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
  }
  return { all, caches }
}

type Server = Record<string, () => Response | Promise<Response>>
const page = (build: string) => () => new Response(`<html data-build="${build}">`)
const down = () => Promise.reject(new TypeError('no network'))

/** The worker of a build, before a server that has these files. */
function worker(build: string, server: Server, { all, caches } = storage()) {
  const files = ['/assets/index-aaaaaaaa.js', '/assets/Floor-bbbbbbbb.js']
  const fetch = vi.fn(async (asked: RequestInfo) => {
    const answer = await (server[path(asked)]?.() ?? new Response('', { status: 404 }))
    return Object.defineProperty(answer, 'type', { value: 'basic' })
  })
  const made = createCache({ caches, fetch, build, files })
  const works: Promise<unknown>[] = []
  const answer = (way: 'shell' | 'code' | 'art' | 'settings', at: string) =>
    made.answer(
      way,
      new Request(HOST + at),
      () => fetch(at),
      (work) => works.push(work),
    )
  const text = async (way: 'shell' | 'code' | 'art' | 'settings', at: string) =>
    (await answer(way, at)).text()
  const kept = () => Object.fromEntries([...all].map(([name, files]) => [name, [...files.keys()].sort()]))
  return { ...made, answer: text, status: answer, fetch, kept, works }
}

const whole: Server = {
  '/index.html': page('one'),
  '/lobby': page('one'),
  '/assets/index-aaaaaaaa.js': () => new Response('entry'),
  '/assets/Floor-bbbbbbbb.js': () => new Response('floor'),
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("a version's cache is complete and holds no other version", async () => {
  const { install, kept } = worker('one', whole)
  await install()
  expect(kept()).toEqual({
    'reelcast-shell-one': ['/assets/Floor-bbbbbbbb.js', '/assets/index-aaaaaaaa.js', '/index.html'],
  })
})

test('a version that is missing or incomplete on the server is not cached', async () => {
  await expect(worker('two', whole).install()).rejects.toThrow('another version')
  const { install, kept } = worker('one', {
    ...whole,
    '/assets/Floor-bbbbbbbb.js': () => new Response('', { status: 404 }),
  })
  await expect(install()).rejects.toThrow('Floor')
  expect(kept()['reelcast-shell-one']).toEqual([])
})

test('a new version deletes the older caches and no others', async () => {
  const store = storage()
  for (const name of ['reelcast-shell-old', 'reelcast-art', 'reelcast-settings', 'of-somebody-else'])
    await store.caches.open(name)
  const { install, tidy, kept } = worker('one', whole, store)
  await install()
  await tidy()
  expect(Object.keys(kept()).sort()).toEqual(
    ['of-somebody-else', 'reelcast-art', 'reelcast-settings', 'reelcast-shell-one'].sort(),
  )
})

test('navigation is network first; offline or after 4 s the shell opens', async () => {
  const server: Server = { ...whole }
  const { install, answer, kept } = worker('one', server)
  await install()
  server['/lobby'] = page('two')
  expect(await answer('shell', '/lobby')).toContain('two')
  server['/lobby'] = down
  expect(await answer('shell', '/lobby')).toContain('one')
  // A gateway whose server is being started again.
  server['/lobby'] = () => new Response('', { status: 502 })
  expect(await answer('shell', '/lobby')).toContain('one')
  server['/lobby'] = () => new Promise(() => {})
  const late = answer('shell', '/lobby')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await late).toContain('one')
  // A page's address is never kept: it may hold a token.
  expect(kept()['reelcast-shell-one']).not.toContain('/lobby')
})

test('a 404 page is passed on', async () => {
  const { install, status } = worker('one', { ...whole, '/nowhere': () => new Response('', { status: 404 }) })
  await install()
  expect((await status('shell', '/nowhere')).status).toBe(404)
})

test('code is fetched once', async () => {
  const { install, answer, fetch } = worker('one', {
    ...whole,
    '/assets/Chart-cccccccc.js': () => new Response('chart'),
  })
  await install()
  fetch.mockClear()
  expect(await answer('code', '/assets/index-aaaaaaaa.js')).toBe('entry')
  expect(fetch).not.toHaveBeenCalled()
  expect(await answer('code', '/assets/Chart-cccccccc.js')).toBe('chart')
  expect(await answer('code', '/assets/Chart-cccccccc.js')).toBe('chart')
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('art is served from the cache and refreshed for the next time', async () => {
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
  const server: Server = { '/Settings.json': () => new Response('{"a":1}') }
  const { answer } = worker('one', server)
  expect(await answer('settings', '/Settings.json')).toBe('{"a":1}')
  server['/Settings.json'] = () => new Response('{"a":2}')
  expect(await answer('settings', '/Settings.json')).toBe('{"a":2}')
  server['/Settings.json'] = down
  expect(await answer('settings', '/Settings.json')).toBe('{"a":2}')
})

test('an empty cache fails as without a worker', async () => {
  const { answer } = worker('one', { '/lobby': down, '/Settings.json': down })
  await expect(answer('shell', '/lobby')).rejects.toThrow('no network')
  await expect(answer('settings', '/Settings.json')).rejects.toThrow('no network')
})
