import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALL_DEFAULTS, NAV_ICONS } from '../../../src/contract/settings-operator.ts'
import { checkSettings } from './check.ts'

const found = (text: string) =>
  checkSettings(text).map(({ line, column, text }) => `${line}:${column} ${text}`)

test('accepts the shipped file, the defaults and an empty object', () => {
  expect(found(readFileSync(new URL('../../../public/Settings.json', import.meta.url), 'utf8'))).toEqual([])
  expect(found(JSON.stringify(ALL_DEFAULTS))).toEqual([])
  expect(found('{}')).toEqual([])
})

test('reports a JSON syntax error with its line and column', () => {
  expect(found('{\n  "volume": 1,\n}')).toEqual(['3:1 This is not valid JSON: property name expected.'])
})

test.each(['[]', '1', '"volume"', 'null'])('%s is not a settings object', (text) => {
  expect(found(text)).toEqual(['1:1 Settings must be one object, between { and }.'])
})

test('reports a wrong value with its key, position, allowed values and default', () => {
  expect(found('{\n  "volume": 7,\n  "arabic": "true",\n  "language": "de"\n}')).toEqual([
    '2:13 volume is 7. Allowed: a number from 0 to 1. The default applies until this is corrected: 1.',
    '3:13 arabic is "true". Allowed: true or false. The default applies until this is corrected: false.',
    '4:15 language is "de". Allowed: one of "tr", "en", "ar". The default applies until this is corrected: "tr".',
  ])
})

test.each([
  ['siteId', '1.5', 'a whole number'],
  ['maxPictureAge', '12', 'a number from 250 to 10000'],
  ['lobbyUpdateInterval', '-1', 'a number, 1 or more'],
  ['apiUrl', '"//evil.example"', 'a path such as "/api"'],
  ['apiUrl', '"wss://api.example"', 'an address such as "https://api.example/v1"'],
  ['machineUrl', '"https://m.example/live"', 'Socket.IO would take a path as a namespace'],
  ['notificationUrl', '"/live"', 'without a path'],
  ['hotFlagLimit', '"10.00"', 'an amount in major units'],
  ['maxAllIn', '1000000000000000', 'an amount in major units'],
  ['defaultPin', '"12a"', 'up to 12 digits'],
  ['informationText', '{"de": "x"}', '{"tr": "…", "en": "…", "ar": "…"}'],
])('%s: %s is reported once, with "%s"', (key, given, allowed) => {
  const all = found(`{"${key}": ${given}}`)
  expect(all).toHaveLength(1)
  expect(all[0]).toContain(`${key} is ${JSON.stringify(JSON.parse(given))}. Allowed: `)
  expect(all[0]).toContain(allowed)
})

test('an amount is named as it is in the file, also within a list', () => {
  expect(found('{"hotCoins": [5, 1000000000000000]}')).toEqual([
    expect.stringContaining('hotCoins, item 2 is 1000000000000000. Allowed: '),
  ])
})

test('accepts a slash at the end of an address: the app drops it', () => {
  expect(found('{"apiUrl": "https://api.example/v1/", "machineUrl": "wss://m.example/"}')).toEqual([])
  expect(found('{"apiUrl": "/", "notificationUrl": "/"}')).toEqual([])
})

test('locates a wrong item of a list', () => {
  expect(found('{"hotCoins": [500, "10.00", -4]}').map((line) => line.slice(0, 35))).toEqual(
    ['1:20 hotCoins, item 2 is "10.00". A', '1:29 hotCoins, item 3 is -4. Allowed'.slice(0, 35)].map((line) =>
      expect.stringContaining(line),
    ),
  )
})

test('locates a wrong, a missing and an unknown key of an item', () => {
  const link = '{"kind": "phone", "url": "tel:1"}'
  expect(found(`{"contactLinks": [${link},\n {"kind": "fax", "url": "tel:1"}]}`)).toEqual([
    expect.stringMatching(
      /^2:11 contactLinks, item 2, "kind" is "fax"\. Allowed: one of "whatsapp", "telegram", /,
    ),
  ])
  expect(found('{"banners": [\n  {"place": "foot", "image": "a.jpg", "titel": "x"}]}')).toEqual([
    expect.stringMatching(/^2:3 banners, item 1, "title" is missing\. Allowed: up to six of \{"place"/),
    '2:13 banners, item 1, "place" is "foot". Allowed: one of "login", "lobby". The default applies until this is corrected: [].',
    expect.stringMatching(/^2:30 banners, item 1, "image" is "a\.jpg"\. Allowed: up to six of \{"place"/),
    '2:48 banners, item 1 has no key "titel". docs/operator/settings.md lists all keys. The default applies until this is corrected: [].',
  ])
  expect(found('{"banners": {}}')).toEqual([expect.stringContaining('banners is {}. Allowed: up to six of')])
})

test('names the icons of a menu entry, and branding.md does too', () => {
  const entry = { type: 'item', title: 'Kervan', url: '/lobby/1/Kervan', icon: 'cherry' }
  const [finding = ''] = found(JSON.stringify({ navigation: [entry] }))
  const guide = readFileSync(new URL('../../../docs/operator/branding.md', import.meta.url), 'utf8')
  for (const icon of NAV_ICONS) {
    expect(finding).toContain(`"${icon}"`)
    expect(guide).toContain(`\`${icon}\``)
  }
})

test('names the key that an unknown one is in other capitals and signs', () => {
  expect(found('{"api_url": "", "ZeroBalancePlay": true, "colour": "red"}')).toEqual([
    '1:2 There is no key "api_url". It is "apiUrl".',
    '1:17 There is no key "ZeroBalancePlay". It is "zeroBalancePlay".',
    '1:42 There is no key "colour". docs/operator/settings.md lists all keys.',
  ])
})

test('ignores keys that start with $', () => {
  expect(found('{"$schema": "./Settings.schema.json", "$note": 1}')).toEqual([])
})

test('reports a repeated key', () => {
  expect(found('{"volume": 9,\n "volume": 1}')).toEqual([
    '2:2 "volume" is repeated here: the last one applies.',
  ])
})

test('reports a repeated key of an object within a value', () => {
  expect(
    found('{"informationText": {"tr": "a", "tr": "b"}, "keys": {"F1": "spin",\n "F1": "leave"}}'),
  ).toEqual([
    '1:33 "tr" is repeated here: the last one applies.',
    '2:2 "F1" is repeated here: the last one applies.',
  ])
})

test('refuses a file that has a protecting key twice', () => {
  const [finding, ...others] = checkSettings('{"lossLimit": 500,\n "lossLimit": 0}')
  expect(others).toEqual([])
  expect(finding).toMatchObject({ line: 2, isRefused: true })
  expect(finding?.text).toMatch(/^"lossLimit" is repeated here\. This protects the player/)
})

test('sorts findings by position, and cuts a long value', () => {
  const all = found(`{\n"arabic": "${'x'.repeat(500)}",\n"foo": 1,\n"volume": 2}`)
  expect(all.map((line) => line.slice(0, 2))).toEqual(['2:', '3:', '4:'])
  expect(all[0]?.length).toBeLessThan(200)
})

test.each([
  [{ liveChat: 'tawk' }, 'liveChat is "tawk" and needs liveChatId: property/widget'],
  [{ liveChat: 'tawk', liveChatId: 'a/b/c' }, 'liveChat is "tawk" and needs liveChatId'],
  [{ liveChat: 'livechat' }, 'needs liveChatId: the licence number'],
  [{ liveChat: 'livechat', liveChatId: 'abc' }, 'needs liveChatId: the licence number'],
  [{ liveChat: 'chatwoot', liveChatId: 'abc' }, 'needs liveChatUrl: the address of the Chatwoot server'],
  [{ liveChat: 'chatwoot', liveChatUrl: 'https://chat.example' }, 'needs liveChatId: the website token'],
  [{ liveChat: 'chatwoot', liveChatId: 'abc', liveChatUrl: '/chat' }, 'needs liveChatUrl'],
  [{ loginContact: true }, 'loginContact is true and needs contactLinks'],
  [{ depositLimitText: 'Cashier' }, 'depositLimitText needs depositLimitUrl'],
])('%j: "%s" is missing', (settings, need) => {
  const findings = checkSettings(JSON.stringify({ volume: 1, ...settings }))
  expect(findings).toMatchObject([{ line: 1, isRefused: false, text: expect.stringContaining(need) }])
  expect(findings[0]?.column).toBeGreaterThan(10)
})

test.each([
  { liveChat: 'tawk', liveChatId: 'property/widget' },
  { liveChat: 'livechat', liveChatId: '1234' },
  { liveChat: 'chatwoot', liveChatId: 'abc', liveChatUrl: 'https://chat.example/' },
  { loginContact: true, contactLinks: [{ kind: 'phone', url: 'tel:1' }] },
])('%j has all that it needs', (settings) => {
  expect(found(JSON.stringify(settings))).toEqual([])
})

test.each([
  ['apiUrl', 'https://api.example;/api'],
  ['machineUrl', 'wss://live.example,'],
  ['videoUrl', 'https://{id}.example/whep'],
  ['logo', 'https://pictures.example;/logo.svg'],
])('reports %s with a host that no server has', (key, address) => {
  expect(checkSettings(JSON.stringify({ [key]: address }))).toEqual([
    expect.objectContaining({
      line: 1,
      text: expect.stringContaining(`${key} is "${address}"`),
      isRefused: false,
    }),
  ])
})

test('reports the picture of a banner with a host that no server has', () => {
  const banners = [{ place: 'login', image: 'https://pictures.example,/b.png', title: 'B' }]
  expect(checkSettings(JSON.stringify({ banners }))).toEqual([
    expect.objectContaining({
      text: expect.stringContaining('banners is "https://pictures.example,/b.png"'),
    }),
  ])
})
