import { afterEach, expect, test } from 'vitest'
import { applyIdleTime, finishLogout, type IdlePolicy, presence } from './state.ts'

const player: IdlePolicy = { user: 'player', logoutMs: 180_000, attractMs: 30_000 }
const guest: IdlePolicy = { ...player, user: 'guest' }
afterEach(() => {
  finishLogout()
  applyIdleTime(0, guest)
})

test('a player is warned 20 s before they are sent home, with the seconds that are left', () => {
  expect(applyIdleTime(159_000, player)).toBe(1000)
  expect(presence.value).toEqual({ status: 'active' })
  applyIdleTime(160_000, player)
  expect(presence.value).toEqual({ status: 'warned', left: 20 })
  applyIdleTime(179_500, player)
  expect(presence.value).toEqual({ status: 'warned', left: 1 })
  applyIdleTime(0, player)
  expect(presence.value).toEqual({ status: 'active' })
})

test('once they are being sent home no touch calls it off, until they are gone', () => {
  applyIdleTime(180_000, player)
  expect(presence.value).toEqual({ status: 'leaving' })
  applyIdleTime(0, player)
  applyIdleTime(60_000, guest)
  expect(presence.value).toEqual({ status: 'leaving' })
  finishLogout()
  expect(presence.value).toEqual({ status: 'active' })
})

test('a screen that nobody is logged in at invites after its time, and any touch ends it', () => {
  expect(applyIdleTime(10_000, guest)).toBe(20_000)
  expect(presence.value).toEqual({ status: 'active' })
  applyIdleTime(30_000, guest)
  expect(presence.value).toEqual({ status: 'attract' })
  applyIdleTime(0, guest)
  expect(presence.value).toEqual({ status: 'active' })
})

test('while it is not known who is here, nobody is warned and nobody invited', () => {
  applyIdleTime(999_000, { ...player, user: 'unknown' })
  expect(presence.value).toEqual({ status: 'active' })
})
