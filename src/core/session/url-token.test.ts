import { expect, test } from 'vitest'
import { hasUrlToken, takeUrlToken } from './url-token.ts'

const come = (token: unknown) =>
  Object.defineProperty(window, 'reelcastToken', { value: token, configurable: true })

test('the token of the address is returned once and removed from the page', () => {
  expect(hasUrlToken()).toBe(false)
  come('t1')
  expect(hasUrlToken()).toBe(true)
  expect(Object.keys(window)).not.toContain('reelcastToken')
  expect(takeUrlToken()).toBe('t1')
  expect(hasUrlToken()).toBe(false)
  expect(takeUrlToken()).toBeUndefined()
})

test('only a non-empty text is a token', () => {
  for (const other of ['', 7, null, { toString: () => 'x' }]) {
    come(other)
    expect(takeUrlToken()).toBeUndefined()
    expect(hasUrlToken()).toBe(false)
  }
})
