import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALL_DEFAULTS, ALL_SETTINGS } from '../../../src/contract/settings-operator.ts'
import { withSettingsTable } from './settings-table.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const page = read('docs/operator/settings.md')

test('docs/operator/settings.md has the table that the code generates: "npm run settings -- --schema" writes it', () => {
  expect(page).toBe(withSettingsTable(page, JSON.parse(read('public/Settings.json'))))
})

test('the table has a row with the default for every key, and no other', () => {
  const [table = ''] = /<!-- settings -->[\s\S]*<!-- \/settings -->/.exec(page) ?? []
  const rows = [...table.matchAll(/^\| `([a-z]\w*)`(?: \*)? \| .* \| `(.*?)`[^|]*\|$/gm)]
  expect(rows.map(([, key]) => key)).toEqual(Object.keys(ALL_SETTINGS))
  for (const [, key = '', standard = ''] of rows)
    expect(JSON.parse(standard)).toEqual(ALL_DEFAULTS[key as keyof typeof ALL_DEFAULTS])
})

test('a page without the markers is refused', () => {
  expect(() => withSettingsTable('# Settings\n', {})).toThrow('no <!-- settings --> section')
})
