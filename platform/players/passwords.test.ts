import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { checkPassword, hashPassword, newPasswordError } from './passwords.ts'

/** One password as different keyboards send it. */
const FORMS = ['şifre-günü-ﬁlm', 'şifre-günü-ﬁlm'.normalize('NFD'), 'şifre-günü-ﬁlm'.normalize('NFKC')]

test('a password is accepted in every Unicode form, whichever was hashed', async () => {
  expect(new Set(FORMS).size).toBe(3)
  for (const set of FORMS) {
    const stored = await hashPassword(set)
    for (const typed of FORMS) expect(await checkPassword(stored, typed)).toBe(true)
    expect(await checkPassword(stored, 'sifre-gunu-film')).toBe(false)
  }
})

test('a stored hash is of Argon2id, and each has a salt of its own', async () => {
  const hashes = [await hashPassword('copper-lagoon'), await hashPassword('copper-lagoon')]
  for (const stored of hashes) expect(stored).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
  expect(new Set(hashes).size).toBe(2)
})

test('a hash of before normalization still accepts the form that it was made of', async () => {
  for (const form of FORMS) expect(await checkPassword(await hash(form), form)).toBe(true)
})

test('no password is right for an unknown name', async () => {
  for (const form of FORMS) expect(await checkPassword(undefined, form)).toBe(false)
})

test.each([
  ['7 letters, 14 code points in this form', 'ğüşöçéà'.normalize('NFD')],
  ['4 letters beyond 16 bits', '🎰🍒🔔💎'],
  ['3 ligatures of 3 letters', 'ﬃﬃﬃ'],
])('%s are too short', (_, password) => {
  expect(password.normalize('NFKC').length).toBeGreaterThan(6)
  expect(newPasswordError(password)?.code).toBe(Code.passwordTooShort)
})

test('8 letters are enough in every form', () => {
  for (const form of ['NFC', 'NFD'] as const)
    expect(newPasswordError('ğüşöçéàñ'.normalize(form))).toBeUndefined()
})
