import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { openCountries } from './countries.ts'

const folder = scratchFolder()

const HOME = { country: 'TR', countries: [], countryTable: undefined }
let files = 0
function tableOf(text: string): string {
  files += 1
  const file = join(folder, `${files}.csv`)
  writeFileSync(file, text)
  return file
}

const TABLE = `cidr,country
# one network in another
198.51.100.0/24,DE
198.51.100.64/26,nl

"203.0.113.7","FR"\r
0.0.0.0/0,US
2001:db8::/32,DE
2001:db8:1::/48,GB
::ffff:192.0.2.0/120,IT
64:ff9b::192.0.2.33/128,ES
`

describe('countryOf', () => {
  const { countryOf } = openCountries({ ...HOME, countryTable: tableOf(TABLE) })

  test.each([
    ['198.51.100.1', 'DE'],
    ['198.51.100.64', 'NL'],
    ['198.51.100.127', 'NL'],
    ['198.51.100.128', 'DE'],
    ['::ffff:198.51.100.1', 'DE'],
    ['203.0.113.7', 'FR'],
    ['203.0.113.8', 'US'],
    ['192.0.2.200', 'IT'],
    ['2001:db8::1', 'DE'],
    ['2001:db8:1:ffff::1', 'GB'],
    ['2001:db8:2::1', 'DE'],
    ['64:ff9b::c000:221', 'ES'],
    ['2001:db9::1', 'TR'],
    ['unknown', 'TR'],
  ])('%s is in %s, by the longest matching prefix', (ip, country) => {
    expect(countryOf(ip)).toBe(country)
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.9',
    '169.254.1.1',
    '::1',
    'fd00::1',
    'fe80::1',
  ])("%s is in the operator's country despite a table entry for everything", (ip) => {
    expect(countryOf(ip)).toBe('TR')
    expect(openCountries({ ...HOME, country: 'DE' }).countryOf(ip)).toBe('DE')
  })

  test('a narrower table entry overrides a private range', () => {
    const { countryOf: tunnelled } = openCountries({ ...HOME, countryTable: tableOf('10.8.0.0/16,NL\n') })
    expect([tunnelled('10.8.1.1'), tunnelled('10.9.1.1')]).toEqual(['NL', 'TR'])
  })
})

test('a changed table is read in slices, and the old one applies until the new one is whole', async () => {
  const countryTable = tableOf('198.51.100.0/24,DE\n')
  const { countryOf, reload } = openCountries({ ...HOME, countryTable })
  const others = Array.from({ length: 20_000 }, (_, n) => `10.${n >> 8}.${n & 255}.0/24,FR\n`)
  writeFileSync(countryTable, ['198.51.100.0/24,NL\n', ...others].join(''))
  let isRead: boolean | undefined
  const reading = reload().then((changed) => {
    isRead = changed
  })
  let turns = 0
  for (; isRead === undefined; turns += 1) {
    expect(countryOf('198.51.100.1')).toBe('DE')
    await new Promise(setImmediate)
  }
  await reading
  expect([isRead, countryOf('198.51.100.1'), countryOf('10.78.31.1')]).toEqual([true, 'NL', 'FR'])
  expect(turns).toBeGreaterThan(15)
  expect(await reload()).toBe(false)
})

describe('isPermitted', () => {
  test('permits the listed countries only', () => {
    const { isPermitted } = openCountries({
      ...HOME,
      countries: ['TR', 'DE'],
      countryTable: tableOf(TABLE),
    })
    expect(['127.0.0.1', '198.51.100.1', '203.0.113.7', '2001:db9::1'].map(isPermitted)).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  test("rejects private addresses if the operator's country is not listed", () => {
    expect(openCountries({ ...HOME, countries: ['DE'] }).isPermitted('127.0.0.1')).toBe(false)
  })
})

describe('an invalid table fails with one line', () => {
  test.each([
    ['198.51.100.0/24,DE\n198.51.100.0/33,DE', 2],
    ['198.51.100.0/24,Germany', 1],
    ['198.51.100.0/24', 1],
    ['198.51.100.0/24;DE', 1],
    ['cidr,country\ncidr,country', 2],
    ['<html>', 1],
  ])('%j', (text, line) => {
    const countryTable = tableOf(text)
    const message = `COUNTRY_TABLE ${countryTable} line ${line} is no range and country like 203.0.113.0/24,DE`
    expect(() => openCountries({ ...HOME, countryTable })).toThrow(new Error(message))
  })

  test('a missing file', () => {
    const countryTable = join(folder, 'none.csv')
    const message = `COUNTRY_TABLE ${countryTable} cannot be read: ENOENT`
    expect(() => openCountries({ ...HOME, countryTable })).toThrow(new Error(message))
  })
})
