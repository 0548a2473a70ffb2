import { readFileSync } from 'node:fs'
import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import ar from '../../../locales/ar.json'
import en from '../../../locales/en.json'
import tr from '../../../locales/tr.json'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { setLocale } from '../../i18n/index.ts'
import { ProfilePage } from './ProfilePage.tsx'
import { applyProfile, beginProfileRequest } from './profile/state.ts'
import { transactions, visits } from './state.ts'
import { TransactionsPage } from './TransactionsPage.tsx'
import { VisitsPage } from './VisitsPage.tsx'

/* The texts that each account page must contain, in each language. */

vi.mock('./actions.ts', () => {
  const pages = { open: vi.fn(async () => {}) }
  return {
    transactionPages: pages,
    visitPages: pages,
    eventPages: pages,
  }
})
vi.mock('./profile/actions.ts', () => ({
  loadProfile: vi.fn(async () => {}),
  loadLogins: vi.fn(async () => {}),
  endLogin: vi.fn(async () => {}),
}))
vi.stubGlobal('scrollTo', () => {})
// A wide page, which is no kiosk's.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: !query.includes('min-height'),
  addEventListener: () => {},
  removeEventListener: () => {},
}))

const START = '2026-11-21T10:00:00Z'
const END = '2026-11-21T11:00:00Z'
const OF_BOTH = { id: '1', machine: 'Nar 07', from: 'Kasa', tag: 'gold' }
/** A page with one row and a next page. */
const page = <R,>(row: R) => ({ rows: [row], cursor: 'next' })

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const named = (name: string) => expect(screen.getAllByText(name, { exact: true }).length).toBeGreaterThan(0)

beforeEach(() => {
  const user = { id: '7', username: 'deniz', name: 'Deniz', lastname: 'Aydın', permissions: undefined }
  setSignedIn('t1', { ...user, roles: ['user'] })
})
afterEach(() => {
  act(cleanup)
  setSignedOut()
})
afterAll(() => setLocale('tr'))

describe.each([
  ['tr', tr.account],
  ['en', en.account],
  ['ar', ar.account],
] as const)('in %s', (language, words) => {
  const { column } = words
  beforeEach(() => setLocale(language))

  /** The tools around both tables. */
  const around = () => {
    named(words.pageSize)
    expect(screen.getByRole('searchbox', { name: words.search })).toBeTruthy()
    for (const name of [words.more, words.download]) expect(screen.getByRole('button', { name })).toBeTruthy()
  }

  test('transactions: operation date, type, from, machine, amount, tag', () => {
    render(<TransactionsPage />)
    const row = { ...OF_BOTH, time: START, action: 4, amount: 1200, balance: 5000 } as const
    act(() => transactions.setFirstPage(transactions.begin('first'), page(row)))
    const { time, type, from, machine, amount, balance, tag } = column
    expect(heads().filter((head) => Object.values(column).includes(head ?? ''))).toEqual(
      expect.arrayContaining([time, type, from, machine, amount, balance, tag]),
    )
    named(words.action[4])
    around()
  })

  test('visits: machine, start, end, time played, spins, free spins, from, tag', () => {
    render(<VisitsPage />)
    const counts = { duration: 3_600_000, cashIn: 500, cashOut: 900, spins: 40, freeSpins: 3 }
    act(() =>
      visits.setFirstPage(visits.begin('first'), page({ ...OF_BOTH, ...counts, start: START, end: END })),
    )
    const { machine, start, end, duration, spins, freeSpins, from, tag } = column
    expect(heads()).toEqual(
      expect.arrayContaining([machine, start, end, duration, spins, freeSpins, from, tag]),
    )
    around()
  })

  test('profile: player data, last login, last password change, and the link to the password form', () => {
    render(<ProfilePage />)
    const logon = { last_logon: START, last_logon_ip: '10.0.0.1', last_password_change: START }
    const answer = { id: '7', username: 'deniz', name: 'Deniz', lastname: 'Aydın', ...logon }
    act(() => applyProfile(beginProfileRequest(), { ...answer, password_expired: true }))
    for (const name of [
      words.information,
      words.fullName,
      words.authentication,
      words.lastLogin,
      words.lastLoginIp,
      words.lastPasswordChange,
      words.passwordExpired,
      words.noEmail,
      words.oldPassword,
      words.newPassword,
      words.activity,
    ]) {
      named(name)
    }
    expect(screen.getByRole('heading', { name: words.changePassword })).toBeTruthy()
  })
})

test('each of the six amount actions has a colour of its own', () => {
  const css = readFileSync('src/features/account/Lines.module.css', 'utf8')
  const colours = [1, 2, 3, 4, 5, 6].map(
    (action) => new RegExp(`data-action="${action}"\\][^{]*\\{\\s*color: var\\((--\\w+)\\)`).exec(css)?.[1],
  )
  expect(colours).not.toContain(undefined)
  expect(new Set(colours).size).toBe(6)
})
