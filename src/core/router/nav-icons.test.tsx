import { cleanup, render } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import { NavIcon } from './nav-icons.tsx'
import type { NavItem } from './nav-items.ts'

afterEach(cleanup)

const isMirrored = (item: Pick<NavItem, 'id' | 'type'> & { icon?: string }) => {
  const { container } = render(<NavIcon item={item as NavItem} />)
  return container.querySelector('.icon')?.hasAttribute('data-mirrors')
}

test('an icon with a direction follows the writing, any other stays as it is', () => {
  expect(isMirrored({ id: 'logout', type: 'item' })).toBe(true)
  expect(isMirrored({ id: 'docs', type: 'link' })).toBe(true)
  expect(isMirrored({ id: 'profile', type: 'item' })).toBe(false)
})
