import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wipePlayerData } from '../../core/session/wipe.ts'
import type { StorageKey } from '../../core/storage/keys.ts'
import { read, write } from '../../core/storage/storage.ts'
import { startIdleLock } from './idle-lock.ts'
import { beginCheck, lock, rejectPin, unlock } from './state.ts'

let stop = () => {}
const T0 = new Date('2026-03-01T12:00:00Z').getTime()

/**
 * Opens (or reloads) a player's page with a session of this tab or a remembered one; the first time after a
 * login.
 */
function begin(where: 'session' | 'local' = 'session'): void {
  if (read(where, 'reelcast.token') === undefined) write(where, 'reelcast.active', String(Date.now()))
  write(where, 'reelcast.token', 't')
  stop = startIdleLock()
}
/** Closes the page as a reload or a closed tab does. */
function vanish(): void {
  stop()
  stop = () => {}
}
const touch = (type = 'pointerdown') => window.dispatchEvent(new Event(type))
const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)
/** Advances the clock while no timer runs: a sleeping computer, a frozen tab. */
const sleep = (count: number) => vi.setSystemTime(Date.now() + count * 1000)
const other = (key: StorageKey, value: string | undefined) => {
  write('local', key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value ?? null }))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(T0)
})
afterEach(() => {
  vanish()
  unlock()
  vi.restoreAllMocks()
  for (const area of ['local', 'session'] as const) wipePlayerData(area)
  vi.useRealTimers()
})

test('40 s without activity show the warning with the remaining seconds; 60 s lock', () => {
  begin()
  seconds(39.9)
  expect(lock.value).toEqual({ status: 'awake' })
  seconds(0.1)
  expect(lock.value).toEqual({ status: 'warned', left: 20 })
  seconds(1)
  expect(lock.value).toEqual({ status: 'warned', left: 19 })
  seconds(18.9)
  expect(lock.value).toEqual({ status: 'warned', left: 1 })
  seconds(0.1)
  expect(lock.value).toEqual({ status: 'locked' })
})

test('an element that stops propagation still counts as activity', () => {
  const part = document.createElement('div')
  part.addEventListener('keydown', (event) => event.stopPropagation())
  document.body.append(part)
  begin()
  seconds(50)
  part.dispatchEvent(new Event('keydown', { bubbles: true }))
  expect(lock.value).toEqual({ status: 'awake' })
  part.remove()
})

test('continuous activity is sampled every 500 ms', () => {
  begin()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  for (let i = 0; i < 49; i++) {
    seconds(0.01)
    touch('pointermove')
  }
  expect(timers).not.toHaveBeenCalled()
  seconds(0.01)
  touch('pointermove')
  expect(timers).toHaveBeenCalled()
})

test('the throttle delays neither the end of a warning nor the lock after sleep', () => {
  begin()
  seconds(1)
  touch()
  sleep(41)
  window.dispatchEvent(new Event('pageshow'))
  expect(lock.value).toEqual({ status: 'warned', left: 19 })
  touch()
  expect(lock.value).toEqual({ status: 'awake' })
  sleep(61)
  touch()
  expect(lock.value).toEqual({ status: 'locked' })
})

test('a late timer checks the clock within 5 s of waking', () => {
  begin()
  seconds(6)
  sleep(3600)
  seconds(5)
  expect(lock.value).toEqual({ status: 'locked' })
})

test('a stored time in the future does not prevent the lock', () => {
  begin('local')
  for (let i = 0; i < 6; i++) {
    seconds(10)
    other('reelcast.active', String(Date.now() + 86_400_000))
  }
  expect(lock.value).toEqual({ status: 'locked' })
})

test('a reload keeps the lock, and the attempts that were used', () => {
  begin()
  seconds(60)
  beginCheck()
  write('session', 'reelcast.wrong-pins', '2')
  rejectPin(2)
  vanish()
  expect(lock.value).toEqual({ status: 'awake' })
  begin()
  expect(lock.value).toEqual({ status: 'refused', left: 3 })
  unlock()
  vanish()
  begin()
  expect(lock.value).toEqual({ status: 'awake' })
  seconds(60)
  expect(lock.value).toEqual({ status: 'locked' })
})

test('a reload in time is activity; a tab discarded for a minute is locked when restored', () => {
  begin()
  seconds(59)
  vanish()
  begin()
  seconds(39)
  expect(lock.value).toEqual({ status: 'awake' })
  vanish()
  sleep(60)
  begin()
  expect(lock.value).toEqual({ status: 'locked' })
})

test('with blocked storage the lock works for the life of the page', () => {
  for (const area of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, area, 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
  begin()
  seconds(60)
  window.dispatchEvent(new Event('pageshow'))
  expect(lock.value).toEqual({ status: 'locked' })
  vanish()
  begin()
  expect(lock.value).toEqual({ status: 'locked' })
})

test('tabs of a remembered session share activity, also for a frozen tab', () => {
  begin('local')
  seconds(50)
  other('reelcast.active', String(Date.now()))
  expect(lock.value).toEqual({ status: 'awake' })
  sleep(300)
  write('local', 'reelcast.active', String(Date.now() - 10_000))
  seconds(1)
  expect(lock.value).toEqual({ status: 'awake' })
  seconds(50)
  expect(lock.value).toEqual({ status: 'locked' })
})

test('activity is shared every 5 s at most, and the last touch always is', () => {
  begin('local')
  const told = new Map<number, number>()
  for (let tenth = 0; tenth < 400; tenth++) {
    seconds(0.1)
    if (tenth < 120 && tenth % 10 === 9) touch('pointermove')
    const at = Number(localStorage.getItem('reelcast.active')) - T0
    if (!told.has(at)) told.set(at, Date.now() - T0)
  }
  // Each shared time, and when it was shared.
  expect([...told]).toEqual([
    [0, 100],
    [4000, 5000],
    [9000, 10_000],
    [12_000, 15_000],
  ])
})

test('tabs of a remembered session lock and unlock together', () => {
  begin('local')
  other('reelcast.locked', '1')
  expect(lock.value).toEqual({ status: 'locked' })
  other('reelcast.active', String(Date.now()))
  expect(lock.value).toEqual({ status: 'locked' })
  other('reelcast.locked', undefined)
  expect(lock.value).toEqual({ status: 'awake' })
  seconds(60)
  expect(localStorage.getItem('reelcast.locked')).toBe('1')
})

test('a tab that missed the lock applies it on becoming visible', () => {
  begin('local')
  write('local', 'reelcast.locked', '1')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(lock.value).toEqual({ status: 'locked' })
  write('local', 'reelcast.active', String(Date.now()))
  write('local', 'reelcast.locked', undefined)
  window.dispatchEvent(new Event('pageshow'))
  expect(lock.value).toEqual({ status: 'awake' })
})

test('a logout in another tab, which clears the storage, does not unlock this one', () => {
  begin('local')
  seconds(60)
  write('local', 'reelcast.token', undefined)
  other('reelcast.locked', undefined)
  expect(lock.value).toEqual({ status: 'locked' })
})

test.each(['local', 'session'] as const)(
  'removing all that the lock has stored (%s) opens neither the page nor its reload',
  (where) => {
    begin(where)
    seconds(60)
    for (const key of ['reelcast.locked', 'reelcast.active', 'reelcast.wrong-pins'] as const) {
      write(where, key, undefined)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
    }
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('pageshow'))
    touch()
    expect(lock.value).toEqual({ status: 'locked' })
    vanish()
    begin(where)
    expect(lock.value).toEqual({ status: 'locked' })
  },
)

test.each(['reelcast.locked', 'reelcast.active'] as const)(
  'removing %s alone does not open a reload, soon or late',
  (key) => {
    begin()
    seconds(60)
    write('session', key, undefined)
    vanish()
    begin()
    expect(lock.value).toEqual({ status: 'locked' })
  },
)

test('a session without known activity begins locked', () => {
  write('local', 'reelcast.token', 't')
  begin('local')
  expect(lock.value).toEqual({ status: 'locked' })
})

test.each(['local', 'session'] as const)(
  'a page (%s) whose last activity lies in the future, as its clock was set back, begins locked',
  (where) => {
    begin(where)
    vanish()
    sleep(-2 * 3600)
    begin(where)
    expect(lock.value).toEqual({ status: 'locked' })
  },
)

test('the PIN opens all tabs, and a reload of each stays open', () => {
  begin('local')
  seconds(60)
  unlock()
  expect(localStorage.getItem('reelcast.locked')).toBeNull()
  expect(localStorage.getItem('reelcast.active')).toBe(String(Date.now()))
  vanish()
  begin('local')
  expect(lock.value).toEqual({ status: 'awake' })
})

test('a touch just before another tab locks leaves no activity behind that would open the lock', () => {
  begin('local')
  seconds(1)
  touch()
  other('reelcast.locked', '1')
  seconds(6)
  other('reelcast.locked', undefined)
  expect(lock.value).toEqual({ status: 'locked' })
})

test('tab sessions are independent', () => {
  begin('session')
  other('reelcast.locked', '1')
  seconds(50)
  other('reelcast.active', String(Date.now()))
  expect(lock.value).toEqual({ status: 'warned', left: 10 })
  seconds(10)
  expect(lock.value).toEqual({ status: 'locked' })
  expect(sessionStorage.getItem('reelcast.locked')).toBe('1')
})

test('the end of the session ends the lock, its storage and its listeners', () => {
  begin()
  seconds(60)
  write('session', 'reelcast.token', undefined)
  stop()
  expect(lock.value).toEqual({ status: 'awake' })
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
  sleep(600)
  touch()
  window.dispatchEvent(new Event('pageshow'))
  seconds(600)
  expect(lock.value).toEqual({ status: 'awake' })
  expect(Object.keys(sessionStorage)).toEqual([])
})

test("the lock of the next player's session is left unchanged", () => {
  begin('local')
  seconds(60)
  write('local', 'reelcast.token', 'another')
  stop()
  expect(localStorage.getItem('reelcast.locked')).toBe('1')
})
