import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { dateTime } from '../../../i18n/dates.ts'
import { readServerDate } from '../../../net/server-clock.ts'
import { user } from '../../kiosk/user.fake.ts'
import { Limits } from './Limits.tsx'

const RESETS = '2030-01-01T00:00:00Z'
const limit = (kind: string, more: object = {}) => ({ kind, value: null, used: 0, resets: RESETS, ...more })
const LIMITS = {
  limits: [
    limit('loss-day'),
    limit('loss-week'),
    limit('loss-month', { value: 9000, pending: { value: 10_000, from: RESETS } }),
  ],
  // Pauses that no server can mean are not offered: the time of the last one does not exist.
  pauseDays: [0, 1, 1e12],
}
/** Answers the pending POST. */
let answerPost = (_limits: object = LIMITS) => {}
const posts: string[] = []

beforeEach(async () => {
  posts.length = 0
  setSignedIn('t', user)
  vi.stubGlobal('fetch', (url: unknown, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Promise.resolve(Response.json(LIMITS))
    posts.push(String(url))
    return new Promise((resolve) => {
      answerPost = (limits = LIMITS) => resolve(Response.json(limits))
    })
  })
  render(<Limits />)
  await screen.findByTestId('pause')
})
afterEach(() => {
  cleanup()
  setSignedOut()
  vi.unstubAllGlobals()
})

const button = (name: RegExp | string, within_: HTMLElement = document.body) =>
  within(within_).getByRole<HTMLButtonElement>('button', { name })
const press = (name: RegExp | string, within_?: HTMLElement) => act(async () => button(name, within_).click())
const row = (kind: string) => document.querySelector<HTMLElement>(`[data-limit=${kind}]`) as HTMLElement
const pause = () => screen.getByTestId('pause')

test('while a limit is saved no other change can be sent', async () => {
  for (const kind of ['loss-day', 'loss-week', 'loss-month']) {
    await press(/Sınır koy|Değiştir/, row(kind))
    fireEvent.input(within(row(kind)).getByRole('textbox'), { target: { value: '80' } })
  }
  await press('Oyuna ara ver', pause())
  await press('Kaydet', row('loss-day'))
  const others = [
    button('Kaydet', row('loss-week')),
    button('Kaydet', row('loss-month')),
    button('Sınırı kaldır', row('loss-month')),
    button('Şimdiki sınırı koru', row('loss-month')),
    button('Arayı başlat', pause()),
  ]
  const areOff = () => others.map((one) => one.matches(':disabled, [aria-disabled=true]'))
  expect(areOff()).toEqual([true, true, true, true, true])
  expect(posts).toHaveLength(1)
  await act(async () => answerPost())
  await vi.waitFor(() => expect(areOff().includes(true)).toBe(false))
})

test('the focus moves into the form of a limit and back to its button, each time', async () => {
  for (const kind of ['loss-day', 'loss-week', 'loss-day']) {
    await press(/^Sınır koy/, row(kind))
    expect(document.activeElement).toBe(within(row(kind)).getByRole('textbox'))
    await press('Vazgeç', row(kind))
    expect(document.activeElement).toBe(button(/^Sınır koy/, row(kind)))
  }
  await press(/^Sınır koy/, row('loss-day'))
  fireEvent.input(within(row('loss-day')).getByRole('textbox'), { target: { value: '80' } })
  await press('Kaydet', row('loss-day'))
  await act(async () => answerPost())
  await vi.waitFor(() => expect(document.activeElement).toBe(button(/^Sınır koy/, row('loss-day'))))
})

test("the focus moves to the break's Cancel and back to its button, each time", async () => {
  for (let time = 0; time < 2; time++) {
    await press('Oyuna ara ver', pause())
    expect(document.activeElement).toBe(button('Vazgeç', pause()))
    await press('Vazgeç', pause())
    expect(document.activeElement).toBe(button('Oyuna ara ver', pause()))
  }
})

test('a withdrawn change keeps the focus while it is sent, and then gives it to the button of its limit', async () => {
  const month = row('loss-month')
  const withdraw = button('Şimdiki sınırı koru', month)
  withdraw.focus()
  await press('Şimdiki sınırı koru', month)
  expect([posts.length, document.activeElement === withdraw]).toEqual([1, true])
  expect(withdraw.matches(':disabled')).toBe(false)
  await act(async () => answerPost({ ...LIMITS, limits: [limit('loss-month', { value: 9000 })] }))
  await vi.waitFor(() => expect(withdraw.isConnected).toBe(false))
  expect(document.activeElement).toBe(button(/^Değiştir/, row('loss-month')))
})

test('an unreadable pending change is no missing one, and can be withdrawn', async () => {
  await press(/^Sınır koy/, row('loss-day'))
  fireEvent.input(within(row('loss-day')).getByRole('textbox'), { target: { value: '80' } })
  await press('Kaydet', row('loss-day'))
  const pending = { value: '90,00', from: RESETS }
  await act(async () => answerPost({ ...LIMITS, limits: [limit('loss-month', { value: 9000, pending })] }))
  await vi.waitFor(() =>
    expect(within(row('loss-month')).getByRole('status').textContent).toMatch(/^Bekleyen bir değişiklik/),
  )
  expect(button('Şimdiki sınırı koru', row('loss-month')).disabled).toBe(false)
})

test("a pause ends by the server's clock, whatever the device's is", async () => {
  const days = (count: number) => Date.now() + count * 24 * 60 * 60_000
  // The server's clock is two days behind the device's.
  readServerDate(new Headers({ date: new Date(days(-2)).toUTCString() }), performance.now())
  await press('Oyuna ara ver', pause())
  const day = (at: number) => dateTime(new Date(at).toISOString()).slice(0, 6)
  expect(pause().textContent).toContain(day(days(-1)))
  expect(pause().textContent).not.toContain(day(days(1)))
})
