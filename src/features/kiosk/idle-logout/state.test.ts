import { afterEach, expect, test } from 'vitest'
import { applyIdleTime, finishLogout, type IdlePolicy, presence } from './state.ts'

const player: IdlePolicy = { user: 'player', logoutMs: 180_000, attractMs: 30_000 }
const guest: IdlePolicy = { ...player, user: 'guest' }
afterEach(() => {
  finishLogout()
  applyIdleTime(0, guest)
})

test('a player is warned 20 s before the automatic logout, with the remaining seconds', () => {
  expect(applyIdleTime(159_000, player)).toBe(1000)
  expect(presence.value).toEqual({ status: 'active' })
  applyIdleTime(160_000, player)
  expect(presence.value).toEqual({ status: 'warned', left: 20 })
  applyIdleTime(179_500, player)
  expect(presence.value).toEqual({ status: 'warned', left: 1 })
  applyIdleTime(0, player)
  expect(presence.value).toEqual({ status: 'active' })
})

test.each([10, 15, 20, 30])('with a logout after %i s a touch ends the warning', (seconds) => {
  const short = { ...player, logoutMs: seconds * 1000 }
  applyIdleTime(short.logoutMs - 1000, short)
  expect(presence.value).toEqual({ status: 'warned', left: 1 })
  expect(applyIdleTime(0, short)).toBeGreaterThan(0)
  expect(presence.value).toEqual({ status: 'active' })
})

test('a touch does not stop an automatic logout that has begun', () => {
  applyIdleTime(180_000, player)
  expect(presence.value).toEqual({ status: 'leaving' })
  applyIdleTime(0, player)
  applyIdleTime(60_000, guest)
  expect(presence.value).toEqual({ status: 'leaving' })
  finishLogout()
  expect(presence.value).toEqual({ status: 'active' })
})

test('without a player attract mode starts after its time, and any touch ends it', () => {
  expect(applyIdleTime(10_000, guest)).toBe(20_000)
  expect(presence.value).toEqual({ status: 'active' })
  applyIdleTime(30_000, guest)
  expect(presence.value).toEqual({ status: 'attract' })
  applyIdleTime(0, guest)
  expect(presence.value).toEqual({ status: 'active' })
})

test('while the session is being validated there is neither a warning nor attract mode', () => {
  // Behind a gate that stays closed for days: no check every few milliseconds.
  expect(applyIdleTime(999_000, { ...player, user: 'unknown' })).toBeGreaterThanOrEqual(1000)
  expect(presence.value).toEqual({ status: 'active' })
})
