import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { wipePlayerData } from '../session/wipe.ts'
import { read, write } from './storage.ts'

const KEY = 'reelcast.volume'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  write('local', KEY, undefined)
})

test("values are read back from the browser's storage, and removed from it", () => {
  write('local', KEY, 'v')
  expect(localStorage.getItem(KEY)).toBe('v')
  expect(read('local', KEY)).toBe('v')
  expect(read('session', KEY)).toBeUndefined()
  write('local', KEY, undefined)
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('blocked storage falls back to memory, for reads and removals', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(read('local', KEY)).toBeUndefined()
  write('local', KEY, 'v')
  expect(read('local', KEY)).toBe('v')
  write('local', KEY, undefined)
  expect(read('local', KEY)).toBeUndefined()
})

test('a value that the browser silently drops is kept in memory', () => {
  const deaf = { setItem() {}, getItem: () => null, removeItem() {} }
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(deaf as unknown as Storage)
  write('local', KEY, 'v')
  expect(read('local', KEY)).toBe('v')
})

test('where a new value cannot be stored, a reload does not find the older one', () => {
  const stored = new Map([[KEY, 'older']])
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  } as unknown as Storage)
  write('local', KEY, 'newer')
  expect([read('local', KEY), stored.size]).toEqual(['newer', 0])
})

test('a value that the browser fails to remove reads as absent', () => {
  localStorage.setItem(KEY, 'v')
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
    getItem: () => 'v',
    removeItem() {
      throw new DOMException('blocked', 'SecurityError')
    },
  } as unknown as Storage)
  expect(read('local', KEY)).toBe('v')
  write('local', KEY, undefined)
  expect(read('local', KEY)).toBeUndefined()
})

const CHOICES = ['language', 'remember', 'volume', 'balance-hidden', 'browser', 'gated']

test("a wipe removes every key of this app but the device's preferences", () => {
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
      wipePlayerData(where)
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

test('values in memory are wiped too', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  write('local', 'reelcast.token', 't')
  write('local', 'reelcast.language', 'en')
  wipePlayerData('local')
  expect([read('local', 'reelcast.token'), read('local', 'reelcast.language')]).toEqual([undefined, 'en'])
  write('local', 'reelcast.language', undefined)
})
