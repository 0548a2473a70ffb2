import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { offersFullScreen } from '../../../ui/full-screen.ts'
import { isBrowserShortcut } from './block-gestures.ts'
import { externalLink, setExternalLink } from './classify-link.ts'
import { startLockdown } from './lockdown.ts'

let stop = () => {}
const html = document.documentElement
const fire = (event: Event, at: EventTarget = document.body) => {
  at.dispatchEvent(event)
  return event.defaultPrevented
}
const gesture = (type: string, at: EventTarget = document.body, more: object = {}) =>
  fire(Object.assign(new Event(type, { bubbles: true, cancelable: true }), more), at)
const key = (code: string, more: KeyboardEventInit = {}) =>
  fire(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true, ...more }))
const put = (markup: string) => {
  document.body.innerHTML = markup
  const first = document.body.firstElementChild
  if (!(first instanceof HTMLElement)) throw new Error('the page has no element')
  return first
}
const full = vi.fn(async () => {})
const wake = vi.fn(async () =>
  Object.assign(new EventTarget(), { released: false, release: vi.fn(async () => {}) }),
)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Object.assign(html, { requestFullscreen: full })
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request: wake } })
  stop = startLockdown()
})
afterEach(() => {
  stop()
  setExternalLink(undefined)
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.clearAllMocks()
})

test('enters full screen on the first touch and again whenever it was left', async () => {
  fire(new Event('pointerup', { bubbles: true }))
  expect(full).toHaveBeenCalledTimes(1)
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: html })
  fire(new Event('pointerup', { bubbles: true }))
  expect(full).toHaveBeenCalledTimes(1)
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: null })
  fire(new Event('pointerup', { bubbles: true }))
  expect(full).toHaveBeenCalledTimes(2)
  expect(offersFullScreen()).toBe(false)
  expect(document.fullscreenEnabled).toBe(false)
  await expect(document.exitFullscreen()).resolves.toBeUndefined()
})

test('holds a wake lock, and requests it again when the page becomes visible', async () => {
  expect(wake).toHaveBeenCalledTimes(1)
  const held = await wake.mock.results[0]?.value
  held.released = true
  document.dispatchEvent(new Event('visibilitychange'))
  expect(wake).toHaveBeenCalledTimes(2)
})

test('overlapping requests hold one wake lock, and the end releases all', async () => {
  const held = await Promise.all(wake.mock.results.map(({ value }) => value))
  held[0].released = true
  // The page becomes visible, immediately followed by a touch.
  document.dispatchEvent(new Event('visibilitychange'))
  fire(new Event('pointerup', { bubbles: true }))
  const locks = await Promise.all(wake.mock.results.slice(1).map(({ value }) => value))
  await vi.advanceTimersByTimeAsync(0)
  stop()
  expect(locks.map(({ release }) => release.mock.calls.length)).toEqual([1, 1])
})

test('blocks context menu, drag, selection and pinch; text fields stay selectable', () => {
  for (const type of ['contextmenu', 'dragstart', 'drop', 'selectstart', 'gesturestart', 'auxclick'])
    expect([type, gesture(type)]).toEqual([type, true])
  expect(gesture('selectstart', put('<input>'))).toBe(false)
  expect(gesture('touchmove', document.body, { touches: [{}, {}] })).toBe(true)
  expect(gesture('touchmove', document.body, { touches: [{}] })).toBe(false)
  const wheel = () => new WheelEvent('wheel', { bubbles: true, cancelable: true })
  expect(fire(Object.defineProperty(wheel(), 'ctrlKey', { value: true }))).toBe(true)
  expect(fire(wheel())).toBe(false)
})

test('blocks keys that leave, reload, zoom or print, not those of a form', () => {
  for (const code of ['F5', 'F11', 'F12', 'BrowserBack']) expect([code, key(code)]).toEqual([code, true])
  const withCtrl = 'KeyR KeyN KeyT KeyW KeyP KeyS KeyB KeyQ PageDown Equal Minus NumpadAdd Digit0'
  for (const code of withCtrl.split(' ')) expect([code, key(code, { ctrlKey: true })]).toEqual([code, true])
  for (const code of ['KeyA', 'KeyC', 'Delete'])
    expect([code, key(code, { ctrlKey: true, shiftKey: true })]).toEqual([code, true])
  for (const code of ['ArrowLeft', 'KeyF', 'KeyT'])
    expect([code, key(code, { altKey: true })]).toEqual([code, true])
  for (const code of ['KeyA', 'KeyC', 'KeyV', 'Delete']) expect(key(code, { ctrlKey: true })).toBe(false)
  for (const code of ['Enter', 'Space', 'KeyR', 'ArrowLeft', 'Backspace']) expect(key(code)).toBe(false)
})

test('a key that is bound to a button panel reaches the game', async () => {
  await setSettings({ keys: { F5: 'spin' } })
  expect(isBrowserShortcut(new KeyboardEvent('keydown', { code: 'F5' }))).toBe(false)
  expect(isBrowserShortcut(new KeyboardEvent('keydown', { code: 'F6' }))).toBe(true)
})

test('a key of a button panel is a shortcut of the browser with Ctrl, Alt or the Windows key', async () => {
  await setSettings({ keys: { KeyQ: 'spin', KeyF: 'load' } })
  const blocks = (code: string, more: KeyboardEventInit) =>
    isBrowserShortcut(new KeyboardEvent('keydown', { code, ...more }))
  expect(blocks('KeyQ', {})).toBe(false)
  expect(blocks('KeyQ', { ctrlKey: true })).toBe(true)
  expect(blocks('KeyQ', { metaKey: true })).toBe(true)
  expect(blocks('KeyF', { altKey: true })).toBe(true)
})

test('external links do not open: an information page opens in a dialog, other addresses are shown', () => {
  const click = (markup: string) => {
    setExternalLink(undefined)
    const link = put(markup)
    return [gesture('click', link), externalLink.peek()?.kind]
  }
  expect(click('<a href="tel:+902120000000">x</a>')).toEqual([true, 'address'])
  expect(click('<a href="mailto:a@b.c">x</a>')).toEqual([true, 'address'])
  expect(click('<a href="https://elsewhere.example/">x</a>')).toEqual([true, 'address'])
  expect(click('<a href="/terms-of-use.html" target="_blank">x</a>')).toEqual([true, 'page'])
  expect(click('<a href="/x.csv" download>x</a>')).toEqual([true, undefined])
  expect(click('<a href="/profile">x</a>')).toEqual([false, undefined])
})

test('a dialog that another handler opened is not opened twice', () => {
  const link = put('<a href="/terms-of-use.html">x</a>')
  link.addEventListener('click', (event) => event.preventDefault())
  gesture('click', link)
  expect(externalLink.peek()).toBeUndefined()
})

test('window.open and downloads are blocked', () => {
  expect(window.open('https://elsewhere.example/')).toBeNull()
  expect(externalLink.peek()).toEqual({ kind: 'address', address: 'elsewhere.example' })
  const link = Object.assign(document.createElement('a'), { href: '/x.csv', download: 'x.csv' })
  const clicked = vi.fn()
  link.addEventListener('click', clicked)
  link.click()
  expect(clicked).not.toHaveBeenCalled()
})

test('the Back button stays on the page; in a game it opens the leave dialog', () => {
  const heard = vi.fn()
  window.addEventListener('popstate', heard)
  const push = vi.spyOn(history, 'pushState')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(heard).not.toHaveBeenCalled()
  expect(push).toHaveBeenCalledTimes(1)
  window.removeEventListener('popstate', heard)
  history.replaceState(null, '', '/game/7/x')
  document.body.innerHTML = '<main><button data-key="leave">x</button></main>'
  const leave = vi.fn()
  document.querySelector('button')?.addEventListener('click', leave)
  vi.spyOn(history, 'pushState').mockImplementation(() => {})
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(leave).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

test('the cursor is hidden after 3 s without movement', () => {
  const move = (x: number) =>
    document.dispatchEvent(new PointerEvent('pointermove', { screenX: x, pointerType: 'mouse' }))
  expect('still' in html.dataset).toBe(true)
  move(5)
  expect('still' in html.dataset).toBe(false)
  vi.advanceTimersByTime(2900)
  move(6)
  vi.advanceTimersByTime(2900)
  expect('still' in html.dataset).toBe(false)
  vi.advanceTimersByTime(100)
  expect('still' in html.dataset).toBe(true)
})
