import { afterEach, expect, test, vi } from 'vitest'
import { forgetCurrentPage, registerServiceWorker, unregisterServiceWorker } from './registration.ts'

const worker = (given: object) =>
  Object.defineProperty(navigator, 'serviceWorker', { value: given, configurable: true })
afterEach(() => {
  worker(undefined as unknown as object)
  vi.unstubAllGlobals()
})

test("the Trusted Types policy permits the worker's address only", async () => {
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

test('registers without a policy where the browser has none or refuses it', async () => {
  await registerServiceWorker()
  worker({ register: async () => Promise.reject(new Error('no')) })
  await registerServiceWorker()
  await unregisterServiceWorker()
})

test("unregistering deletes the worker's caches and no others", async () => {
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

test('forgetting the cached page keeps other caches, and does not fail without storage', async () => {
  await forgetCurrentPage()
  const gone: string[] = []
  vi.stubGlobal('caches', {
    keys: async () => ['reelcast-art', 'of-somebody-else', 'reelcast-shell-one', 'reelcast-shell-two'],
    open: async (name: string) => ({ delete: async (key: string) => gone.push(name + key) }),
  })
  await forgetCurrentPage()
  expect(gone).toEqual(['reelcast-shell-one/index.html?current', 'reelcast-shell-two/index.html?current'])
  vi.stubGlobal('caches', { keys: async () => Promise.reject(new DOMException('blocked', 'SecurityError')) })
  await forgetCurrentPage()
})
