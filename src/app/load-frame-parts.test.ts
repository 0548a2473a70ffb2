import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const shown = vi.hoisted(() => ({ navbar: 0, info: 0, search: 0, wallet: 0, tools: 0, extras: 0 }))
vi.mock('../features/navigation/register.ts', () => ({ showNavbar: () => shown.navbar++ }))
vi.mock('../features/info/register.ts', () => ({ showInfo: () => shown.info++ }))
vi.mock('../features/search/register.tsx', () => ({
  showSearch: () => {
    shown.search++
    throw new Error('did not come')
  },
}))
vi.mock('../features/wallet/register.ts', () => ({ showWallet: () => shown.wallet++ }))
vi.mock('../features/lobby/tools/register.tsx', () => ({ showFloorTools: () => shown.tools++ }))
vi.mock('../features/extras/register.tsx', () => ({ showExtras: () => shown.extras++ }))

import { keepGate } from '../core/router/guard.ts'
import { loadSettings } from '../core/settings/settings.ts'
import { furnish } from './load-frame-parts.ts'

const ALL = { navbar: 1, info: 1, search: 1, wallet: 1, tools: 1, extras: 0 }
let stop = () => {}

async function extrasAre(extras: boolean): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ extras })))
  await loadSettings()
}

function go(path: string): void {
  history.pushState(null, '', path)
  window.dispatchEvent(new Event('pushState'))
}

beforeAll(keepGate)
beforeEach(() => {
  for (const part of Object.keys(shown) as (keyof typeof shown)[]) shown[part] = 0
  go('/lobby')
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('a page gets all that stands around it, once, whatever one part of it does', async () => {
  await extrasAre(false)
  stop = furnish()
  await vi.waitFor(() => expect(shown).toEqual(ALL))
  go('/profile')
  go('/lobby')
  await vi.dynamicImportSettled()
  expect(shown).toEqual(ALL)
})

test('a game has nothing around it: the parts come with the page after it', async () => {
  await extrasAre(false)
  go('/game/7/Kervan')
  stop = furnish()
  await vi.dynamicImportSettled()
  expect(Object.values(shown)).toEqual([0, 0, 0, 0, 0, 0])
  go('/lobby')
  await vi.waitFor(() => expect(shown).toEqual(ALL))
})

test('the extras come for who has them on', async () => {
  await extrasAre(true)
  stop = furnish()
  await vi.waitFor(() => expect(shown).toEqual({ ...ALL, extras: 1 }))
})
