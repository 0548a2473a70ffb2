import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed } from '../../../contract/result.ts'
import { setGate } from '../../../core/gates/state.ts'
import { setPending, setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { detectFault, isServed, startAutoRecover } from './auto-recover.ts'

const MINUTE = 60_000
let up = true
const asked: string[] = []
const there = async (path: string) => {
  asked.push(path)
  return up
}
const reload = vi.fn()
let stop = () => {}
const start = () => {
  stop()
  stop = startAutoRecover(reload, there)
}
const deadEnd = () => {
  document.body.innerHTML = '<main class="waiting"><p role="alert">no</p></main>'
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  vi.useFakeTimers()
  await setSettings()
  document.body.replaceChildren()
  sessionStorage.clear()
  setGate(undefined)
  setSignedOut()
  reload.mockClear()
  asked.length = 0
  up = true
  start()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a healthy kiosk is not reloaded', async () => {
  await pass(60 * MINUTE)
  expect(asked).toEqual([])
  expect(reload).not.toHaveBeenCalled()
})

test('every kind of fault is detected', () => {
  expect(detectFault()).toBeUndefined()
  setGate({ kind: 'checkFailed' })
  expect(detectFault()).toBe('/index.html')
  setGate(undefined)
  setPending({ failure: failed('network').error })
  expect(detectFault()).toBe('/index.html')
  setSignedOut()
  deadEnd()
  expect(detectFault()).toBe('/index.html')
})

test('recovers without a touch after an hour offline', async () => {
  up = false
  deadEnd()
  await pass(60 * MINUTE)
  expect(reload).not.toHaveBeenCalled()
  // The delays grow: far fewer than one request per second.
  expect(asked.length).toBeGreaterThan(25)
  expect(asked.length).toBeLessThan(40)
  up = true
  await pass(2 * MINUTE + 5_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a fault that ends by itself causes no reload', async () => {
  deadEnd()
  await pass(8_000)
  document.body.replaceChildren()
  await pass(10 * MINUTE)
  expect(reload).not.toHaveBeenCalled()
})

test('the reload interval grows while a fault persists', async () => {
  const waits: number[] = []
  deadEnd()
  for (let round = 0; round < 7; round++) {
    reload.mockClear()
    start()
    const began = Date.now()
    while (!reload.mock.calls.length) await pass(1000)
    waits.push(Math.round((Date.now() - began) / 1000))
  }
  expect(waits[0]).toBeLessThan(20)
  expect(waits[6]).toBeGreaterThan(115)
  expect(waits[6]).toBeLessThan(130)
  const growing = waits.slice(1)
  expect([...growing].sort((a, b) => a - b)).toEqual(growing)
  // A page without a fault for a minute resets the delay.
  document.body.replaceChildren()
  start()
  await pass(2 * MINUTE)
  deadEnd()
  reload.mockClear()
  await pass(20_000)
  expect(reload).toHaveBeenCalled()
})

test('does not reload while a player is logged in', async () => {
  setSignedIn('token', user)
  deadEnd()
  await pass(10 * MINUTE)
  expect(reload).not.toHaveBeenCalled()
})

test('does not reload while the screen is in use', async () => {
  deadEnd()
  const { startPageClock } = await import('../../../core/idle/idle-clock.ts')
  const unwatch = startPageClock()
  for (let second = 0; second < 60; second += 5) {
    window.dispatchEvent(new Event('pointerdown'))
    await pass(5_000)
  }
  expect(reload).not.toHaveBeenCalled()
  unwatch()
  await pass(MINUTE)
  expect(reload).toHaveBeenCalled()
})

test('reloads a kiosk that started without its settings, once the settings can be fetched', async () => {
  vi.resetModules()
  // A new page: its settings have not been loaded.
  const page = await import('./auto-recover.ts')
  const { setSignedOut: signOutNewPage } = await import('../../../core/session/state.ts')
  signOutNewPage()
  expect(page.detectFault()).toBe('/Settings.json')
  up = false
  stop()
  stop = page.startAutoRecover(reload, there)
  await pass(600_000)
  expect(reload).not.toHaveBeenCalled()
  up = true
  await pass(125_000)
  expect(reload).toHaveBeenCalled()
})

test.each([
  ['/Settings.json', '{}'],
  ['/index.html', '<html data-build="one">'],
] as const)("%s is served by the app's server, not by a captive portal", async (file, own) => {
  for (const [body, served] of [
    [own, true],
    ['<!doctype html><title>Log in to the network</title>', false],
  ] as const) {
    vi.stubGlobal('fetch', async () => new Response(body))
    expect(await isServed(file)).toBe(served)
  }
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')))
  expect(await isServed(file)).toBe(false)
  vi.unstubAllGlobals()
})
