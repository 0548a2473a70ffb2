import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadBlocker } from '../../../core/router/reload-blockers.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { applyUpdate, checkForUpdate } from './actions.ts'
import { startUpdates } from './start.ts'
import { dismissUpdate, newBuild, setAttemptedBuild, setNewestBuild, updateOffered } from './state.ts'

const MINUTE = 60_000
let served = 'aaaaaaaa'
const reload = vi.fn()
const fetched = vi.fn(async () => new Response(`<html lang="tr" data-build="${served}">`))
let stop = () => {}
/** Navigates as the router does. */
const go = (path: string) => {
  history.replaceState(null, '', path)
  window.dispatchEvent(new Event('replaceState'))
}
const put = (html: string) => {
  document.body.innerHTML = html
}

vi.mock('../../../core/router/pathname.ts', async () => {
  const { signal } = await import('@preact/signals-react')
  const pathname = signal('/lobby')
  window.addEventListener('replaceState', () => {
    pathname.value = location.pathname
  })
  return { pathname }
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  Object.defineProperty(window.location, 'reload', { value: reload, configurable: true })
  document.documentElement.dataset.build = 'aaaaaaaa'
  served = 'aaaaaaaa'
  setNewestBuild('aaaaaaaa')
  setAttemptedBuild(undefined)
  sessionStorage.clear()
  go('/lobby')
  put('')
  setSignedIn('token', user)
  reload.mockClear()
  fetched.mockClear()
})
afterEach(() => {
  stop()
  stop = () => {}
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['dialog', '<dialog open></dialog>'],
  ['dialog', '<div role="dialog" aria-modal="true"></div>'],
  [undefined, '<dialog open data-ambient></dialog>'],
  [undefined, '<div role="dialog"></div>'],
  // The panel of the extras, which is modal on a small screen only.
  [undefined, '<dialog open data-panel="chat"></dialog>'],
  ['dialog', '<dialog open data-panel="chat" aria-modal="true"></dialog>'],
  // A reload shows the lock again.
  [undefined, '<dialog open id="lock"><input type="password"></dialog>'],
  ['typed', '<dialog open id="lock"><input type="password" value="12"></dialog>'],
  ['typed', '<input type="text" value="deniz">'],
  [undefined, '<input type="text" value="deniz" readonly>'],
])('%s blocks a reload: %s', (why, html) => {
  put(html)
  expect(reloadBlocker()).toBe(why)
})

test('a guest who reads a dialog keeps the page, and then it updates by itself', async () => {
  setSignedOut()
  setNewestBuild('bbbbbbbb')
  put('<dialog open>482 913</dialog>')
  stop = startUpdates()
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(reload).not.toHaveBeenCalled()
  put('')
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(reload).toHaveBeenCalled()
})

test('a player who takes an update from a dialog gets it', async () => {
  put('<dialog open></dialog>')
  expect(await applyUpdate()).toBe('taken')
})

test('a different build id is an update; the same one is not', async () => {
  await checkForUpdate()
  expect(newBuild.value).toBeUndefined()
  served = 'bbbbbbbb'
  await checkForUpdate()
  expect(newBuild.value).toBe('bbbbbbbb')
  expect(updateOffered.value).toBe(true)
  served = 'aaaaaaaa'
  await checkForUpdate()
  expect(newBuild.value).toBeUndefined()
})

test("a page without a build id, such as a captive portal's, is no answer", async () => {
  fetched.mockResolvedValueOnce(new Response('<html>'))
  expect(await checkForUpdate()).toBe(false)
  expect(newBuild.value).toBeUndefined()
})

test('an unreachable server reports nothing and keeps the known update', async () => {
  setNewestBuild('bbbbbbbb')
  fetched.mockRejectedValueOnce(new TypeError())
  expect(await checkForUpdate()).toBe(false)
  expect(newBuild.value).toBe('bbbbbbbb')
})

test('a dismissed update is offered again with the next version only', () => {
  setNewestBuild('bbbbbbbb')
  dismissUpdate()
  expect(updateOffered.value).toBe(false)
  setNewestBuild('cccccccc')
  expect(updateOffered.value).toBe(true)
})

test('checks hourly, when the page becomes visible, and when one of its files is missing', async () => {
  stop = startUpdates()
  expect(fetched).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(fetched).toHaveBeenCalledTimes(1)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(fetched, 'it was just asked').toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(11 * MINUTE)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(MINUTE)
  const link = Object.assign(document.createElement('link'), { href: '/assets/Chart-ccccccc.js' })
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('an update removes the cached page before the reload', async () => {
  const gone: string[] = []
  vi.stubGlobal('caches', {
    keys: async () => ['reelcast-shell-aaaaaaaa'],
    open: async () => ({
      delete: async (key: string) => {
        expect(reload).not.toHaveBeenCalled()
        gone.push(key)
      },
    }),
  })
  setNewestBuild('bbbbbbbb')
  await applyUpdate()
  expect(gone).toEqual(['/index.html?current'])
  expect(reload).toHaveBeenCalledTimes(1)
})

test('never reloads in a game', async () => {
  go('/game/7')
  setNewestBuild('bbbbbbbb')
  expect(await applyUpdate({ lose: true })).toBe('game')
  expect(reload).not.toHaveBeenCalled()
})

test('waits for a command in flight before the reload', async () => {
  put('<button aria-busy="true">load</button>')
  const taking = applyUpdate()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(reload).not.toHaveBeenCalled()
  put('')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await taking).toBe('taken')
})

test('unsaved input, also in a dialog, is not lost without confirmation', async () => {
  put('<input value="dem">')
  expect(await applyUpdate()).toBe('typed')
  put('<div role="dialog"><input></div>')
  expect(reloadBlocker()).toBe('typed')
  put('<input><input type="checkbox" value="on"><input type="range" value="3">')
  expect(reloadBlocker()).toBeUndefined()
  put('<input value="dem">')
  expect(await applyUpdate({ lose: true })).toBe('taken')
})

test('a build that the reload did not bring is not applied in a loop', async () => {
  setNewestBuild('bbbbbbbb')
  await applyUpdate()
  // The reload brought the old page.
  stop = startUpdates()
  expect(newBuild.value).toBeUndefined()
  setNewestBuild('cccccccc')
  expect(newBuild.value).toBe('cccccccc')
})

test('an idle login page, also on a kiosk, updates automatically', async () => {
  stop = startUpdates()
  setNewestBuild('bbbbbbbb')
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(reload, 'a player is logged in').not.toHaveBeenCalled()
  setSignedOut()
  put('<input value="dem">')
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(reload, 'the form is filled in').not.toHaveBeenCalled()
  put('<input value="">')
  window.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload, 'the page was just touched').not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload).toHaveBeenCalled()
})
