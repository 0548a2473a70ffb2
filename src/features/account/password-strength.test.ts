import fc from 'fast-check'
import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test.each([
  ['', 0],
  ['a', 1],
  ['password', 1],
  ['Password1', 1],
  ['Şifre123456', 1],
  ['abcdefghijklmnop', 1],
  ['9876543210', 1],
  ['qwertyuiopasdfghjkl', 1],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 1],
  ['abababababababababab', 1],
  ['tulpen8', 1],
  ['limon kavun', 2],
  ['masa lamba nehir', 3],
  ['ruby-falcon-37', 3],
  ['k4R!v0n-9', 3],
  ['masa lamba nehir ördek', 4],
  ['T7#wq9!Lz2$e', 4],
] as const)('%s has strength %i', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})

test("the player's names add almost no strength", () => {
  expect(strengthOf('emine kaya 84!')).toBe(3)
  expect(strengthOf('emine kaya 84!', ['Emine', 'Kaya'])).toBeLessThan(3)
  // Names of one or two letters are ignored: almost every password contains them.
  expect(strengthOf('ruby-falcon-37', ['a', '', 'ru'])).toBe(3)
})

test('every text has a strength, and repeating the last letter adds at most one level', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (given) => {
      // A ligature is several letters, and its repeat is not that of one letter.
      const text = given.normalize('NFKC')
      const strength = strengthOf(text)
      expect(strength).toBeGreaterThan(0)
      expect(strengthOf(text + text.slice(-1).repeat(20))).toBeLessThanOrEqual(Math.min(4, strength + 1))
    }),
  )
})

test("the player's own name counts in either Unicode form", () => {
  const password = 'gülşen-x7'
  expect(strengthOf(password.normalize('NFD'), ['gülşen'])).toBe(strengthOf(password, ['gülşen']))
})
