import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { dateTime } from '../../../i18n/dates.ts'
import { readServerDate, serverNow } from '../../../net/server-clock.ts'
import { clearToasts, toasts } from '../../../ui/toast.ts'
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
const DAY_MS = 24 * 60 * 60_000
/** A time that is so many days from now by the server's clock, ISO 8601. */
const inDays = (count: number) => new Date(serverNow() + count * DAY_MS).toISOString()
/** Answers the pending POST. */
let answerPost = (_limits: object = LIMITS) => {}
/** Loses the answer to the pending POST. */
let losePost = () => {}
/** The answer to a GET. */
let current: object = LIMITS
const posts: string[] = []
/** Draws the limits anew, with this answer. */
const show = async (limits: object) => {
  cleanup()
  setSignedOut()
  setSignedIn('t', user)
  current = limits
  render(<Limits isKept />)
  await screen.findByText('Sınırlarım')
  await vi.waitFor(() => expect(row('loss-day')).toBeTruthy())
}

beforeEach(async () => {
  posts.length = 0
  current = LIMITS
  setSignedIn('t', user)
  vi.stubGlobal('fetch', (url: unknown, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Promise.resolve(Response.json(current))
    posts.push(String(url))
    return new Promise((resolve, reject) => {
      answerPost = (limits = LIMITS) => resolve(Response.json(limits))
      losePost = () => reject(new TypeError('offline'))
    })
  })
  render(<Limits isKept />)
  await screen.findByTestId('pause')
})
afterEach(() => {
  cleanup()
  clearToasts()
  setSignedOut()
  vi.unstubAllGlobals()
})

const button = (name: RegExp | string, within_: HTMLElement = document.body) =>
  within(within_).getByRole<HTMLButtonElement>('button', { name })
const press = (name: RegExp | string, within_?: HTMLElement) => act(async () => button(name, within_).click())
const row = (kind: string) => document.querySelector<HTMLElement>(`[data-limit=${kind}]`) as HTMLElement
async function saveDayLimit(): Promise<void> {
  await press(/^Sınır koy/, row('loss-day'))
  fireEvent.input(within(row('loss-day')).getByRole('textbox'), { target: { value: '80' } })
  await press('Kaydet', row('loss-day'))
}
/** What a screen reader says of the changes. */
const announced = () => toasts.value.map((one) => one.announced)
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
  await saveDayLimit()
  await act(async () => answerPost())
  await vi.waitFor(() => expect(document.activeElement).toBe(button(/^Sınır koy/, row('loss-day'))))
  expect(announced()).toEqual(['Değişikliğiniz kaydedildi'])
})

test("the focus moves to the break's Cancel and back to its button, each time", async () => {
  for (let time = 0; time < 2; time++) {
    await press('Oyuna ara ver', pause())
    expect(document.activeElement).toBe(button('Vazgeç', pause()))
    await press('Vazgeç', pause())
    expect(document.activeElement).toBe(button('Oyuna ara ver', pause()))
  }
})

test('a pause after which no other is offered gives the focus to its heading', async () => {
  await press('Oyuna ara ver', pause())
  await press('Arayı başlat', pause())
  await act(async () => answerPost({ ...LIMITS, pausedUntil: inDays(1) }))
  await vi.waitFor(() => expect(within(pause()).queryByRole('button')).toBeNull())
  expect(document.activeElement).toBe(within(pause()).getByRole('heading'))
  expect(announced()).toEqual([within(pause()).getByTestId('paused').textContent])
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
  await saveDayLimit()
  const pending = { value: '90,00', from: RESETS }
  await act(async () => answerPost({ ...LIMITS, limits: [limit('loss-month', { value: 9000, pending })] }))
  await vi.waitFor(() =>
    expect(within(row('loss-month')).getByRole('status').textContent).toMatch(/^Bekleyen bir değişiklik/),
  )
  expect(button('Şimdiki sınırı koru', row('loss-month')).getAttribute('aria-disabled')).toBeNull()
})

test('an unreadable limit is no missing one, and can be set', async () => {
  const unreadable = [limit('loss-day', { value: '50,00' }), limit('loss-week', { used: null })]
  await show({ ...LIMITS, limits: [...unreadable, limit('deposit-day'), limit('time-day')] })
  expect(document.querySelectorAll('[data-limit]')).toHaveLength(3)
  for (const kind of ['loss-day', 'loss-week']) {
    expect(row(kind).textContent).toContain('Sunucudan beklenmeyen bir yanıt geldi')
    expect(row(kind).textContent).not.toMatch(/Sınır yok|Şimdiye kadar|Yeniden başlar/)
  }
  await saveDayLimit()
  await act(async () => answerPost({ ...LIMITS, limits: [limit('loss-day', { value: 8000 })] }))
  await vi.waitFor(() => expect(row('loss-day').textContent).toContain('₺80,00'))
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

test('a pause whose answer was lost is not asked for again as a longer one', async () => {
  await show({ ...LIMITS, pauseDays: [1, 7] })
  await press('Oyuna ara ver', pause())
  current = { ...LIMITS, pauseDays: [1, 7], pausedUntil: inDays(1) }
  await press('Arayı başlat', pause())
  await act(async () => losePost())
  await within(pause()).findByRole('alert')
  expect(pause().textContent).toContain(dateTime(inDays(1)).slice(0, 6))
  expect(within(pause()).queryByRole('button', { name: 'Arayı başlat' })).toBeNull()
  // The longer one is offered, and has a question of its own.
  await press('Arayı uzat', pause())
  expect(pause().textContent).toContain(dateTime(inDays(7)).slice(0, 6))
})

test('a pause that was not started is asked for again after a lost answer', async () => {
  await press('Oyuna ara ver', pause())
  await press('Arayı başlat', pause())
  await act(async () => losePost())
  await within(pause()).findByRole('alert')
  await press('Arayı başlat', pause())
  expect(posts).toHaveLength(2)
})

test('a running pause is shown where the server offers no other', async () => {
  await show({ ...LIMITS, pauseDays: [], pausedUntil: inDays(2) })
  expect(within(pause()).getByTestId('paused').textContent).toContain(dateTime(inDays(2)).slice(0, 6))
})

test('a pause that is over is not shown as a running one', async () => {
  readServerDate(new Headers({ date: new Date().toUTCString() }), performance.now())
  await show({ ...LIMITS, pausedUntil: inDays(-1) })
  expect(within(pause()).queryByTestId('paused')).toBeNull()
  expect(button('Oyuna ara ver', pause())).toBeTruthy()
})
