import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startPressedState } from './pressed-state.ts'

beforeAll(() => {
  startPressedState()
  startPressedState()
})
beforeEach(() => {
  document.body.innerHTML =
    '<button id="one"><span>1</span></button><button id="two">2</button><a href="/x">x</a>'
})

const down = (selector: string, init: PointerEventInit = {}) =>
  document
    .querySelector(selector)
    ?.dispatchEvent(
      new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch', isPrimary: true, ...init }),
    )
const pressed = () => [...document.querySelectorAll('[data-pressed]')].map(({ id }) => id)

test('a button is marked as pressed from pointerdown until the release, anywhere on it', () => {
  down('#one span')
  expect(pressed()).toEqual(['one'])
  document.body.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  expect(pressed()).toEqual([])
})

test('a scroll that takes over the touch ends it, and another touch ends the previous one', () => {
  down('#one')
  down('#two')
  expect(pressed()).toEqual(['two'])
  document.body.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }))
  expect(pressed()).toEqual([])
})

test('a mouse, a second finger and other elements change nothing', () => {
  down('#one', { pointerType: 'mouse' })
  down('#one', { isPrimary: false })
  down('a')
  expect(pressed()).toEqual([])
})
