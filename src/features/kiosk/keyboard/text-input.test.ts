import { afterEach, expect, test, vi } from 'vitest'
import {
  deleteBack,
  hasNextField,
  isNumericField,
  moveCaret,
  pressEnter,
  suppressSystemKeyboard,
  textFieldOf,
  typeText,
} from './text-input.ts'

function put(html: string): HTMLInputElement {
  document.body.innerHTML = html
  const field = document.querySelector('input')
  if (!field) throw new Error('the page has no field')
  return field
}
afterEach(() => {
  document.body.innerHTML = ''
})

test("inserts at the caret, replaces the selection, and fires the browser's input events", () => {
  const field = put('<input value="denz">')
  const heard: (string | null)[] = []
  field.addEventListener('input', (event) => heard.push(`${(event as InputEvent).inputType} ${field.value}`))
  field.setSelectionRange(3, 3)
  typeText(field, 'i')
  expect(field.value).toBe('deniz')
  expect(field.selectionStart).toBe(4)
  field.setSelectionRange(0, 5)
  typeText(field, 'ş')
  expect(field.value).toBe('ş')
  expect(heard).toEqual(['insertText deniz', 'insertText ş'])
})

test('respects maxlength, counting the replaced selection', () => {
  const field = put('<input maxlength="4" value="abcd">')
  field.setSelectionRange(4, 4)
  typeText(field, 'e')
  expect(field.value).toBe('abcd')
  field.setSelectionRange(1, 2)
  typeText(field, 'XY')
  expect(field.value).toBe('aXcd')
})

test('a cancelled beforeinput event inserts nothing', () => {
  const field = put('<input>')
  field.addEventListener('beforeinput', (event) => event.preventDefault())
  typeText(field, 'a')
  expect(field.value).toBe('')
})

test('backspace deletes a grapheme or the selection, and nothing at the start', () => {
  const field = put('<input value="aé👍">')
  field.setSelectionRange(field.value.length, field.value.length)
  deleteBack(field)
  expect(field.value).toBe('aé')
  deleteBack(field)
  expect(field.value).toBe('a')
  field.setSelectionRange(0, 0)
  deleteBack(field)
  expect(field.value).toBe('a')
  field.setSelectionRange(0, 1)
  deleteBack(field)
  expect(field.value).toBe('')
})

test('the caret keys move visually: reversed in Arabic', () => {
  const field = put('<input value="abc">')
  field.setSelectionRange(1, 1)
  moveCaret(field, 'right')
  expect(field.selectionStart).toBe(2)
  field.style.direction = 'rtl'
  moveCaret(field, 'right')
  expect(field.selectionStart).toBe(1)
  moveCaret(field, 'right')
  moveCaret(field, 'right')
  expect(field.selectionStart).toBe(0)
})

test('text fields get a keyboard, read-only ones and those with native pickers do not', () => {
  for (const html of [
    '<input>',
    '<input type="password">',
    '<input type="search">',
    '<input inputmode="decimal">',
  ])
    expect(textFieldOf(put(html))).toBeDefined()
  for (const html of [
    '<input type="checkbox">',
    '<input type="range">',
    '<input readonly>',
    '<input disabled>',
    '<input inputmode="none">',
  ])
    expect(textFieldOf(put(html))).toBeUndefined()
})

test("sets inputmode=none; the field's own inputmode still selects the layout", () => {
  const field = put('<input inputmode="decimal">')
  suppressSystemKeyboard(field)
  suppressSystemKeyboard(field)
  expect(field.inputMode).toBe('none')
  expect(textFieldOf(field)).toBe(field)
  expect(isNumericField(field)).toBe(true)
  const text = put('<input type="password">')
  suppressSystemKeyboard(text)
  expect(isNumericField(text)).toBe(false)
})

test('Enter focuses the next field, and the last field submits the form if its button is enabled', () => {
  const first = put('<form><input id="a"><input id="b"><button type="submit">ok</button></form>')
  const second = document.querySelector<HTMLInputElement>('#b')
  const form = document.querySelector('form')
  if (!second || !form) throw new Error('the page has no form')
  const sent = vi.fn((event: Event) => event.preventDefault())
  form.addEventListener('submit', sent)
  expect(hasNextField(first)).toBe(true)
  expect(pressEnter(first)).toBe(false)
  expect(document.activeElement).toBe(second)
  const button = document.querySelector('button')
  button?.setAttribute('aria-disabled', 'true')
  expect(pressEnter(second)).toBe(false)
  button?.removeAttribute('aria-disabled')
  expect(sent).not.toHaveBeenCalled()
  expect(pressEnter(second)).toBe(true)
  expect(sent).toHaveBeenCalledTimes(1)
})

test("a page's own Enter handler takes precedence", () => {
  const field = put('<form><input></form>')
  const sent = vi.fn()
  document.querySelector('form')?.addEventListener('submit', sent)
  field.addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault())
  expect(pressEnter(field)).toBe(true)
  expect(sent).not.toHaveBeenCalled()
})
