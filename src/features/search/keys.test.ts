import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSearchKeys } from './keys.ts'

const other = vi.fn()
let stop: () => void
const gate = vi.hoisted(() => ({ path: '/lobby' }))
vi.mock('../../core/router/pathname.ts', () => ({ pathname: { peek: () => gate.path } }))

beforeEach(() => {
  document.body.innerHTML = '<input id="search"><input id="name"><button>x</button>'
  gate.path = '/lobby'
  stop = startSearchKeys('search', other)
})
afterEach(() => {
  stop()
  other.mockReset()
})

const focused = () => document.activeElement?.id
const press = (init: KeyboardEventInit, at: EventTarget = document.body) =>
  at.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))

test.each([
  ['Ctrl+K', { key: 'k', ctrlKey: true }],
  ['Cmd+K', { key: 'K', metaKey: true }],
  ['Ctrl and the key in its place of an Arabic keyboard', { key: 'ن', code: 'KeyK', ctrlKey: true }],
])('%s focuses the search', (_, init) => {
  expect(press(init)).toBe(false)
  expect(focused()).toBe('search')
})

test.each([
  ['k', { key: 'k' }],
  ['AltGr+K', { key: 'k', ctrlKey: true, altKey: true }],
  ['a key that types a character', { key: '/' }],
  ['the key of K where another letter is on it', { key: 'o', code: 'KeyK', ctrlKey: true }],
  ['a word of an input method', { key: 'k', ctrlKey: true, isComposing: true }],
])('%s is ignored', (_, init) => {
  expect(press(init)).toBe(true)
  expect(focused()).toBe('')
})

test('not from a text field, nor behind a dialog', () => {
  const name = document.getElementById('name')
  name?.focus()
  expect(press({ key: 'k', ctrlKey: true }, name ?? document)).toBe(true)
  expect(focused()).toBe('name')
  name?.blur()
  document.body.append(Object.assign(document.createElement('dialog'), { open: true }))
  expect(press({ key: 'k', ctrlKey: true })).toBe(true)
  expect(focused()).toBe('')
})

test('not in a game', () => {
  gate.path = '/game/7/Nar'
  expect(press({ key: 'k', ctrlKey: true })).toBe(true)
  expect(other).not.toHaveBeenCalled()
})

test('without a search field the sheet opens', () => {
  document.getElementById('search')?.remove()
  expect(press({ key: 'k', ctrlKey: true })).toBe(false)
  expect(other).toHaveBeenCalledOnce()
})

test('not after disposing', () => {
  stop()
  expect(press({ key: 'k', ctrlKey: true })).toBe(true)
})
