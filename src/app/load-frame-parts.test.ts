import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const shown = vi.hoisted(() => ({
  navbar: 0,
  info: 0,
  search: 0,
  wallet: 0,
  tools: 0,
  extras: 0,
  preferences: 0,
}))
vi.mock('../features/navigation/register.tsx', () => ({ registerNavbar: () => shown.navbar++ }))
vi.mock('../features/info/register.ts', () => ({ registerInfo: () => shown.info++ }))
vi.mock('../features/search/register.tsx', () => ({ registerSearch: () => shown.search++ }))
vi.mock('../features/preferences/actions.ts', () => ({ loadPreferences: () => shown.preferences++ }))
const late = vi.hoisted(() => {
  /** How often a module will fail to load. */
  const failures = { wallet: 0, tools: 0 }
  const part = (name: keyof typeof failures) => {
    const loaded: { value: object | 'failed' | undefined } = { value: undefined }
    const preload = async () => {
      shown[name]++
      loaded.value = failures[name]-- > 0 ? 'failed' : {}
    }
    return { loaded, preload }
  }
  return { failures, wallet: part('wallet'), tools: part('tools') }
})
vi.mock('../features/wallet/late.tsx', () => ({ walletParts: late.wallet }))
vi.mock('../features/lobby/late.tsx', () => ({ lobbyParts: late.tools }))
vi.mock('../features/extras/register.tsx', () => ({ registerExtras: () => shown.extras++ }))

import { startGuard } from '../core/router/guard.ts'
import { setSettings } from '../core/settings/set-settings.fake.ts'
import { frameParts } from './Layers.tsx'
import { loadFrameParts } from './load-frame-parts.ts'

const ALL = { navbar: 1, info: 1, search: 1, wallet: 1, tools: 1, extras: 0, preferences: 1 }
let stop = () => {}

async function extrasAre(extras: boolean): Promise<void> {
  await setSettings({ extras })
}

function go(path: string): void {
  history.pushState(null, '', path)
  window.dispatchEvent(new Event('pushState'))
}

beforeAll(startGuard)
beforeEach(() => {
  for (const part of Object.keys(shown) as (keyof typeof shown)[]) shown[part] = 0
  go('/lobby')
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('each part that failed to load is loaded again after a pause, until the login ends', async () => {
  await extrasAre(false)
  vi.useFakeTimers()
  const preload = vi.spyOn(frameParts, 'preload').mockImplementationOnce(async () => {})
  Object.assign(late.failures, { wallet: 1, tools: 9 })
  stop = loadFrameParts()
  await vi.advanceTimersByTimeAsync(900)
  expect(shown).toMatchObject({ wallet: 1, tools: 1, navbar: 0 })
  await vi.advanceTimersByTimeAsync(200)
  expect(shown).toMatchObject({ wallet: 2, tools: 2 })
  expect(preload).toHaveBeenCalledTimes(2)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(shown).toMatchObject({ wallet: 2, tools: 3, navbar: 1, preferences: 1 })
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown.tools).toBe(3)
  Object.assign(late.failures, { wallet: 0, tools: 0 })
  vi.useRealTimers()
})

test('every part of the frame registers once', async () => {
  await extrasAre(false)
  stop = loadFrameParts()
  await vi.waitFor(() => expect(shown).toEqual(ALL))
  go('/profile')
  go('/lobby')
  await vi.dynamicImportSettled()
  expect(shown).toEqual(ALL)
})

test('a game has no frame: the parts load with the next page', async () => {
  await extrasAre(false)
  go('/game/7/Kervan')
  stop = loadFrameParts()
  await vi.dynamicImportSettled()
  expect(Object.values(shown)).toEqual([0, 0, 0, 0, 0, 0, 0])
  go('/lobby')
  await vi.waitFor(() => expect(shown).toEqual(ALL))
})

test('no listener outlives the session that added it', async () => {
  await extrasAre(false)
  const listeners = new Set<unknown>()
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener) => {
    listeners.add(`${type} ${listener}`)
  })
  vi.spyOn(window, 'removeEventListener').mockImplementation((type, listener) => {
    listeners.delete(`${type} ${listener}`)
  })
  stop = loadFrameParts()
  await vi.waitFor(() => expect([...listeners].join()).toContain('pointercancel'))
  stop()
  expect([...listeners]).toEqual([])
  // A chunk that loads after the end adds none.
  stop = loadFrameParts()
  stop()
  await vi.dynamicImportSettled()
  expect([...listeners]).toEqual([])
})

test('a page that is shown again fetches the preferences, which another tab may have changed', async () => {
  await extrasAre(false)
  let isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  const show = (isShown: boolean) => {
    isHidden = !isShown
    document.dispatchEvent(new Event('visibilitychange'))
  }
  stop = loadFrameParts()
  await vi.waitFor(() => expect(shown.preferences).toBe(1))
  show(false)
  expect(shown.preferences).toBe(1)
  show(true)
  expect(shown.preferences).toBe(2)
  stop()
  show(true)
  expect(shown.preferences).toBe(2)
})

test('the extras load only where the operator enables them', async () => {
  await extrasAre(true)
  stop = loadFrameParts()
  await vi.waitFor(() => expect(shown).toEqual({ ...ALL, extras: 1 }))
})
