import { afterEach, expect, test, vi } from 'vitest'
import { read, write } from './storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  write('local', 'k', undefined)
})

test('what is written is read from the browser, and removed from it', () => {
  write('local', 'k', 'v')
  expect(localStorage.getItem('k')).toBe('v')
  expect(read('local', 'k')).toBe('v')
  expect(read('session', 'k')).toBeUndefined()
  write('local', 'k', undefined)
  expect(localStorage.getItem('k')).toBeNull()
})

test('blocked storage falls back to memory, for reading and for forgetting', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(read('local', 'k')).toBeUndefined()
  write('local', 'k', 'v')
  expect(read('local', 'k')).toBe('v')
  write('local', 'k', undefined)
  expect(read('local', 'k')).toBeUndefined()
})
