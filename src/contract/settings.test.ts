import { expect, test } from 'vitest'
import { DEFAULTS, readKeys, readSettings, SETTINGS, type SectionSchemas } from './settings.ts'
import { isSettingsFile } from './settings-file.ts'
import { KIOSK_DEFAULTS, KIOSK_SETTINGS } from './settings-kiosk.ts'
import { ALL_SETTINGS, OPERATOR_SETTINGS, readOperatorSettings } from './settings-operator.ts'
import { PLAY_SETTINGS } from './settings-play.ts'

test('an invalid key is reported and gets its default, the valid ones apply', () => {
  const written = {
    currency: 'XXX',
    volume: 0.5,
    colour: 'red',
    $schema: 'x',
    accentColor: 'red',
    repeatWindow: 60,
  }
  const first = readSettings(written)
  expect(first.bad).toEqual(['currency'])
  expect(first.settings).toMatchObject({ currency: 'TRY', volume: 0.5 })
  const second = readOperatorSettings(written)
  expect(second).toMatchObject({ bad: ['accentColor'], unknown: ['colour'] })
  expect(second.more).toMatchObject({ accentColor: '', repeatWindow: 60 })
})

test.each([
  [SETTINGS, DEFAULTS, 'maxPictureAge', 600_000, 1500],
  [KIOSK_SETTINGS, KIOSK_DEFAULTS, 'kioskLogout', 180_000, 180],
] as const)(
  'a bound that would protect nobody gets its default',
  (schemas, defaults, key, written, applied) => {
    expect(readKeys<SectionSchemas>(schemas, defaults, { [key]: written })).toMatchObject({
      bad: [key],
      read: { [key]: applied },
    })
  },
)

test('the operator settings have defaults too; each key is in one table, and marks a file of settings', () => {
  const { more, bad, unknown } = readOperatorSettings(undefined)
  expect({ bad, unknown }).toEqual({ bad: [], unknown: [] })
  expect(Object.keys(more)).toEqual(Object.keys(OPERATOR_SETTINGS))
  expect(more.minDiscount).toBe(10_000)
  const tables = [SETTINGS, OPERATOR_SETTINGS, PLAY_SETTINGS, KIOSK_SETTINGS]
  expect(Object.keys(ALL_SETTINGS)).toEqual(tables.flatMap((table) => Object.keys(table)))
  expect(Object.keys(ALL_SETTINGS).filter((key) => !isSettingsFile({ [key]: 1, error: 1 }))).toEqual([])
})

test.each([
  [
    'logo',
    ['', '/our/logo.svg', 'https://pictures.example/l.png'],
    ['http://a.example/l.png', '//a.example', '/\\\\a'],
  ],
  ['accentColor', ['', '#f2c14e', '#F2C14E'], ['f2c14e', '#fff', 'red', '#f2c14e80']],
  [
    'supportWhatsapp',
    ['', 'https://wa.me/900000000000', 'tel:+90 212 000 00 00', 'mailto:help@example.com', '/help.html'],
    ['javascript:alert(1)', '//evil.example', '/\\\\evil.example', 'wa.me/90', 'data:text/html,x'],
  ],
  ['liveChatId', ['', '5e1f/1abc', '12345678'], ['a b', '<script>', '../x']],
  ['lobbyClass', ['', 'dark wide_2'], ['a.b', '"x"', 'x'.repeat(101)]],
] as const)('%s is accepted, and nothing else', (key, good, bad) => {
  for (const written of good)
    expect(readOperatorSettings({ [key]: written })).toMatchObject({ bad: [], more: { [key]: written } })
  for (const written of bad) expect(readOperatorSettings({ [key]: written }).bad).toEqual([key])
})

test('lists of links and banners are accepted only if every item is valid', () => {
  const link = { kind: 'whatsapp', url: 'https://wa.me/900000000000' }
  const banner = { place: 'login', image: '/our/a.jpg', title: { tr: 'Hafta sonu' } }
  expect(
    readOperatorSettings({ contactLinks: [link, { ...link, title: 'Bize yazın' }], banners: [banner] }).bad,
  ).toEqual([])
  for (const wrong of [
    { ...link, kind: 'pigeon' },
    { ...link, url: '' },
    { kind: 'phone' },
    { ...link, titel: 'x' },
  ])
    expect(readOperatorSettings({ contactLinks: [link, wrong] })).toMatchObject({
      bad: ['contactLinks'],
      more: { contactLinks: [] },
    })
  for (const wrong of [
    { ...banner, place: 'foot' },
    { ...banner, image: '' },
    { place: 'lobby', image: '/a.jpg' },
  ])
    expect(readOperatorSettings({ banners: [wrong] })).toMatchObject({
      bad: ['banners'],
      more: { banners: [] },
    })
})

test.each([
  ['10.000', 1_000_000],
  ['1.234,50', 123_450],
  [99.5, 9950],
  [0.07, 7],
  [1_234_567.89, 123_456_789],
  ['500', 50_000],
])('a major amount %s is %i cents', (written, cents) => {
  expect(readSettings({ hotFlagLimit: written }).settings.hotFlagLimit).toBe(cents)
})

// An amount that is less than a cent would be 0, which switches a limit off.
test.each([
  ['10.00'],
  [-1],
  ['1,234.5'],
  [Number.NaN],
  [''],
  ['javascript:alert(1)'],
  ['0.500'],
  [0.004],
  [99.999],
])('%s is not an amount', (written) => {
  expect(readSettings({ hotFlagLimit: written }).bad).toEqual(['hotFlagLimit'])
})

test.each([
  ['/api/', '/api'],
  ['/', ''],
  ['', ''],
  ['https://api.example', 'https://api.example'],
  ['https://api.example/', 'https://api.example'],
  ['https://api.example/v1//', 'https://api.example/v1'],
])('apiUrl "%s" is normalized to "%s"', (written, read) => {
  expect(readSettings({ apiUrl: written })).toMatchObject({ bad: [], settings: { apiUrl: read } })
})

test.each([
  ...['wss://api.example', '//evil.example', 'javascript:alert(1)', 'data:text/html,x'],
  'https://api.example/?key=1',
  '/api#v1',
  'https://me:word@api.example',
  '/\\evil.example',
  'api.example',
])('apiUrl "%s" is refused, because no call could reach it', (written) => {
  expect(readSettings({ apiUrl: written })).toMatchObject({ bad: ['apiUrl'], settings: { apiUrl: '/api' } })
})

test.each(['machineUrl', 'notificationUrl'] as const)(
  '%s is an origin: Socket.IO takes a path as a namespace',
  (key) => {
    for (const [written, read] of [
      ['', ''],
      ['/', ''],
      ['https://m.example', 'https://m.example'],
      ['https://m.example/', 'https://m.example'],
      ['wss://m.example:8443/', 'wss://m.example:8443'],
    ] as const)
      expect(readSettings({ [key]: written })).toMatchObject({ bad: [], settings: { [key]: read } })
    const others = 'https://m.example/live https://m.example/socket.io/ /live //m.example m.example'
    for (const written of [...others.split(' '), 'https://m.example?room=1'])
      expect(readSettings({ [key]: written })).toMatchObject({ bad: [key], settings: { [key]: '' } })
  },
)

test('a text is a string for all languages, or one for each of some languages', () => {
  for (const written of ['', 'Merhaba', {}, { tr: 'Merhaba' }, { tr: 'a', en: 'b', ar: 'c' }])
    expect(readSettings({ informationText: written })).toMatchObject({
      bad: [],
      settings: { informationText: written },
    })
  for (const written of [1, null, { xx: 'Hallo' }, { tr: 1 }])
    expect(readSettings({ informationText: written }).bad).toEqual(['informationText'])
})
