import { expect, test } from 'vitest'
import { shownName } from './shown-name.ts'

test.each([
  ['Kerem', 'Şahin', 'Kerem Ş.'],
  ['Ayşe Nur', ' Işık ', 'Ayşe Nur I.'],
  ['Kerem', '', 'Kerem'],
  [' ', '', 'kerem'],
])('"%s" "%s" is shown as "%s"', (name, lastname, shown) => {
  expect(shownName({ name, lastname, username: 'kerem' })).toBe(shown)
})
