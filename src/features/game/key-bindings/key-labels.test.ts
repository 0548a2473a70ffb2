import { afterEach, expect, test, vi } from 'vitest'
import { KEY_ACTIONS } from '../../../contract/settings-play.ts'
import { setLocale } from '../../../i18n/index.ts'
import { DEFAULT_KEYS } from './default-keys.ts'
import { codesByAction, keyLabel, readLayout } from './key-labels.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['Space', 'Boşluk'],
  ['KeyC', 'C'],
  ['Digit1', '1'],
  ['F12', 'F12'],
  ['ArrowUp', '↑'],
  ['Slash', '/'],
  ['Numpad7', 'Sayı tuşu 7'],
  ['NumpadAdd', 'Sayı tuşu +'],
  ['constructor', 'constructor'],
])('%s is shown as %s', (code, cap) => {
  expect(keyLabel(code, new Map())).toBe(cap)
})

test("the browser's keyboard layout gives the label where available", async () => {
  vi.stubGlobal('navigator', { keyboard: { getLayoutMap: async () => new Map([['KeyA', 'q']]) } })
  expect(keyLabel('KeyA', await readLayout())).toBe('Q')
  vi.stubGlobal('navigator', {
    keyboard: { getLayoutMap: () => Promise.reject(new Error('not in a frame')) },
  })
  expect((await readLayout()).size).toBe(0)
  vi.stubGlobal('navigator', {})
  expect((await readLayout()).size).toBe(0)
})

test.each([
  ['tr', 'İ', 'I'],
  ['en', 'I', 'I'],
] as const)("a label's capital is that of the player's language: %s", async (language, dotted, dotless) => {
  await setLocale(language)
  const layout = new Map([
    ['Quote', 'i'],
    ['KeyI', 'ı'],
  ])
  expect([keyLabel('Quote', layout), keyLabel('KeyI', layout)]).toEqual([dotted, dotless])
  await setLocale('tr')
})

test('every bound action is listed once, with its keys', () => {
  const listed = codesByAction({ ...DEFAULT_KEYS, Digit1: 'spin', F2: 'leave' })
  const actions = listed.map(([action]) => action)
  expect(actions).toEqual(KEY_ACTIONS.filter((action) => actions.includes(action)))
  expect(new Set(actions).size).toBe(actions.length)
  expect(listed[0]).toEqual(['spin', ['Space', 'Enter', 'Digit1']])
  expect(actions).toContain('leave')
  expect(actions).not.toContain('side')
})
