import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Reloaded for each test, because it remembers the requested files. */
let preload: typeof import('./preload.ts').preload
beforeEach(async () => {
  vi.resetModules()
  preload = (await import('./preload.ts')).preload
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
})

const links = () => [...document.head.querySelectorAll('link')].map(({ rel, href }) => [rel, href])
const style = () => document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
const address = (file: string) => new URL(file, location.href).href

test('a chunk without files is loaded at once', async () => {
  expect(await preload(async () => 'chunk')).toBe('chunk')
  expect(links()).toEqual([])
})

test('the chunk waits for its stylesheet, not its scripts, and each is requested once', async () => {
  const load = vi.fn(async () => 'chunk')
  const first = preload(load, ['assets/a.js', 'assets/a.css'])
  const second = preload(load, ['assets/a.css'])
  expect(links()).toEqual([
    ['modulepreload', address('/assets/a.js')],
    ['stylesheet', address('/assets/a.css')],
  ])
  await Promise.resolve()
  expect(load).not.toHaveBeenCalled()
  style()?.dispatchEvent(new Event('load'))
  expect(await Promise.all([first, second])).toEqual(['chunk', 'chunk'])
})

test('files that the page links are not requested again', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/a.css">'
  expect(await preload(async () => 'chunk', ['assets/a.css'])).toBe('chunk')
  expect(links()).toHaveLength(1)
})

test('a stylesheet that fails to load is fetched past every cache, and linked once more', async () => {
  const fetch = vi.fn(async () => new Response(''))
  vi.stubGlobal('fetch', fetch)
  const loaded = preload(async () => 'chunk', ['assets/a.css', 'rest'])
  style()?.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(style()).not.toBeNull())
  expect(fetch.mock.calls).toEqual([['/assets/a.css', { cache: 'reload' }]])
  style()?.dispatchEvent(new Event('load'))
  expect(await loaded).toBe('chunk')
})

test('a stylesheet that fails to load without a network fails the chunk, and is linked again the next time', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')))
  const load = vi.fn(async () => 'chunk')
  const failed = preload(load, ['assets/a.css'])
  style()?.dispatchEvent(new Event('error'))
  await expect(failed).rejects.toThrow('offline')
  expect(load).not.toHaveBeenCalled()
  expect(links()).toEqual([])
  const again = preload(load, ['assets/a.css'])
  style()?.dispatchEvent(new Event('load'))
  expect(await again).toBe('chunk')
})

/** A chunk whose import() the build has written. */
const chunkNamed = (load: () => Promise<string>) =>
  Object.assign(load, { toString: () => '()=>import(`./Page.chunk-aB_c-12.js`).then(e=>e.t)' })

test.each([[[]], [['assets/Page.chunk-aB_c-12.js', 'assets/other.js']]])(
  'a chunk that fails to load is fetched past every cache with its files %j, and loaded once more',
  async (files) => {
    const fetch = vi.fn(async (_file: string, _init: RequestInit) => new Response(''))
    vi.stubGlobal('fetch', fetch)
    const load = vi.fn(async () => 'chunk').mockRejectedValueOnce(new TypeError('no script'))
    expect(await preload(chunkNamed(load), files)).toBe('chunk')
    expect(new Set(fetch.mock.calls.map(([file]) => file))).toEqual(
      new Set(['/assets/Page.chunk-aB_c-12.js', ...files.map((file) => `/${file}`)]),
    )
    expect(fetch.mock.calls[0]?.[1]).toEqual({ cache: 'reload' })
  },
)

test('a chunk that fails twice is requested again the next time', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('', { status: 404 })),
  )
  const failure = new TypeError('gone')
  const load = vi
    .fn(async () => 'chunk')
    .mockRejectedValueOnce(failure)
    .mockRejectedValueOnce(failure)
  await expect(preload(chunkNamed(load))).rejects.toThrow('gone')
  expect(await preload(load)).toBe('chunk')
})

test('the chunk waits for its texts, which are requested with it', async () => {
  const load = vi.fn(async () => 'chunk')
  let arrive = () => {}
  const loadTexts = vi.fn(
    () =>
      new Promise<void>((done) => {
        arrive = done
      }),
  )
  const loaded = preload(load, ['assets/a.js', 'rest'], loadTexts)
  expect(links()).toEqual([['modulepreload', address('/assets/a.js')]])
  expect(loadTexts.mock.calls).toEqual([['rest']])
  await Promise.resolve()
  expect(load).not.toHaveBeenCalled()
  arrive()
  expect(await loaded).toBe('chunk')
})
