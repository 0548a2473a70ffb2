import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { SETTING_TEXTS } from '../../src/contract/settings-docs.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { openSettingsFile } from './settings-file.ts'

let file: string
beforeEach(() => {
  file = join(scratchFolder(), 'Settings.json')
})

const write = (settings: object | string) =>
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
const open = async (isRequired = false) => {
  const unmetOf = (value: object) => ('needy' in value ? ['needy needs more.'] : [])
  const settings = await openSettingsFile(file, { isRequired, unmetOf })
  const problems: string[] = []
  settings.onProblem((problem) => problems.push(problem))
  return { value: async () => (await settings.read()).value, problems }
}

test.each([
  ['lossLimit', '1,000.50', 'an amount in major units'],
  ['jurisdiction', 'UK', 'one of "", "GB"'],
  ['countryCheck', 'true', 'true or false'],
  ['idlePinLock', 1, 'true or false'],
  ['tokenInAddress', 'false', 'true or false'],
  ['confirmTokenInAddress', 'true', 'true or false'],
  ['currency', 'EURO', 'one of "USD"'],
  ['sessionLimit', '60', 'a number, 0 or more'],
  ['realityCheck', -1, 'a number, 0 or more'],
  ['minSpinCycle', null, 'a number from 0 to 60'],
  ['maxPictureAge', 600_000, 'a number from 250 to 10000'],
  ['kioskLogout', 180_000, 'a number from 10 to 3600'],
])(
  'a wrong value of %s (%j) refuses the start, with key, value and allowed values',
  async (key, value, allowed) => {
    write({ volume: 0.5, [key]: value })
    const message = await open().catch((error: Error) => error.message)
    expect(message).toContain(`${file}:1:`)
    expect(message).toContain(`${key} is ${JSON.stringify(value)}. Allowed: ${allowed}`)
    expect(message).toContain('This protects the player')
    expect(message).not.toContain('\n')
  },
)

test('every key that a player is protected by is listed', () => {
  const keys = Object.entries(SETTING_TEXTS).flatMap(([key, { protects }]) => (protects ? [key] : []))
  expect(keys.sort()).toEqual([
    'autoplay',
    'clock',
    'confirmTokenInAddress',
    'countryCheck',
    'currency',
    'defaultPin',
    'externalInfo',
    'idlePinLock',
    'jurisdiction',
    'kiosk',
    'kioskLogout',
    'lossLimit',
    'maxAllIn',
    'maxPictureAge',
    'minSpinCycle',
    'realityCheck',
    'sessionLimit',
    'tokenInAddress',
  ])
})

test.each([
  ['no JSON', '{"lossLimit": 100,}', 'This is not valid JSON'],
  ['a list', '[]', 'Settings must be one object'],
  ['a misspelt key that protects', '{"losslimit": 100}', 'It is "lossLimit".'],
])('%s refuses the start', async (_, text, message) => {
  write(text)
  await expect(open()).rejects.toThrow(message)
})

test('a missing file refuses the start where it is required, else the defaults apply and the log says so', async () => {
  await expect(open(true)).rejects.toThrow(`${file} cannot be read`)
  const { value, problems } = await open()
  expect([await value(), problems]).toEqual([
    undefined,
    [`There is no ${file}: the defaults of all settings apply.`],
  ])
  write({ lossLimit: 5 })
  expect(await value()).toEqual({ lossLimit: 5 })
})

test('other mistakes are reported once at the start and once after each change', async () => {
  write({ volume: 7, colour: 'red' })
  const { value, problems } = await open()
  expect(problems).toEqual([
    expect.stringMatching(/Settings\.json:1:11 {2}volume is 7/),
    expect.stringMatching(/Settings\.json:1:13 {2}There is no key "colour"/),
  ])
  await value()
  await value()
  expect(problems).toHaveLength(2)
  write({ volume: 8 })
  expect(await value()).toEqual({ volume: 8 })
  await value()
  expect(problems.slice(2)).toEqual([expect.stringContaining('volume is 8')])
})

test('what a setting needs is reported at the start and after each change', async () => {
  write({ needy: 1 })
  const { value, problems } = await open()
  write({ needy: 2 })
  await value()
  await value()
  expect(problems.filter((line) => line === `${file}: needy needs more.`)).toHaveLength(2)
})

test('a change to a wrong, broken or missing file keeps the last good one in force, and is reported once', async () => {
  const good = { lossLimit: 500, countryCheck: true }
  write(good)
  const { value, problems } = await open()
  const changes: [() => void, string][] = [
    [() => write({ ...good, lossLimit: '1,000.50' }), 'lossLimit is "1,000.50"'],
    [() => write('{"lossLimit": 5'), 'not valid JSON'],
    [() => write(''), 'not valid JSON'],
    [() => rmSync(file), 'cannot be read'],
  ]
  for (const [change, problem] of changes) {
    problems.length = 0
    change()
    expect(await value()).toEqual(good)
    await value()
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems[0]).toContain('The last good file stays in force.')
  }
  write({ lossLimit: 600 })
  expect(await value()).toEqual({ lossLimit: 600 })
})

test('the file is read again only when its time or size has changed, or its time is of now', async () => {
  const writeAt = (volume: number, at: number | Date) => {
    write({ volume })
    utimesSync(file, at, at)
  }
  writeAt(0.1, 1)
  const { value } = await open()
  expect(await value()).toEqual({ volume: 0.1 })
  writeAt(0.2, 1)
  expect(await value()).toEqual({ volume: 0.1 })
  for (const [volume, at] of [
    [0.3, 2],
    [0.4, new Date()],
    [0.5, new Date()],
  ] as const) {
    writeAt(volume, at)
    expect(await value()).toEqual({ volume })
  }
})
