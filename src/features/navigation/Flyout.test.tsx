import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startGuard } from '../../core/router/guard.ts'
import { Flyout } from './Flyout.tsx'

startGuard()

const button = (name: string) => screen.getByRole('button', { name })
const isOpen = (name = 'Yardım') => button(name).getAttribute('aria-expanded') === 'true'
const pointer = (what: 'Enter' | 'Leave', name = 'Yardım', pointerType = 'mouse') =>
  act(() => {
    const box = button(name).parentElement
    if (box) fireEvent[`pointer${what}`](box, { pointerType })
  })
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/lobby')
  render(
    <>
      <Flyout face="Yardım" className="x">
        <a href="/profile">Profil</a>
        <Flyout face="Bize ulaşın" className="x" beside>
          <a href="https://example.com">WhatsApp</a>
        </Flyout>
      </Flyout>
      <button type="button">beside</button>
    </>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a pointer that rests for 150 ms opens it, a shorter hover does not; it closes 150 ms after leaving', () => {
  pointer('Enter')
  wait(149)
  expect(isOpen()).toBe(false)
  pointer('Leave')
  wait(1000)
  expect(isOpen()).toBe(false)
  pointer('Enter')
  wait(150)
  expect(isOpen()).toBe(true)
  pointer('Leave')
  wait(149)
  expect(isOpen()).toBe(true)
  wait(1)
  expect(isOpen()).toBe(false)
})

test('the click that follows the hover does not close it; the next click does', () => {
  pointer('Enter')
  wait(150)
  fireEvent.click(button('Yardım'))
  expect(isOpen()).toBe(true)
  fireEvent.click(button('Yardım'))
  expect(isOpen()).toBe(false)
})

test('a tap opens and closes it', () => {
  pointer('Enter', 'Yardım', 'touch')
  wait(1000)
  expect(isOpen()).toBe(false)
  fireEvent.click(button('Yardım'))
  expect(isOpen()).toBe(true)
  expect(screen.getByRole('link', { name: 'Profil' })).toBeTruthy()
  fireEvent.click(button('Yardım'))
  expect(isOpen()).toBe(false)
})

test('Escape closes the innermost flyout only, and focuses its button', () => {
  fireEvent.click(button('Yardım'))
  fireEvent.click(button('Bize ulaşın'))
  fireEvent.keyDown(screen.getByRole('link', { name: 'WhatsApp' }), { key: 'Escape' })
  expect([isOpen(), isOpen('Bize ulaşın')]).toEqual([true, false])
  expect(document.activeElement).toBe(button('Bize ulaşın'))
  fireEvent.keyDown(button('Bize ulaşın'), { key: 'Escape' })
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(button('Yardım'))
})

test('it closes when the focus leaves it and on navigation', () => {
  fireEvent.click(button('Yardım'))
  fireEvent.blur(button('Yardım'), { relatedTarget: screen.getByRole('link', { name: 'Profil' }) })
  expect(isOpen()).toBe(true)
  fireEvent.blur(button('Yardım'), { relatedTarget: button('beside') })
  expect(isOpen()).toBe(false)
  fireEvent.click(button('Yardım'))
  act(() => {
    history.pushState(null, '', '/profile')
    window.dispatchEvent(new Event('pushState'))
  })
  expect(isOpen()).toBe(false)
})
