import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import {
  applyIdleTime,
  beginCheck,
  IDLE_WARNING_MS,
  type Lock,
  lock,
  locked,
  lockScreen,
  MAX_IDLE_MS,
  MAX_WRONG_PINS,
  rejectPin,
  unlock,
} from './state.ts'

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

type Model = { closed: boolean; checking: boolean }
type Command = fc.Command<Model, unknown>
const command = (name: string, check: Command['check'], run: (model: Model) => void): Command => ({
  check,
  run,
  toString: () => name,
})

test('property: only a right PIN (here or in another tab) unlocks, only time or another tab locks', () => {
  const idle = fc.integer({ min: 0, max: 2 * MAX_IDLE_MS }).map((ms) =>
    command(
      `idleFor(${ms})`,
      () => true,
      (model) => {
        applyIdleTime(ms)
        if (ms >= MAX_IDLE_MS) model.closed = true
        if (model.closed) return
        const warned = ms >= MAX_IDLE_MS - IDLE_WARNING_MS
        expect(lock.value.status).toBe(warned ? 'warned' : 'awake')
        if (lock.value.status === 'warned') {
          expect(lock.value.left).toBe(Math.ceil((MAX_IDLE_MS - ms) / 1000))
        }
      },
    ),
  )
  const elsewhere = fc.nat(MAX_WRONG_PINS).map((wrong) =>
    command(
      `lockNow(${wrong})`,
      () => true,
      (model) => {
        lockScreen(wrong)
        model.closed = true
      },
    ),
  )
  const check = fc.constant(
    command(
      'beginCheck',
      () => true,
      (model) => {
        const expected = model.closed && !model.checking
        expect(beginCheck() !== undefined).toBe(expected)
        if (expected) model.checking = true
      },
    ),
  )
  const answer = fc.integer({ min: 1, max: 2 * MAX_WRONG_PINS }).map((wrong) =>
    command(
      `refuse(${wrong})`,
      () => true,
      (model) => {
        rejectPin(wrong)
        if (model.checking) {
          expect(lock.value).toEqual({ status: 'refused', left: Math.max(MAX_WRONG_PINS - wrong, 0) })
        }
        model.checking = false
      },
    ),
  )
  const right = fc.constant(
    command(
      'open',
      () => true,
      (model) => {
        unlock()
        model.closed = false
        model.checking = false
      },
    ),
  )
  fc.assert(
    fc.property(fc.commands([idle, elsewhere, check, answer, right]), (commands) => {
      unlock()
      const model: Model = { closed: false, checking: false }
      fc.modelRun(() => ({ model, real: undefined }), commands)
      expect(locked.value).toBe(model.closed)
      expect(lock.value.status === 'checking').toBe(model.checking)
    }),
    { numRuns: 300 },
  )
})
