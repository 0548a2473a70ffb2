import { expect, test } from 'vitest'
import shipped from '../../public/Settings.json'
import { readKeys } from './settings.ts'
import { ALL_DEFAULTS, ALL_SETTINGS } from './settings-operator.ts'

/* Section 9 of the specification, compared with the shipped Settings.json and with the defaults. */

const LIRA_CENTS = 100
/** The values after parsing; amounts in cents. */
const SECTION_9 = {
  language: 'tr',
  currency: 'TRY',
  siteId: 1001,
  minDiscount: 100 * LIRA_CENTS,
  hotFlagLimit: 20_000 * LIRA_CENTS,
  maxAllIn: 2_500_000 * LIRA_CENTS,
  lobbyUpdateInterval: 10,
  fps: 30,
  volume: 1,
  autoDiscount: true,
  autoBonus: true,
  zeroBalancePlay: true,
  hotCoins: [500, 5000, 10_000, 50_000, 100_000].map((price) => price * LIRA_CENTS),
  repeatWindow: 30,
} as const

const read = (raw: unknown) => readKeys(ALL_SETTINGS, ALL_DEFAULTS, raw).read

test.each([
  ['the shipped Settings.json', read(shipped)],
  ['no Settings.json', read(undefined)],
])('%s results in the values of section 9', (_, settings) => {
  expect(settings).toMatchObject(SECTION_9)
})

test('the shipped file sets every key of section 9 itself', () => {
  expect(Object.keys(shipped)).toEqual(expect.arrayContaining(Object.keys(SECTION_9)))
})

// The handshake keeps the token out of a server's logs. A server built to the specification reads the query.
test('the socket token is in the query by default, in the handshake as shipped', () => {
  expect([read(undefined).socketToken, read(shipped).socketToken]).toEqual(['query', 'auth'])
})
