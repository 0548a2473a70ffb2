import { beforeEach, expect, test } from 'vitest'
import { applyIdleTime, beginCheck, type Lock, lock, locked, lockScreen, rejectPin, unlock } from './state.ts'

beforeEach(unlock)

/** Brings the lock into each state. */
const ways: Record<Lock['status'], () => void> = {
  awake: unlock,
  warned: () => applyIdleTime(45_000),
  locked: () => lockScreen(0),
  checking: () => {
    lockScreen(0)
    beginCheck()
  },
  refused: () => lockScreen(2),
}
const REFUSED_2 = { status: 'refused', left: 3 }

test.each<[from: Lock['status'], verb: string, act: () => unknown, to: object]>([
  ['awake', 'idle for less than 40 s', () => applyIdleTime(39_999), { status: 'awake' }],
  ['awake', 'idle for 40 s', () => applyIdleTime(40_000), { status: 'warned', left: 20 }],
  ['awake', 'idle for 60 s', () => applyIdleTime(60_000), { status: 'locked' }],
  ['awake', 'locked elsewhere', () => lockScreen(0), { status: 'locked' }],
  ['awake', 'locked elsewhere, two wrong PINs', () => lockScreen(2), REFUSED_2],
  ['awake', 'check', beginCheck, { status: 'awake' }],
  ['awake', 'refuse', () => rejectPin(1), { status: 'awake' }],
  ['warned', 'activity', () => applyIdleTime(0), { status: 'awake' }],
  ['warned', 'idle for 59.1 s', () => applyIdleTime(59_100), { status: 'warned', left: 1 }],
  ['warned', 'idle for 60 s', () => applyIdleTime(60_000), { status: 'locked' }],
  ['warned', 'locked elsewhere', () => lockScreen(0), { status: 'locked' }],
  ['warned', 'check', beginCheck, { status: 'warned', left: 15 }],
  ['warned', 'refuse', () => rejectPin(1), { status: 'warned', left: 15 }],
  ['warned', 'open', unlock, { status: 'awake' }],
  ['locked', 'activity', () => applyIdleTime(0), { status: 'locked' }],
  ['locked', 'idle for ever', () => applyIdleTime(1e9), { status: 'locked' }],
  ['locked', 'locked again', () => lockScreen(3), { status: 'locked' }],
  ['locked', 'check', beginCheck, { status: 'checking' }],
  ['locked', 'an answer nobody asked for', () => rejectPin(1), { status: 'locked' }],
  ['locked', 'open', unlock, { status: 'awake' }],
  ['checking', 'activity', () => applyIdleTime(0), { status: 'checking' }],
  ['checking', 'locked again', () => lockScreen(0), { status: 'checking' }],
  ['checking', 'a second check', beginCheck, { status: 'checking' }],
  ['checking', 'refuse', () => rejectPin(1), { status: 'refused', left: 4 }],
  ['checking', 'refuse the fifth', () => rejectPin(5), { status: 'refused', left: 0 }],
  ['checking', 'refuse the seventh', () => rejectPin(7), { status: 'refused', left: 0 }],
  ['checking', 'open', unlock, { status: 'awake' }],
  ['refused', 'activity', () => applyIdleTime(0), REFUSED_2],
  ['refused', 'locked again', () => lockScreen(0), REFUSED_2],
  ['refused', 'check', beginCheck, { status: 'checking' }],
  ['refused', 'an answer nobody asked for', () => rejectPin(4), REFUSED_2],
  ['refused', 'open', unlock, { status: 'awake' }],
])('%s: %s', (from, _, act, to) => {
  ways[from]()
  act()
  expect(lock.value).toEqual(to)
  expect(locked.value).toBe(!/awake|warned/.test(lock.value.status))
})

test('each check has its own id, and only one runs at a time', () => {
  lockScreen(0)
  const first = beginCheck()
  expect(first).toBe(lock.value)
  expect(beginCheck()).toBeUndefined()
  rejectPin(1)
  expect(beginCheck()).not.toBe(first)
})

test('the warning changes once a second, not at every check of the clock', () => {
  applyIdleTime(45_000)
  const before = lock.value
  applyIdleTime(45_400)
  expect(lock.value).toBe(before)
})
