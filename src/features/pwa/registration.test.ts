import { afterEach, expect, test, vi } from 'vitest'
import { registerServiceWorker, unregisterServiceWorker } from './registration.ts'

const worker = (given: object) =>
  Object.defineProperty(navigator, 'serviceWorker', { value: given, configurable: true })
afterEach(() => {
  worker(undefined as unknown as object)
  vi.unstubAllGlobals()
})

test('one address alone is let in, through a policy of trusted types where the browser has them', async () => {
  const register = vi.fn(async () => ({}))
  worker({ register })
  const trusted = { toString: () => '/sw.js' }
  const createPolicy = vi.fn(
    (_: string, { createScriptURL }: { createScriptURL: (text: string) => string }) => ({
      createScriptURL: (text: string) => {
        expect(createScriptURL(text)).toBe('/sw.js')
        return trusted
      },
    }),
  )
  vi.stubGlobal('trustedTypes', { createPolicy })
  await registerServiceWorker()
  expect(register).toHaveBeenCalledWith(trusted, { scope: '/', updateViaCache: 'none' })
})

test('a browser without it, or that refuses it, goes without', async () => {
  await registerServiceWorker()
  worker({ register: async () => Promise.reject(new Error('no')) })
  await registerServiceWorker()
  await unregisterServiceWorker()
})

test('sent away it takes with it all that it kept, and nothing else', async () => {
  const unregister = vi.fn(async () => true)
  worker({ getRegistrations: async () => [{ unregister }] })
  const gone: string[] = []
  vi.stubGlobal('caches', {
    keys: async () => ['reelcast-art', 'of-somebody-else', 'reelcast-shell-one'],
    delete: async (name: string) => gone.push(name),
  })
  await unregisterServiceWorker()
  expect(unregister).toHaveBeenCalled()
  expect(gone).toEqual(['reelcast-art', 'reelcast-shell-one'])
})
