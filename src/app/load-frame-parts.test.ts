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
vi.mock('../features/wallet/late.tsx', () => ({ walletParts: { preload: async () => shown.wallet++ } }))
vi.mock('../features/lobby/late.tsx', () => ({ lobbyParts: { preload: async () => shown.tools++ } }))
vi.mock('../features/extras/register.tsx', () => ({ registerExtras: () => shown.extras++ }))

import { startGuard } from '../core/router/guard.ts'
import { loadSettings } from '../core/settings/settings.ts'
import { frameParts } from './Layers.tsx'
import { loadFrameParts } from './load-frame-parts.ts'

const ALL = { navbar: 1, info: 1, search: 1, wallet: 1, tools: 1, extras: 0, preferences: 1 }
let stop = () => {}

async function extrasAre(extras: boolean): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ extras })))
  await loadSettings()
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

test('the next page loads parts that failed to load', async () => {
  await extrasAre(false)
  const preload = vi.spyOn(frameParts, 'preload').mockImplementationOnce(async () => {})
  stop = loadFrameParts()
  await vi.waitFor(() => expect(preload).toHaveBeenCalledOnce())
  expect(shown).toMatchObject({ navbar: 0, preferences: 0 })
  go('/profile')
  await vi.waitFor(() => expect(shown).toMatchObject({ navbar: 1, preferences: 1 }))
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

test('the extras load only where the operator enables them', async () => {
  await extrasAre(true)
  stop = loadFrameParts()
  await vi.waitFor(() => expect(shown).toEqual({ ...ALL, extras: 1 }))
})
