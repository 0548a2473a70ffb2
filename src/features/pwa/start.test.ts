import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const worker = vi.hoisted(() => ({
  registerServiceWorker: vi.fn(async () => {}),
  unregisterServiceWorker: vi.fn(async () => {}),
}))
vi.mock('./registration.ts', () => worker)

/** Reloads the modules with `settings` as Settings.json. */
async function start(settings: object) {
  vi.resetModules()
  vi.stubGlobal('fetch', async () => Response.json(settings))
  const [{ startPwa }, { loadSettings }] = await Promise.all([
    import('./start.tsx'),
    import('../../core/settings/settings.ts'),
  ])
  startPwa(() => {})
  expect(worker.registerServiceWorker).not.toHaveBeenCalled()
  await loadSettings()
}

beforeEach(() => {
  document.documentElement.dataset.build = 'aaaaaaaa'
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
})
afterEach(() => {
  delete document.documentElement.dataset.build
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('the service worker is registered once the settings permit it', async () => {
  await start({})
  await vi.waitFor(() => expect(worker.registerServiceWorker).toHaveBeenCalledOnce())
  expect(worker.unregisterServiceWorker).not.toHaveBeenCalled()
})

test('switched off by the operator, the worker is unregistered and its caches are deleted', async () => {
  await start({ serviceWorker: false })
  await vi.waitFor(() => expect(worker.unregisterServiceWorker).toHaveBeenCalledOnce())
  expect(worker.registerServiceWorker).not.toHaveBeenCalled()
})
