import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { drawerOpen, setDrawerOpen, setDrawerReady } from '../../core/frame/drawer.ts'
import { fillSlot } from '../../core/frame/slots.ts'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { Frame } from './Frame.tsx'

afterEach(() => {
  cleanup()
  setDrawerOpen(false)
  vi.unstubAllGlobals()
})

test('the menu button is added with the navbar, opens the drawer and sets aria-expanded', () => {
  render(<Frame>page</Frame>)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Menü' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  act(setDrawerReady)
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(drawerOpen.value).toBe(true)
  expect(button.getAttribute('aria-expanded')).toBe('true')
})

test('the slots of the frame follow in reading order', () => {
  const slots = ['belowPage', 'linkBanner', 'horizontalNav', 'toolbar', 'search', 'logo', 'navbar'] as const
  render(<Frame>[page]</Frame>)
  act(() => {
    for (const slot of slots) fillSlot(slot, () => <i>[{slot}]</i>)
  })
  const order = document.body.textContent?.match(/\[\w+\]/g)
  expect(order).toEqual([
    '[navbar]',
    '[logo]',
    '[search]',
    '[horizontalNav]',
    '[toolbar]',
    '[linkBanner]',
    '[page]',
    '[belowPage]',
  ])
})

test.each([true, false])(
  'headerBarHide %s: the bar is hidden, its menu button and its wallet are not',
  async (hide) => {
    await setSettings({ headerBarHide: hide })
    render(<Frame>page</Frame>)
    const bar = screen.getByRole('banner')
    expect(bar.hasAttribute('data-hidden')).toBe(hide)
    expect(bar.contains(screen.getByRole('button', { name: 'Menü' }))).toBe(true)
    expect(bar.contains(screen.getByLabelText('Bakiye'))).toBe(true)
  },
)
