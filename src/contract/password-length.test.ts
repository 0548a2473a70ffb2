import { expect, test } from 'vitest'
import { passwordLength } from './password-length.ts'

test.each([
  ['şifre', 5],
  // The same in the decomposed form of a Mac's file names.
  ['şifre'.normalize('NFD'), 5],
  ['😀😀😀😀', 4],
  ['', 0],
])('the length of %j is %i', (password, length) => {
  expect(passwordLength(password)).toBe(length)
})
