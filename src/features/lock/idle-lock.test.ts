import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wipePlayerData } from '../../core/session/wipe.ts'
import type { StorageKey } from '../../core/storage/keys.ts'
import { write } from '../../core/storage/storage.ts'
import { startIdleLock } from './idle-lock.ts'
import { beginCheck, lock, rejectPin, unlock } from './state.ts'

let stop = () => {}
const T0 = new Date('2026-03-01T12:00:00Z').getTime()

/** A page of a player begins (again): the session is this tab's own, or remembered. */
function begin(where: 'session' | 'local' = 'session'): void {
  write(where, 'reelcast.token', 't')
  stop = startIdleLock()
}
/** The page goes, as a reload or a closed tab makes it: nothing gets a chance to tidy up. */
function vanish(): void {
  stop()
  stop = () => {}
}
const touch = (type = 'pointerdown') => window.dispatchEvent(new Event(type))
const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)
/** Time goes on while no timer runs: a sleeping computer, a frozen tab. */
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

test('40 s without activity warn, with the seconds that are left; 60 s lock', () => {
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

test.each(['pointerdown', 'pointermove', 'touchstart', 'touchmove', 'keydown', 'wheel'])(
  '%s is activity: it ends the warning, and the minute begins anew',
  (type) => {
    begin()
    seconds(50)
    touch(type)
    expect(lock.value).toEqual({ status: 'awake' })
    seconds(39)
    expect(lock.value).toEqual({ status: 'awake' })
    seconds(21)
    expect(lock.value).toEqual({ status: 'locked' })
  },
)

test('a part of the page that keeps its events to itself is heard all the same', () => {
  const part = document.createElement('div')
  part.addEventListener('keydown', (event) => event.stopPropagation())
  document.body.append(part)
  begin()
  seconds(50)
  part.dispatchEvent(new Event('keydown', { bubbles: true }))
  expect(lock.value).toEqual({ status: 'awake' })
  part.remove()
})

test('a pointer that rests while the page moves under it is no activity', () => {
  begin()
  const rest = () => window.dispatchEvent(new MouseEvent('pointermove', { screenX: 10, screenY: 20 }))
  rest()
  seconds(50)
  rest()
  expect(lock.value).toEqual({ status: 'warned', left: 10 })
  window.dispatchEvent(new MouseEvent('pointermove', { screenX: 11, screenY: 20 }))
  expect(lock.value).toEqual({ status: 'awake' })
})

test('of activity that goes on, one sign in 500 ms is looked at', () => {
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

test('the throttle keeps no touch from ending a warning, nor a sleep from locking', () => {
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

test('sleep counts: the first touch after it comes too late', () => {
  begin()
  sleep(61)
  touch()
  expect(lock.value).toEqual({ status: 'locked' })
})

test.each([
  ['visibilitychange', document],
  ['pageshow', window],
] as const)('%s looks at the clock at once', (type, target) => {
  begin()
  sleep(61)
  target.dispatchEvent(new Event(type))
  expect(lock.value).toEqual({ status: 'locked' })
})

test('a timer that fires late looks at the clock, within 5 s of waking', () => {
  begin()
  seconds(6)
  sleep(3600)
  seconds(5)
  expect(lock.value).toEqual({ status: 'locked' })
})

test('a clock that is set back neither locks at once nor keeps it open', () => {
  begin()
  seconds(10)
  sleep(-3600)
  touch()
  expect(lock.value).toEqual({ status: 'awake' })
  seconds(30)
  sleep(-3600)
  seconds(29.9)
  expect(lock.value).toEqual({ status: 'warned', left: 1 })
  seconds(0.1)
  expect(lock.value).toEqual({ status: 'locked' })
})

test('what another clock wrote for later keeps nothing open either', () => {
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

test('a reload in time is activity like any other; a tab that was thrown away for a minute comes back locked', () => {
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

test('storage that is blocked: the lock holds for as long as the page', () => {
  for (const area of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, area, 'get').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
  begin()
  seconds(60)
  window.dispatchEvent(new Event('pageshow'))
  expect(lock.value).toEqual({ status: 'locked' })
  vanish()
  begin()
  expect(lock.value).toEqual({ status: 'locked' })
})

test('tabs of a remembered session share activity, also what was told while this one was frozen', () => {
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

test('they are told every 5 s at most, and of the last touch all the same', () => {
  begin('local')
  const told = new Map<number, number>()
  for (let tenth = 0; tenth < 400; tenth++) {
    seconds(0.1)
    if (tenth < 120 && tenth % 10 === 9) touch('pointermove')
    const at = Number(localStorage.getItem('reelcast.active')) - T0
    if (!told.has(at)) told.set(at, Date.now() - T0)
  }
  // What was told, and when.
  expect([...told]).toEqual([
    [0, 100],
    [4000, 5000],
    [9000, 10_000],
    [12_000, 15_000],
  ])
})

test('they are locked together and unlocked together', () => {
  begin('local')
  other('reelcast.locked', '1')
  expect(lock.value).toEqual({ status: 'locked' })
  other('reelcast.locked', undefined)
  expect(lock.value).toEqual({ status: 'awake' })
  seconds(60)
  expect(localStorage.getItem('reelcast.locked')).toBe('1')
})

test('a tab that missed it hears of the lock when it is looked at', () => {
  begin('local')
  write('local', 'reelcast.locked', '1')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(lock.value).toEqual({ status: 'locked' })
  write('local', 'reelcast.locked', undefined)
  window.dispatchEvent(new Event('pageshow'))
  expect(lock.value).toEqual({ status: 'awake' })
})

test('a logout elsewhere, which takes all that is kept, opens nothing here', () => {
  begin('local')
  seconds(60)
  write('local', 'reelcast.token', undefined)
  other('reelcast.locked', undefined)
  expect(lock.value).toEqual({ status: 'locked' })
})

test('tabs of a session of their own are alone', () => {
  begin('session')
  other('reelcast.locked', '1')
  seconds(50)
  other('reelcast.active', String(Date.now()))
  expect(lock.value).toEqual({ status: 'warned', left: 10 })
  seconds(10)
  expect(lock.value).toEqual({ status: 'locked' })
  expect(sessionStorage.getItem('reelcast.locked')).toBe('1')
})

test('with the session the lock goes, and everything that was kept; nothing is heard any more', () => {
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

test("the lock of the next player's session in its place is left alone", () => {
  begin('local')
  seconds(60)
  write('local', 'reelcast.token', 'another')
  stop()
  expect(localStorage.getItem('reelcast.locked')).toBe('1')
})
