import { act, render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { Slot } from './Slot.tsx'
import { clearSlot, fillSlot, slotParts } from './slots.ts'

const One = () => <i>one</i>
const Two = () => <i>two</i>
const Other = () => <i>other</i>

test('an empty slot renders its children, a filled one its components in insertion order', () => {
  const { container } = render(<Slot name="layers">plain</Slot>)
  expect(container.textContent).toBe('plain')
  act(() => {
    fillSlot('layers', One, 'a')
    fillSlot('layers', Two, 'b')
  })
  expect(container.textContent).toBe('onetwo')
  act(() => fillSlot('layers', Other, 'a'))
  expect(container.textContent).toBe('twoother')
  act(() => clearSlot('layers', 'b'))
  expect(container.textContent).toBe('other')
})

test('adding the same component again changes nothing', () => {
  fillSlot('claims', One)
  const before = slotParts('claims').value
  fillSlot('claims', One)
  expect(slotParts('claims').value).toBe(before)
  fillSlot('claims', Two)
  expect(slotParts('claims').value).toEqual([{ id: 'claims', Part: Two }])
})

test('a component gets the props of its slot', () => {
  fillSlot('machineCard', ({ id }) => <b>{id}</b>)
  render(<Slot name="machineCard" props={{ id: '7' }} />)
  expect(screen.getByText('7')).toBeTruthy()
})
