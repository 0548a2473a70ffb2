import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeClock } from '../lib/clock.ts'
import { openCountries } from '../players/countries.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { COUNTRIES_RELOAD_MS, followCountryTable } from './country-table.ts'

const folder = scratchFolder()

test('a changed table applies, and a wrong one leaves the last good one in force', async () => {
  const file = join(folder, 'table.csv')
  const next = `${file}.next`
  writeFileSync(file, '198.51.100.0/24,DE\n')
  const countries = openCountries({ country: 'TR', countries: ['DE'], countryTable: file })
  const clock = fakeClock()
  const lines: string[] = []
  let changes = 0
  const log = { warn: (_: object, message: string) => void lines.push(message), error() {} }
  const stop = followCountryTable(countries, () => (changes += 1), clock, log)
  const state = () => [countries.isPermitted('198.51.100.1'), changes, lines.length]
  /** Two looks at the file. */
  const pass = async () => {
    for (let look = 1; look <= 2; look += 1) {
      await new Promise(setImmediate)
      clock.advance(COUNTRIES_RELOAD_MS)
    }
    await new Promise(setImmediate)
  }
  await pass()
  expect(state()).toEqual([true, 0, 0])

  writeFileSync(next, '198.51.100.0/24,FR\n')
  renameSync(next, file)
  await pass()
  expect(state()).toEqual([false, 1, 0])

  for (const [wrong, reason] of [
    ['198.51.100.0/24;DE\n', 'line 1 is no range and country'],
    ['', 'has no ranges'],
  ] as const) {
    writeFileSync(file, wrong)
    await pass()
    expect(state()).toEqual([false, 1, 1])
    expect(lines.splice(0)).toEqual([expect.stringContaining(reason)])
  }
  rmSync(file)
  await pass()
  expect(lines.splice(0)).toEqual([
    `COUNTRY_TABLE ${file} cannot be read: ENOENT. The last good table stays in force.`,
  ])

  writeFileSync(file, '198.51.100.0/24,DE\n')
  await pass()
  expect(state()).toEqual([true, 2, 0])
  await stop()
})
