import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { wipe } from '../session/wipe.ts'
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

test('a text that the browser takes and does not give back is kept in memory', () => {
  const deaf = { setItem() {}, getItem: () => null, removeItem() {} }
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(deaf as unknown as Storage)
  write('local', 'k', 'v')
  expect(read('local', 'k')).toBe('v')
})

test('a text that the browser does not give up is forgotten all the same', () => {
  localStorage.setItem('k', 'v')
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
    getItem: () => 'v',
    removeItem() {
      throw new DOMException('no', 'SecurityError')
    },
  } as unknown as Storage)
  expect(read('local', 'k')).toBe('v')
  write('local', 'k', undefined)
  expect(read('local', 'k')).toBeUndefined()
})

const CHOICES = ['language', 'remember', 'volume', 'balance-hidden', 'browser', 'gated']

test("what is wiped is everything of this app but the device's own choices, whatever it is called", () => {
  const key = fc.oneof(
    fc.constantFrom(...CHOICES.map((name) => `reelcast.${name}`)),
    fc.stringMatching(/^[a-z.-]{1,12}$/).map((name) => `reelcast.${name}`),
    fc.constantFrom(...CHOICES.map((name) => `reelcast.x.${name}`)),
    fc.stringMatching(/^x[a-z.-]{1,12}$/),
  )
  fc.assert(
    fc.property(fc.uniqueArray(key), fc.constantFrom('local', 'session'), (keys, where) => {
      localStorage.clear()
      sessionStorage.clear()
      for (const name of keys) {
        localStorage.setItem(name, '1')
        sessionStorage.setItem(name, '1')
      }
      wipe(where)
      const stays = keys.filter(
        (name) => !name.startsWith('reelcast.') || CHOICES.includes(name.slice('reelcast.'.length)),
      )
      const [wiped, other] =
        where === 'local' ? [localStorage, sessionStorage] : [sessionStorage, localStorage]
      expect(Object.keys(wiped).sort()).toEqual(stays.sort())
      expect(other.length).toBe(keys.length)
    }),
  )
  sessionStorage.clear()
})

test('what is only in memory is wiped too', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  write('local', 'reelcast.token', 't')
  write('local', 'reelcast.language', 'en')
  wipe('local')
  expect([read('local', 'reelcast.token'), read('local', 'reelcast.language')]).toEqual([undefined, 'en'])
  write('local', 'reelcast.language', undefined)
})
