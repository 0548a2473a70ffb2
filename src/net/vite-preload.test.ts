import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Reloaded for each test, because it remembers the requested files. */
let preload: typeof import('./vite-preload.ts').preload
beforeEach(async () => {
  vi.resetModules()
  preload = (await import('./vite-preload.ts')).preload
})
afterEach(() => {
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

test('a stylesheet that fails to load fails the chunk, and is requested again the next time', async () => {
  const load = vi.fn(async () => 'chunk')
  const failed = preload(load, ['assets/a.css'])
  style()?.dispatchEvent(new Event('error'))
  await expect(failed).rejects.toThrow('assets/a.css')
  expect(load).not.toHaveBeenCalled()
  expect(links()).toEqual([])
  const again = preload(load, ['assets/a.css'])
  style()?.dispatchEvent(new Event('load'))
  expect(await again).toBe('chunk')
})

test('a chunk that fails to load is requested again the next time', async () => {
  const load = vi.fn(async () => 'chunk').mockRejectedValueOnce(new TypeError('offline'))
  await expect(preload(load)).rejects.toThrow('offline')
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
