import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import texts from '../../../../locales/tr.json?groups=kiosk'
import { addTexts, setLocale } from '../../../i18n/index.ts'
import { startKeyboard } from './host.ts'
import { Keyboard } from './Keyboard.tsx'

addTexts('tr', texts)
let stop = () => {}
let form: HTMLElement
const field = (name: string) => {
  const found = form.querySelector<HTMLInputElement>(`[name=${name}]`)
  if (!found) throw new Error(`no ${name}`)
  return found
}
const key = (name: string) => screen.getByRole('button', { name, exact: true } as never)
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

test('comes with the focus of a text field, keeps the system’s away, and goes with the focus', () => {
  expect(screen.queryByRole('group')).toBeNull()
  focus('user')
  expect(screen.getByRole('group').getAttribute('aria-label')).toBe('Ekran klavyesi')
  expect(field('user').inputMode).toBe('none')
  act(() => field('user').blur())
  // The touch that took the focus away still finds what it is for where it was.
  expect(screen.queryByRole('group')).not.toBeNull()
  act(() => void vi.advanceTimersByTime(200))
  expect(screen.queryByRole('group')).toBeNull()
})

test('keys type as they are touched, without taking the focus; shift is for one letter, twice for all', () => {
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

test('a screen reader’s click types once; a finger’s click after its touch does not type again', () => {
  focus('user')
  fireEvent.click(key('a'), { detail: 0 })
  press('b')
  fireEvent.click(key('b'), { detail: 1 })
  expect(field('user').value).toBe('ab')
})

test('delete repeats while it is held, and stops', () => {
  focus('user')
  press('a', 'b', 'c', 'd', 'Sil')
  expect(field('user').value).toBe('abc')
  act(() => void vi.advanceTimersByTime(450 + 60))
  expect(field('user').value).toBe('a')
  fireEvent.pointerUp(key('Sil'))
  act(() => void vi.advanceTimersByTime(1000))
  expect(field('user').value).toBe('a')
})

test('signs and other languages’ letters are a key away', () => {
  focus('user')
  press('Rakamlar ve işaretler', '_', '-', 'Harfler', 'Klavye dilini değiştir')
  expect(screen.queryByRole('button', { name: 'ğ' })).toBeNull()
  press('Klavye dilini değiştir', 'ش')
  expect(field('user').value).toBe('_-ش')
})

test('Enter goes to the next field; the password’s eye leaves the keyboard where it is', () => {
  focus('user')
  press('Onayla')
  expect(document.activeElement).toBe(field('pass'))
  const touch = new PointerEvent('pointerdown', { bubbles: true, cancelable: true })
  form.querySelector('button')?.dispatchEvent(touch)
  expect(touch.defaultPrevented).toBe(true)
  expect(screen.queryByRole('group')).not.toBeNull()
})

test('amounts have a pad with what divides them', () => {
  focus('amount')
  expect(screen.getByRole('group').getAttribute('aria-label')).toBe('Rakam tuşları')
  press('1', '0', ',', '5')
  expect(field('amount').value).toBe('10,5')
  expect(screen.queryByRole('button', { name: 'a' })).toBeNull()
})

test('a field that goes out of the page takes the keyboard along', async () => {
  focus('user')
  vi.useRealTimers()
  form.remove()
  await vi.waitFor(() => expect(screen.queryByRole('group')).toBeNull())
})

test('in a window the keys stand in the window, where they can be touched', () => {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  form.append(dialog)
  dialog.append(field('user'))
  focus('user')
  expect(screen.getByRole('group').closest('dialog')).toBe(dialog)
})
