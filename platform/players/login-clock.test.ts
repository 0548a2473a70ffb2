import { expect, test } from 'vitest'
import { fakeClock } from '../lib/clock.ts'
import { createLoginClock } from './login-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function start() {
  const system = fakeClock()
  return { system, start: system.now(), clock: createLoginClock(system) }
}

test('it is the system time while nobody sets that', () => {
  const { system, start: begin, clock } = start()
  system.advance(30 * DAY)
  expect(clock.now()).toBe(begin + 30 * DAY)
  expect(clock.issueNow()).toBe(begin + 30 * DAY)
})

test.each([HOUR, DAY])('set forward by %i ms, a token is valid until the app has renewed it', (by) => {
  const { system, start: begin, clock } = start()
  const expiry = clock.issueNow() + HOUR
  system.set(by)
  expect(clock.now()).toBe(begin)
  system.advance(48 * MINUTE)
  expect(clock.now()).toBeLessThan(expiry)
  // What begins now does so by the system's time, which is all that another process knows.
  expect(clock.issueNow()).toBe(begin + by + 48 * MINUTE)
})

test('set forward, it catches up by a fifth of the time that passes', () => {
  const { system, start: begin, clock } = start()
  system.set(HOUR)
  clock.now()
  system.advance(4 * HOUR)
  expect(clock.now()).toBeCloseTo(begin + 4.8 * HOUR)
  system.advance(HOUR)
  expect(clock.now()).toBeCloseTo(begin + 6 * HOUR)
  system.advance(HOUR)
  expect(clock.now()).toBe(begin + 7 * HOUR)
})

test('set back and forward again, what began meanwhile has not ended', () => {
  const { system, clock } = start()
  const before = clock.issueNow() + HOUR
  system.set(-DAY)
  system.advance(MINUTE)
  const meanwhile = clock.issueNow() + HOUR
  expect(clock.now()).toBeLessThan(Math.min(before, meanwhile))
  system.set(DAY)
  expect(clock.now()).toBeLessThan(Math.min(before, meanwhile))
  system.advance(48 * MINUTE)
  expect(clock.now()).toBeLessThan(meanwhile)
})
