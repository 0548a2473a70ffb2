import { expect, test } from 'vitest'
import { usernameKey } from './sign-in.ts'

test.each(['Anna', ' anna ', 'ａｎｎａ', '\u200fanna\u2069', '\u00adanna\ufeff', '\u200b anna'])(
  '%j is the name anna',
  (name) => {
    expect(usernameKey(name)).toBe('anna')
  },
)

test('an invisible character within a name is part of it', () => {
  expect(usernameKey('an\u200dna')).not.toBe('anna')
})
