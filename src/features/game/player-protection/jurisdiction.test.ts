import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKeys } from '../../../contract/settings.ts'
import {
  JURISDICTIONS,
  PLAY_DEFAULTS,
  PLAY_SETTINGS,
  type PlaySettings,
} from '../../../contract/settings-play.ts'
import { requiresProtection } from '../second-wave.ts'
import { JURISDICTION_RULES, type Protection, protectionFromSettings, protectionOf } from './jurisdiction.ts'

const MINUTE = 60_000
const set = (change: object): PlaySettings => readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, change).read
const NO_CAP = Number.POSITIVE_INFINITY
const of = (change: object, maxStake = NO_CAP) => protectionOf(set(change), maxStake)

test('the default is 2.5 s a spin, and nothing else', () => {
  expect(of({})).toEqual({
    cycle: 2500,
    autoplay: true,
    endless: true,
    realityCheck: 0,
    pause: 0,
    lossLimit: 0,
    sessionLimit: 0,
    maxStake: Number.POSITIVE_INFINITY,
    clock: false,
  })
})

test.each([
  ['GB', { cycle: 2500, autoplay: false, realityCheck: 60 * MINUTE, pause: 0, maxStake: 500, clock: true }],
  ['DE', { cycle: 5000, autoplay: false, realityCheck: 60 * MINUTE, pause: 5 * MINUTE, maxStake: 100 }],
  ['ON', { cycle: 2500, autoplay: false, endless: false, realityCheck: 0, clock: true }],
  ['MT', { cycle: 2500, autoplay: true, endless: false, realityCheck: 60 * MINUTE, clock: true }],
])('%s', (jurisdiction, wanted) => {
  expect(of({ jurisdiction })).toMatchObject(wanted)
})

test("of the jurisdiction's and the player's maximum stake the lower one counts", () => {
  expect([of({ jurisdiction: 'GB' }, 200).maxStake, of({ jurisdiction: 'GB' }, 900).maxStake]).toEqual([
    200, 500,
  ])
  expect(of({}, 0).maxStake).toBe(0)
})

const settings = fc.record({
  jurisdiction: fc.constantFrom(...JURISDICTIONS),
  minSpinCycle: fc.integer({ min: 0, max: 600 }).map((tenths) => tenths / 10),
  autoplay: fc.boolean(),
  realityCheck: fc.nat(500),
  lossLimit: fc.nat(100_000),
  sessionLimit: fc.nat(2000),
  clock: fc.boolean(),
})
const limit = (value: number) => value || Number.POSITIVE_INFINITY

/** Is `a` at least as strict as `b`, limit by limit? */
const holds = (a: Protection, b: Protection) =>
  a.cycle >= b.cycle &&
  (!a.autoplay || b.autoplay) &&
  (!a.endless || b.endless) &&
  limit(a.realityCheck) <= limit(b.realityCheck) &&
  a.pause >= b.pause &&
  limit(a.lossLimit) <= limit(b.lossLimit) &&
  limit(a.sessionLimit) <= limit(b.sessionLimit) &&
  a.maxStake <= b.maxStake &&
  (a.clock || !b.clock)

test('property: the effective rules are never looser than the settings or the jurisdiction', () => {
  fc.assert(
    fc.property(settings, (change) => {
      const own = set(change)
      const both = protectionOf(own, NO_CAP)
      expect(holds(both, protectionFromSettings(own))).toBe(true)
      if (own.jurisdiction) expect(holds(both, JURISDICTION_RULES[own.jurisdiction])).toBe(true)
    }),
  )
})

test('every rule that blocks play is known before the game settings are loaded', () => {
  const plain = of({})
  fc.assert(
    fc.property(settings, (change) => {
      const both = of(change)
      const isMore =
        both.cycle > plain.cycle ||
        both.realityCheck > 0 ||
        both.lossLimit > 0 ||
        both.sessionLimit > 0 ||
        both.maxStake < plain.maxStake
      if (isMore) expect(requiresProtection(set(change), NO_CAP)).toBe(true)
    }),
  )
  expect([{}, PLAY_DEFAULTS].map((change) => requiresProtection(set(change), NO_CAP))).toEqual([false, false])
  expect(requiresProtection(set({}), 200)).toBe(true)
})
