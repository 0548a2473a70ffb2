import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOCALE_CODES } from '../../../contract/locales.ts'
import { setLocale } from '../../../i18n/index.ts'
import { startKeyboard } from './host.ts'
import { Keyboard } from './Keyboard.tsx'

let stop = () => {}
let form: HTMLElement
const field = (name: string) => {
  const found = form.querySelector<HTMLInputElement>(`[name=${name}]`)
  if (!found) throw new Error(`field ${name} is missing`)
  return found
}
/** By its name, which begins with what it shows. */
const key = (words: string) =>
  screen.getByRole('button', { name: (name) => name === words || name.endsWith(` ${words}`) })
const press = (...names: string[]) => {
  for (const name of names) act(() => void fireEvent.pointerDown(key(name), { button: 0 }))
}
const focus = (name: string) => act(() => field(name).focus())

beforeEach(async () => {
  vi.useFakeTimers()
  await setLocale('tr')
  form = document.createElement('form')
  form.innerHTML = `
    <input name="user"><div class="field-box"><input name="pass" type="password"><button type="button">eye</button></div>
    <input name="amount" inputmode="decimal"><button type="submit">go</button>`
  document.body.append(form)
  const host = document.createElement('div')
  document.body.append(host)
  render(<Keyboard />, { container: host })
  stop = startKeyboard(host)
})
afterEach(() => {
  stop()
  cleanup()
  form.remove()
  vi.useRealTimers()
})

test('opens and closes with the focus of a text field, and suppresses the system keyboard', () => {
  expect(screen.queryByRole('group')).toBeNull()
  focus('user')
  expect(screen.getByRole('group').getAttribute('aria-label')).toBe('Ekran klavyesi')
  expect(field('user').inputMode).toBe('none')
  act(() => field('user').blur())
  // The page has not moved yet below the touch that took the focus.
  expect(screen.queryByRole('group')).not.toBeNull()
  act(() => void vi.advanceTimersByTime(200))
  expect(screen.queryByRole('group')).toBeNull()
})

test('keys type on pointerdown and leave the focus; one shift is for one letter, two lock it', () => {
  focus('user')
  const down = new PointerEvent('pointerdown', { bubbles: true, cancelable: true })
  act(() => void key('ş').dispatchEvent(down))
  expect(down.defaultPrevented).toBe(true)
  expect(document.activeElement).toBe(field('user'))
  press('Büyük harf', 'İ', 'i')
  expect(field('user').value).toBe('şİi')
  press('Büyük harf', 'Büyük harf', 'Ğ', 'Ü')
  expect(field('user').value).toBe('şİiĞÜ')
  expect(key('Büyük harf').getAttribute('aria-pressed')).toBe('true')
})

test("a screen reader's click types once; the click after a touch types nothing", () => {
  focus('user')
  fireEvent.click(key('a'), { detail: 0 })
  press('b')
  fireEvent.click(key('b'), { detail: 1 })
  expect(field('user').value).toBe('ab')
})

test('a held delete key repeats until its release', () => {
  focus('user')
  press('a', 'b', 'c', 'd', 'Sil')
  expect(field('user').value).toBe('abc')
  act(() => void vi.advanceTimersByTime(450 + 60))
  expect(field('user').value).toBe('a')
  fireEvent.pointerUp(key('Sil'))
  act(() => void vi.advanceTimersByTime(1000))
  expect(field('user').value).toBe('a')
})

test('keys switch to symbols and to other languages', () => {
  focus('user')
  press('Rakamlar ve işaretler', '_', '-', 'Harfler', 'Klavye dilini değiştir')
  expect(screen.queryByRole('button', { name: 'ğ' })).toBeNull()
  for (const _ of LOCALE_CODES.slice(2, LOCALE_CODES.indexOf('ar') + 1)) press('Klavye dilini değiştir')
  press('ش')
  expect(field('user').value).toBe('_-ش')
})

test('in Arabic a user name and a password begin with Latin letters, and other fields do not', async () => {
  await setLocale('ar')
  Object.assign(field('user'), { autocomplete: 'username' })
  Object.assign(field('pass'), { autocomplete: 'current-password' })
  for (const name of ['user', 'pass']) {
    focus(name)
    expect(screen.queryByRole('button', { name: 'q' })).not.toBeNull()
  }
  field('user').autocomplete = 'off'
  focus('user')
  expect(screen.queryByRole('button', { name: 'ض' })).not.toBeNull()
})

test("Enter focuses the next field; the password's reveal button leaves the keyboard open", () => {
  focus('user')
  press('İleri')
  expect(document.activeElement).toBe(field('pass'))
  const touch = new PointerEvent('pointerdown', { bubbles: true, cancelable: true })
  form.querySelector('button')?.dispatchEvent(touch)
  expect(touch.defaultPrevented).toBe(true)
  expect(screen.queryByRole('group')).not.toBeNull()
})

test('amount fields get a number pad with the decimal separators', () => {
  focus('amount')
  expect(screen.getByRole('group').getAttribute('aria-label')).toBe('Rakam tuşları')
  press('1', '0', ',', '5')
  expect(field('amount').value).toBe('10,5')
  expect(screen.queryByRole('button', { name: 'a' })).toBeNull()
})

test('the keyboard closes when its field is removed', async () => {
  focus('user')
  vi.useRealTimers()
  form.remove()
  await vi.waitFor(() => expect(screen.queryByRole('group')).toBeNull())
})

test('in a modal dialog the keyboard is inside the dialog, where it can be touched', () => {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  form.append(dialog)
  dialog.append(field('user'))
  focus('user')
  expect(screen.getByRole('group').closest('dialog')).toBe(dialog)
})
