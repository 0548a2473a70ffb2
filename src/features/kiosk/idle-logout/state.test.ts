import { afterEach, expect, test } from 'vitest'
import { goneHome, presence, untouchedFor, type Waiting } from './state.ts'

const player: Waiting = { who: 'player', logoutMs: 180_000, attractMs: 30_000 }
const guest: Waiting = { ...player, who: 'guest' }
afterEach(() => {
  goneHome()
  untouchedFor(0, guest)
})

test('a player is warned 20 s before they are sent home, with the seconds that are left', () => {
  expect(untouchedFor(159_000, player)).toBe(1000)
  expect(presence.value).toEqual({ is: 'here' })
  untouchedFor(160_000, player)
  expect(presence.value).toEqual({ is: 'warned', left: 20 })
  untouchedFor(179_500, player)
  expect(presence.value).toEqual({ is: 'warned', left: 1 })
  untouchedFor(0, player)
  expect(presence.value).toEqual({ is: 'here' })
})

test('once they are being sent home no touch calls it off, until they are gone', () => {
  untouchedFor(180_000, player)
  expect(presence.value).toEqual({ is: 'leaving' })
  untouchedFor(0, player)
  untouchedFor(60_000, guest)
  expect(presence.value).toEqual({ is: 'leaving' })
  goneHome()
  expect(presence.value).toEqual({ is: 'here' })
})

test('a screen that nobody is logged in at invites after its time, and any touch ends it', () => {
  expect(untouchedFor(10_000, guest)).toBe(20_000)
  expect(presence.value).toEqual({ is: 'here' })
  untouchedFor(30_000, guest)
  expect(presence.value).toEqual({ is: 'attract' })
  untouchedFor(0, guest)
  expect(presence.value).toEqual({ is: 'here' })
})

test('while it is not known who is here, nobody is warned and nobody invited', () => {
  untouchedFor(999_000, { ...player, who: 'nobody' })
  expect(presence.value).toEqual({ is: 'here' })
})
