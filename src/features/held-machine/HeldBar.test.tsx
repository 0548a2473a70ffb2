import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLocale } from '../../i18n/index.ts'
import { applySession, clearLobby } from '../lobby/state.ts'
import { HeldBar } from './HeldBar.tsx'
import { HeldCard } from './HeldCard.tsx'

beforeEach(async () => {
  await setLocale('en')
  clearLobby()
})
afterEach(cleanup)

test('what an attendant has to pay is beside the credit', () => {
  const seat = { status: true, id: '7', name: 'Hall 3', machine_status: 'waiting', credit: 100 } as const
  applySession({ ...seat, cabinet: { status: 'hand-pay', handPay: 50_000 } })
  render(<HeldBar />)
  expect(screen.getByText('Hall 3').closest('p')?.textContent).toMatch(/^₺1\.00Hand pay ₺500\.00Hall 3$/)
})

// A player who speaks to the device says what the button shows.
test.each(['tr', 'en', 'ar'] as const)(
  'in %s the name of the way back begins with its visible words',
  async (locale) => {
    await setLocale(locale)
    applySession({ status: true, id: '7', name: 'Hall 3', machine_status: 'waiting', credit: 100 })
    for (const Part of [HeldBar, HeldCard]) {
      render(<Part />)
      const link = screen.getByRole('link')
      expect(link.getAttribute('aria-label')).toBe(`${link.textContent}: Hall 3`)
      cleanup()
    }
  },
)
