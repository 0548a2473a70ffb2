import { act, render } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { Slot } from './Slot.tsx'
import { fillSlot } from './slots.ts'

test('an empty slot draws its children, a filled one the newest component', () => {
  const { container } = render(<Slot name="logo">plain</Slot>)
  expect(container.textContent).toBe('plain')
  act(() => fillSlot('logo', () => <i>one</i>))
  expect(container.textContent).toBe('one')
  act(() => fillSlot('logo', () => <i>two</i>))
  expect(container.textContent).toBe('two')
})
