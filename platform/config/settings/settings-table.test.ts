import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withSettingsTable } from './settings-table.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const page = read('docs/operator/settings.md')

test('docs/operator/settings.md has the table that the code generates: "npm run settings -- --schema" writes it', () => {
  expect(page).toBe(withSettingsTable(page, JSON.parse(read('public/Settings.json'))))
})

test('a page without the markers is refused', () => {
  expect(() => withSettingsTable('# Settings\n', {})).toThrow('no <!-- settings --> section')
})
