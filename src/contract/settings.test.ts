import { expect, test } from 'vitest'
import readme from '../../README.md?raw'
import { DEFAULTS, readSettings, SETTINGS } from './settings.ts'
import { SETTING_TEXTS } from './settings-text.ts'

test('no settings at all gives the defaults, amounts in cents', () => {
  const { settings, bad } = readSettings(undefined)
  expect(bad).toEqual([])
  expect(Object.keys(settings)).toEqual(Object.keys(SETTINGS))
  expect(settings.hotCoins).toEqual([50_000, 500_000, 1_000_000, 5_000_000, 10_000_000])
  expect(settings.hotFlagLimit).toBe(2_000_000)
  expect(settings.maxAllIn).toBe(250_000_000)
  expect(settings.socketToken).toBe(DEFAULTS.socketToken)
})

test('a bad key is named and falls back, the good ones are kept', () => {
  const { settings, bad, unknown } = readSettings({
    currency: 'XXX',
    volume: 0.5,
    colour: 'red',
    $schema: 'x',
  })
  expect(bad).toEqual(['currency'])
  expect(unknown).toEqual(['colour'])
  expect(settings.currency).toBe('TRY')
  expect(settings.volume).toBe(0.5)
})

test.each([
  ['10.000', 1_000_000],
  ['1.234,50', 123_450],
  [99.5, 9950],
  ['500', 50_000],
])('a major amount %s is %i cents', (written, cents) => {
  expect(readSettings({ hotFlagLimit: written }).settings.hotFlagLimit).toBe(cents)
})

test.each([['10.00'], [-1], ['1,234.5'], [Number.NaN], [''], ['javascript:alert(1)']])(
  '%s is no amount',
  (written) => {
    expect(readSettings({ hotFlagLimit: written }).bad).toEqual(['hotFlagLimit'])
  },
)

test.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x'])('%s is no address', (written) => {
  expect(readSettings({ apiUrl: written }).bad).toEqual(['apiUrl'])
})

test('a text is one for all languages, or one for each of some', () => {
  for (const written of ['', 'Merhaba', {}, { tr: 'Merhaba' }, { tr: 'a', en: 'b', ar: 'c' }])
    expect(readSettings({ informationText: written })).toMatchObject({
      bad: [],
      settings: { informationText: written },
    })
  for (const written of [1, null, { de: 'Hallo' }, { tr: 1 }])
    expect(readSettings({ informationText: written }).bad).toEqual(['informationText'])
})

test('the README has a row for every key, and no other, in the words of settings-text.ts, with its default', () => {
  const rows = [...readme.matchAll(/^\| `([a-z]\w*)` +\| (.*?) +\| (.*?) +\|$/gm)]
  expect(rows.map(([, key]) => key)).toEqual(Object.keys(SETTINGS))
  const keys = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]
  for (const [at, key] of keys.entries()) {
    const [, , description, standard = ''] = rows[at] ?? []
    expect(description).toBe(SETTING_TEXTS[key].description)
    expect(JSON.parse(/^`(.*?)`/.exec(standard)?.[1] ?? '')).toEqual(DEFAULTS[key])
  }
})
