import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setLink } from '../core/connection/state.ts'
import { slotPart } from '../core/frame/slots.ts'
import { startGuard } from '../core/router/guard.ts'
import { setSettings } from '../core/settings/set-settings.fake.ts'
import { LinkBanner } from '../features/frame/LinkBanner.tsx'
import { HeldCard } from '../features/held-machine/HeldCard.tsx'
import { Navbar } from '../features/navigation/Navbar.tsx'
import { Search } from '../features/search/Search.tsx'
import { Shortcuts } from '../features/search/Shortcuts.tsx'

const loadPreferences = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('../features/preferences/actions.ts', () => ({ loadPreferences }))
const late = vi.hoisted(() => {
  const part = () => {
    const one = {
      /** How often it will fail to load. */
      failures: 0,
      requests: 0,
      loaded: { value: undefined as object | 'failed' | undefined },
      preload: async () => {
        one.requests++
        one.loaded.value = one.failures-- > 0 ? 'failed' : {}
      },
    }
    return one
  }
  return { wallet: part(), lobby: part(), held: part() }
})
vi.mock('../features/wallet/late.tsx', () => ({ walletParts: late.wallet }))
vi.mock('../features/lobby/late.tsx', () => ({ lobbyParts: late.lobby }))
vi.mock('../features/held-machine/late.ts', () => ({ heldMachineParts: late.held }))
const registerExtras = vi.hoisted(() => vi.fn())
vi.mock('../features/extras/extras.chunk.tsx', () => ({ registerExtras }))

import { laterParts } from './late-signed-in.ts'
import { loadSecondWave } from './second-wave.ts'

let stop = () => {}

function go(path: string): void {
  history.pushState(null, '', path)
  window.dispatchEvent(new Event('pushState'))
}

beforeAll(startGuard)
beforeEach(async () => {
  for (const part of Object.values(late)) part.requests = 0
  await setSettings({ extras: false })
  go('/lobby')
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.clearAllMocks()
  vi.restoreAllMocks()
})

const started = () => vi.waitFor(() => expect(loadPreferences).toHaveBeenCalledOnce())

// The first test, because the module then stays loaded.
test('each module that failed to load is loaded again after a pause, until the login ends', async () => {
  vi.useFakeTimers()
  const preload = vi.spyOn(laterParts, 'preload').mockImplementationOnce(async () => {})
  late.wallet.failures = 1
  late.lobby.failures = 9
  stop = loadSecondWave()
  await vi.advanceTimersByTimeAsync(900)
  expect(loadPreferences).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect([preload.mock.calls.length, late.wallet.requests, late.lobby.requests]).toEqual([2, 2, 2])
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect([late.held.requests, late.wallet.requests, late.lobby.requests]).toEqual([1, 2, 3])
  expect(loadPreferences).toHaveBeenCalledOnce()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(late.lobby.requests).toBe(3)
  late.lobby.failures = 0
})

test('a game has no frame: the wave loads once, with the next page', async () => {
  go('/game/7/Kervan')
  stop = loadSecondWave()
  await vi.dynamicImportSettled()
  expect([late.wallet.requests, loadPreferences.mock.calls.length]).toEqual([0, 0])
  go('/lobby')
  await started()
  const slots = ['linkBanner', 'navbar', 'search', 'shortcuts', 'heldCard'] as const
  const parts = [LinkBanner, Navbar, Search, Shortcuts, HeldCard]
  expect(slots.map((slot) => slotPart(slot).value)).toEqual(parts)
  go('/profile')
  go('/lobby')
  await vi.dynamicImportSettled()
  expect([late.wallet.requests, loadPreferences.mock.calls.length]).toEqual([1, 1])
  expect(registerExtras).not.toHaveBeenCalled()
})

test('no listener outlives the login that added it', async () => {
  const listeners = new Set<unknown>()
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener) => {
    listeners.add(`${type} ${listener}`)
  })
  vi.spyOn(window, 'removeEventListener').mockImplementation((type, listener) => {
    listeners.delete(`${type} ${listener}`)
  })
  stop = loadSecondWave()
  await vi.waitFor(() => expect([...listeners].join()).toContain('pointercancel'))
  stop()
  expect([...listeners]).toEqual([])
  // A chunk that loads after the end adds none.
  stop = loadSecondWave()
  stop()
  await vi.dynamicImportSettled()
  expect([...listeners]).toEqual([])
})

test('preferences, which another tab may have changed, are fetched again by a page that was hidden or offline', async () => {
  setLink('up', 0)
  stop = loadSecondWave()
  await started()
  vi.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(loadPreferences).toHaveBeenCalledTimes(1)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(loadPreferences).toHaveBeenCalledTimes(2)
  setLink('down', 0)
  expect(loadPreferences).toHaveBeenCalledTimes(2)
  setLink('up', 0)
  expect(loadPreferences).toHaveBeenCalledTimes(3)
  stop()
  document.dispatchEvent(new Event('visibilitychange'))
  setLink('down', 0)
  setLink('up', 0)
  expect(loadPreferences).toHaveBeenCalledTimes(3)
  setLink('off', 0)
})

test('the extras load only where the operator enables them', async () => {
  await setSettings({ extras: true })
  stop = loadSecondWave()
  await vi.waitFor(() => expect(registerExtras).toHaveBeenCalledOnce())
})
