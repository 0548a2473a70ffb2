import { expect, test } from 'vitest'
import { entryWaits, takeEntryToken } from './url-token.ts'

const come = (token: unknown) =>
  Object.defineProperty(window, 'reelcastToken', { value: token, configurable: true })

test('the token of the address is given once, and is gone from the page with that', () => {
  expect(entryWaits()).toBe(false)
  come('t1')
  expect(entryWaits()).toBe(true)
  expect(Object.keys(window)).not.toContain('reelcastToken')
  expect(takeEntryToken()).toBe('t1')
  expect(entryWaits()).toBe(false)
  expect(takeEntryToken()).toBeUndefined()
})

test('nothing but a text that holds something is a token', () => {
  for (const other of ['', 7, null, { toString: () => 'x' }]) {
    come(other)
    expect(takeEntryToken()).toBeUndefined()
    expect(entryWaits()).toBe(false)
  }
})
