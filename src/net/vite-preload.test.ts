import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Reloaded for each test, because it remembers the requested files. */
let preload: typeof import('./vite-preload.ts').preload
let arrive: (answer: Response) => void
const fetched = vi.fn()
beforeEach(async () => {
  fetched.mockReset().mockImplementation(
    () =>
      new Promise<Response>((done) => {
        arrive = done
      }),
  )
  vi.stubGlobal('fetch', fetched)
  vi.resetModules()
  preload = (await import('./vite-preload.ts')).preload
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
})

const link = () => document.head.querySelector('link')
const links = () => [...document.head.querySelectorAll('link')].map(({ rel, href }) => [rel, href])
const address = (file: string) => new URL(file, location.href).href

test('a chunk without files is loaded at once', async () => {
  expect(await preload(async () => 'chunk')).toBe('chunk')
  expect(links()).toEqual([])
})

test('the chunk waits for its files, and each is requested once', async () => {
  const load = vi.fn(async () => 'chunk')
  const first = preload(load, ['assets/a.js', 'assets/a.css'])
  const second = preload(load, ['assets/a.css', 'assets/a.js'])
  expect(links()).toEqual([['stylesheet', address('/assets/a.css')]])
  link()?.dispatchEvent(new Event('load'))
  expect(load).not.toHaveBeenCalled()
  arrive(new Response('code'))
  expect(await Promise.all([first, second])).toEqual(['chunk', 'chunk'])
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/assets/a.js')
})

test('files that the page links are not requested again', async () => {
  document.head.innerHTML = `<link rel="stylesheet" href="/assets/a.css">
    <link rel="modulepreload" href="/assets/a.js">`
  expect(await preload(async () => 'chunk', ['assets/a.css', 'assets/a.js'])).toBe('chunk')
  expect(links()).toHaveLength(2)
  expect(fetched).not.toHaveBeenCalled()
})

test('a stylesheet that fails to load fails the chunk, and is requested again the next time', async () => {
  const load = vi.fn(async () => 'chunk')
  const failed = preload(load, ['assets/a.css'])
  link()?.dispatchEvent(new Event('error'))
  await expect(failed).rejects.toThrow('assets/a.css')
  expect(load).not.toHaveBeenCalled()
  expect(links()).toEqual([])
  const again = preload(load, ['assets/a.css'])
  link()?.dispatchEvent(new Event('load'))
  expect(await again).toBe('chunk')
})

test('so does a script, which is no module until it has come', async () => {
  const load = vi.fn(async () => 'chunk')
  const failed = preload(load, ['assets/a.js'])
  arrive(new Response('', { status: 404 }))
  await expect(failed).rejects.toThrow('assets/a.js')
  expect(load).not.toHaveBeenCalled()
  const again = preload(load, ['assets/a.js'])
  arrive(new Response('code'))
  expect(await again).toBe('chunk')
})

test('a chunk that fails to load is requested again the next time', async () => {
  const load = vi.fn(async () => 'chunk').mockRejectedValueOnce(new TypeError('offline'))
  await expect(preload(load)).rejects.toThrow('offline')
  expect(await preload(load)).toBe('chunk')
})

test('the chunk waits for its texts, which are requested with it', async () => {
  const load = vi.fn(async () => 'chunk')
  let bring = () => {}
  const loadTexts = vi.fn(
    () =>
      new Promise<void>((done) => {
        bring = done
      }),
  )
  const loaded = preload(load, ['rest'], loadTexts)
  expect(loadTexts.mock.calls).toEqual([['rest']])
  await Promise.resolve()
  expect(load).not.toHaveBeenCalled()
  bring()
  expect(await loaded).toBe('chunk')
})
