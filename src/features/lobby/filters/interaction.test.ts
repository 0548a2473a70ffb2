import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchInteraction } from './interaction.ts'

let stop: () => void
let on = false
const brush = vi.fn()
const card = () => document.querySelector('li') as Element
const pointer = (type: string, target: EventTarget, pointerType = 'mouse') =>
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType, pointerId: 1 }))
function touch(type: string, target: EventTarget, touches: number): void {
  const event = new Event(type, { bubbles: true })
  Object.defineProperty(event, 'touches', { value: { length: touches } })
  target.dispatchEvent(event)
}

beforeEach(() => {
  document.body.innerHTML = '<main><div><button>bar</button></div><ul><li><a href="/">1</a></li></ul></main>'
  on = false
  brush.mockReset()
  stop = watchInteraction({
    setInteracting: (is) => {
      on = is
    },
    touch: brush,
  })
})
afterEach(() => stop())

test('a pointer over the list counts as interaction, one outside it or off the page does not', () => {
  pointer('pointermove', card())
  expect(on).toBe(true)
  pointer('pointermove', document.querySelector('button') as Element)
  expect(on).toBe(false)
  pointer('pointermove', card())
  document.documentElement.dispatchEvent(new PointerEvent('pointerleave'))
  expect(on).toBe(false)
  pointer('pointermove', card())
  // The gap between two cards belongs to the list.
  card().dispatchEvent(new PointerEvent('pointerleave'))
  expect(on).toBe(true)
})

test('a touch on the list counts until its end, wherever it moves', () => {
  pointer('pointerdown', card(), 'touch')
  touch('touchstart', card(), 1)
  expect(on).toBe(true)
  // The page scrolls: the pointer is cancelled, but the finger is still down.
  pointer('pointercancel', card(), 'touch')
  expect(on).toBe(true)
  touch('touchend', card(), 0)
  expect(on).toBe(false)
})

test('a touch on a card that is removed still ends', () => {
  const one = card()
  touch('touchstart', one, 1)
  one.remove()
  expect(on).toBe(true)
  touch('touchend', one, 0)
  expect(on).toBe(false)
})

test('a touch outside the list does not count', () => {
  touch('touchstart', document.querySelector('button') as Element, 1)
  pointer('pointerdown', document.querySelector('button') as Element, 'touch')
  expect(on).toBe(false)
})

test('keyboard focus in the list counts; scrolling ends it', () => {
  const link = document.querySelector('a') as HTMLElement
  const matches = vi.spyOn(link, 'matches').mockReturnValue(true)
  link.focus()
  expect(on).toBe(true)
  link.blur()
  expect(on).toBe(false)
  // The focus that a tap leaves behind is no interaction.
  matches.mockReturnValue(false)
  link.focus()
  expect(on).toBe(false)
  window.dispatchEvent(new Event('scroll'))
  expect(brush).toHaveBeenCalled()
})
