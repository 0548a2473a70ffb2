import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const worker = vi.hoisted(() => ({
  letWorkerIn: vi.fn(async () => {}),
  sendWorkerAway: vi.fn(async () => {}),
}))
vi.mock('./registration.ts', () => worker)

/** The page as it starts with what the operator has written; modules of its own. */
async function start(settings: object) {
  vi.resetModules()
  vi.stubGlobal('fetch', async () => Response.json(settings))
  const [{ startPhone }, { loadSettings }] = await Promise.all([
    import('./start.tsx'),
    import('../../core/settings/settings.ts'),
  ])
  startPhone(() => {})
  expect(worker.letWorkerIn).not.toHaveBeenCalled()
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

test('the service worker comes once the settings allow it', async () => {
  await start({})
  await vi.waitFor(() => expect(worker.letWorkerIn).toHaveBeenCalledOnce())
  expect(worker.sendWorkerAway).not.toHaveBeenCalled()
})

test('an operator who does not want it has it gone, with its caches', async () => {
  await start({ serviceWorker: false })
  await vi.waitFor(() => expect(worker.sendWorkerAway).toHaveBeenCalledOnce())
  expect(worker.letWorkerIn).not.toHaveBeenCalled()
})
