import { expect, test } from 'vitest'
import { readOptions, readTarget, UsageError } from './options.ts'

const WHO = ['--user', 'deniz', '--password', 'secret']

test('the command line, with the password from the environment', () => {
  const options = readOptions(['Settings.json', '--user', 'deniz', '--allowance', '900'], {
    CONFORMANCE_PASSWORD: 'hidden',
  })
  expect(options).toMatchObject({
    ...{ settings: 'Settings.json', username: 'deniz', password: 'hidden', origin: undefined },
    ...{ allowance: 900, maxStake: 900, machineId: undefined, junit: undefined },
  })
  const { origin } = readOptions(['https://play.example/Settings.json', ...WHO], {})
  expect(origin).toBe('https://play.example')
})

test.each([
  [[...WHO], 'Name one Settings.json.'],
  [['a.json', 'b.json', ...WHO], 'Name one Settings.json.'],
  [['a.json', '--user', 'deniz'], 'Name a player'],
  [['a.json', ...WHO, '--allowance', '5.00'], 'a whole number of cents, not "5.00"'],
  [['a.json', ...WHO, '--max-stake', '-1'], "'--max-stake'"],
  [['a.json', ...WHO, '--origin', 'play.example'], 'an address such as'],
  [['a.json', ...WHO, '--stake', '1'], "Unknown option '--stake'"],
])('%j is refused: %s', (args, why) => {
  expect(() => readOptions(args, {})).toThrow(UsageError)
  expect(() => readOptions(args, {})).toThrow(why)
})

test("relative addresses are resolved against the app's origin", () => {
  expect(readTarget({}, 'https://play.example')).toMatchObject({
    apiUrl: 'https://play.example/api',
    machineUrl: 'https://play.example',
    notificationUrl: 'https://play.example',
    tokenIn: 'query',
    appOrigin: 'https://play.example',
  })
  const settings = { apiUrl: 'https://api.example/v1/', machineUrl: 'wss://m.example', socketToken: 'auth' }
  expect(readTarget({ ...settings, notificationUrl: 'wss://n.example' }, undefined)).toMatchObject({
    apiUrl: 'https://api.example/v1',
    machineUrl: 'https://m.example',
    notificationUrl: 'https://n.example',
    tokenIn: 'auth',
    appOrigin: 'https://api.example',
  })
})

test('a wrong key, or a relative address without an origin, is refused', () => {
  expect(() => readTarget({ siteId: 'x' }, 'https://play.example')).toThrow('"siteId" is wrong')
  expect(() => readTarget({ apiUrl: 'https://api.example:99999' }, 'https://play.example')).toThrow(
    '"apiUrl" is "https://api.example:99999": that is no address',
  )
  expect(() => readTarget({ apiUrl: 'https://api.example' }, undefined)).toThrow(
    '"machineUrl" is "": name the app\'s origin by --origin',
  )
})
