import { afterEach, expect, test, vi } from 'vitest'
import { pageExists } from './page-exists.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  [200, true],
  [404, false],
  [500, false],
  [405, true],
])('an answer of %i: %s', async (status, there) => {
  const fetch = vi.fn(async () => ({ ok: status < 400, status }))
  vi.stubGlobal('fetch', fetch)
  expect(await pageExists('/paytables.html')).toBe(there)
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    '/paytables.html',
    expect.objectContaining({ method: 'HEAD' }),
  )
})

test('a missing answer counts as no page, also after a timeout', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  expect(await pageExists('/paytables.html')).toBe(false)
  const stop = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(stop.signal)
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  )
  const asked = pageExists('/paytables.html')
  stop.abort()
  expect(await asked).toBe(false)
})
