import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLocale } from '../../i18n/index.ts'
import { applySession, clearLobby } from '../lobby/state.ts'
import { HeldBar } from './HeldBar.tsx'
import { HeldCard } from './HeldCard.tsx'
import { dispatch } from './state.ts'

const SEAT = { status: true, id: '7', name: 'Hall 3', machine_status: 'waiting', credit: 100 } as const

beforeEach(async () => {
  await setLocale('en')
  clearLobby()
})
afterEach(cleanup)

test('what an attendant has to pay is beside the credit', () => {
  applySession({ ...SEAT, cabinet: { status: 'hand-pay', handPay: 50_000 } })
  render(<HeldBar />)
  expect(screen.getByText('Hall 3').closest('p')?.textContent).toMatch(/^₺1\.00Hand pay ₺500\.00Hall 3$/)
})

// A player who speaks to the device says what the button shows.
test.each(['tr', 'en', 'ar'] as const)(
  'in %s the name of the way back begins with its visible words',
  async (locale) => {
    await setLocale(locale)
    applySession(SEAT)
    for (const Part of [HeldBar, HeldCard]) {
      render(<Part />)
      const link = screen.getByRole('link')
      expect(link.getAttribute('aria-label')).toBe(`${link.textContent}: Hall 3`)
      cleanup()
    }
  },
)

test('a machine without credit can be left, and nothing of it returns to the balance', () => {
  const reservedUntil = new Date(Date.now() + 60_000).toISOString()
  const texts = (credit: number) => {
    applySession({ ...SEAT, credit, reservedUntil })
    dispatch({ type: 'session', machine: { id: '7', name: 'Hall 3', status: 'waiting', isEmpty: true } })
    const { container } = render(
      <>
        <HeldBar />
        <HeldCard />
      </>,
    )
    const { textContent } = container
    cleanup()
    return textContent
  }
  expect(texts(0)).toMatch(/Kept for you for another.*Kept for you for another.*Leave the machine/)
  expect(texts(0)).not.toMatch(/Cash out|Returns/)
  expect(texts(100)).toMatch(/Returns.*Cash out.*Returns.*Cash out/)
})

test.each([
  ['the lobby', <main key="page">{<HeldBar />}</main>, 'main'],
  [
    'the wallet',
    <div key="wallet" role="dialog">
      <HeldCard />
    </div>,
    'dialog',
  ],
])('after a cash-out %s has the focus that was on the button', async (_, page, role) => {
  applySession(SEAT)
  dispatch({ type: 'session', machine: { id: '7', name: 'Hall 3', status: 'waiting' } })
  render(page)
  screen.getByRole('button', { name: 'Cash out' }).focus()
  await act(async () => applySession({ status: false }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole(role))
})
