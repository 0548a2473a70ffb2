import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import texts from '../../../locales/tr.json?groups=shell'
import { loadSettings } from '../../core/settings/settings.ts'
import { addFramePart, drawerOpen, type FramePlace, openDrawer } from '../../core/slots/slots.ts'
import { addTexts } from '../../i18n/index.ts'
import { Frame } from './Frame.tsx'

addTexts('tr', texts)

const settingsAre = (over: object) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(over)))
  return loadSettings()
}

afterEach(() => {
  cleanup()
  openDrawer(false)
  vi.unstubAllGlobals()
})

test('the menu button waits for the navbar, then opens the drawer and says so', () => {
  render(<Frame>page</Frame>)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Menü' })
  expect(button.disabled).toBe(true)
  act(() => addFramePart('navbar', () => null))
  expect(button.disabled).toBe(false)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(drawerOpen.value).toBe(true)
  expect(button.getAttribute('aria-expanded')).toBe('true')
})

test('each place of the frame takes what joins it, in the order in which a reader meets it', () => {
  const places: FramePlace[] = ['lobby', 'nav', 'bar', 'search', 'logo', 'banner', 'navbar']
  render(<Frame>[page]</Frame>)
  act(() => {
    for (const place of places) addFramePart(place, () => <i>[{place}]</i>)
  })
  const order = document.body.textContent?.match(/\[\w+\]/g)
  expect(order).toEqual(['[navbar]', '[logo]', '[search]', '[nav]', '[bar]', '[banner]', '[page]', '[lobby]'])
})

test.each([true, false])(
  'headerBarHide %s: the bar is hidden, its menu button and its wallet are not',
  async (hide) => {
    await settingsAre({ headerBarHide: hide })
    render(<Frame>page</Frame>)
    const bar = screen.getByRole('banner')
    expect(bar.hasAttribute('data-hidden')).toBe(hide)
    expect(bar.contains(screen.getByRole('button', { name: 'Menü' }))).toBe(true)
    expect(bar.contains(screen.getByLabelText('Bakiye'))).toBe(true)
  },
)
