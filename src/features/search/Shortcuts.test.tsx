import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed, type Result } from '../../contract/result.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { loadSettings } from '../../core/settings/settings.ts'
import { loadPreferences } from '../preferences/actions.ts'
import { setUnsupported, shortcuts } from '../preferences/state.ts'
import { FIELD_ID } from './open-sheet.ts'
import { Search } from './Search.tsx'
import { SearchLayer } from './SearchLayer.tsx'
import { Shortcuts } from './Shortcuts.tsx'

interface Sent {
  user: { shortcuts: string[] }
}
const sent: string[][] = []
let answer: Promise<Result<unknown>>
/** The shortcuts that the server stores, and Settings.json. */
let kept: string[]
let settings: object
vi.mock('../../net/settings-file.ts', () => ({ readSettingsFile: async () => settings }))
vi.mock('../../net/api.ts', () => ({
  call: (_schema: unknown, method: string, path: string, { body }: { body?: Sent } = {}) => {
    // Opening the search fetches the machines.
    if (path.startsWith('/machine/')) return Promise.resolve(failed('network'))
    if (method !== 'POST') return Promise.resolve({ ok: true, value: { shortcuts: kept } })
    if (body) sent.push(body.user.shortcuts)
    return answer
  },
}))

function Page() {
  return (
    <>
      <Shortcuts />
      <SearchLayer />
    </>
  )
}

const loaded = (...shortcuts: string[]) =>
  act(async () => {
    kept = shortcuts
    await loadPreferences()
  })

beforeEach(async () => {
  settings = {}
  history.replaceState(null, '', '/lobby')
  answer = Promise.resolve({ ok: true, value: { status: true } })
  sent.length = 0
  setSignedIn('t1', user)
  render(<Page />)
  await loaded('profile')
})
afterEach(() => {
  cleanup()
  setSignedOut()
})

const bar = () => screen.getByRole('navigation', { name: 'Kısayollar' })
const starred = () =>
  within(bar())
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
const openStars = () => act(() => within(bar()).getByRole('button').click())
const star = (name: string) => screen.getByRole('button', { name })
const toggle = (name: string) => act(async () => star(name).click())
const isStarred = (name: string) => star(name).getAttribute('aria-pressed') === 'true'

test('the button opens the sheet of the shortcuts, and not the search', async () => {
  const isOpen = (id: string) => document.querySelector<HTMLDialogElement>(id)?.open
  expect([isOpen('#search-stars'), isOpen('#search-sheet')]).toEqual([false, false])
  openStars()
  await waitFor(() => expect(isOpen('#search-stars')).toBe(true))
  expect(isOpen('#search-sheet')).toBe(false)
})

test('shortcuts are stored on the server in the order of their marking', async () => {
  openStars()
  await toggle('İşlemler')
  await toggle('Ana sayfa')
  expect(starred()).toEqual(['Profil', 'İşlemler', 'Ana sayfa'])
  expect(sent.at(-1)).toEqual(['profile', 'transactions', 'home'])
  expect(isStarred('Ana sayfa')).toBe(true)
  await toggle('Profil')
  expect(starred()).toEqual(['İşlemler', 'Ana sayfa'])
  expect(sent.at(-1)).toEqual(['transactions', 'home'])
})

test('each is a link with its name, and marks the current page', () => {
  const link = within(bar()).getByRole('link', { name: 'Profil' })
  expect(link.getAttribute('href')).toBe('/profile')
  expect(link.hasAttribute('aria-current')).toBe(false)
})

test('an id of an unknown or forbidden page is not shown but stays stored', async () => {
  await loaded('gone', 'profile', 'logout')
  act(() => setSignedIn('t1', { ...user, permissions: [7] }))
  expect(starred()).toEqual(['Çıkış yap'])
  openStars()
  await toggle('Çıkış yap')
  expect(starred()).toEqual([])
  expect(sent.at(-1)).toEqual(['gone', 'profile'])
})

test('without server support there are no stars', () => {
  act(() => setUnsupported())
  expect(screen.queryByRole('navigation', { name: 'Kısayollar' })).toBeNull()
  expect(document.getElementById('search-stars')).toBeNull()
})

test('without loaded preferences, and for guests, there are no stars', () => {
  act(() => setSignedOut())
  expect(shortcuts.value).toEqual([])
  act(() => setSignedIn('t1', user))
  expect(screen.queryByRole('navigation', { name: 'Kısayollar' })).toBeNull()
})

test('the editor searches like the search field', () => {
  openStars()
  const find = screen.getByPlaceholderText('Sayfa ara')
  act(() => void fireEvent.input(find, { target: { value: 'ISLEM' } }))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['İşlemler'])
  act(() => void fireEvent.input(find, { target: { value: 'xyz' } }))
  expect(screen.queryAllByRole('listitem')).toEqual([])
  expect(screen.getAllByText('Sonuç yok')).toHaveLength(1)
})

test("the operator's links can be marked and found too, open a new tab, and appear without their groups", async () => {
  settings = {
    navigation: [
      {
        type: 'collapse',
        title: 'Daha fazlası',
        children: [{ type: 'link', id: 'news', title: 'Haberler', url: 'https://news.example/' }],
      },
    ],
  }
  await act(loadSettings)
  openStars()
  await toggle('Haberler')
  const link = within(bar()).getByRole('link', { name: 'Haberler' })
  expect(link.getAttribute('href')).toBe('https://news.example/')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(sent.at(-1)).toEqual(['profile', 'news'])
})

test('Ctrl+K reaches the search field; with the header bar hidden the navbar opens it as a sheet', async () => {
  render(<Search />)
  act(() => void fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }))
  expect(document.activeElement?.id).toBe(FIELD_ID)
  expect(screen.getAllByRole('combobox', { hidden: true })).toHaveLength(2)
  settings = { headerBarHide: true }
  await act(loadSettings)
  const [inSheet, ...others] = screen.getAllByRole('combobox', { hidden: true })
  expect(others).toEqual([])
  const sheet = inSheet?.closest('dialog')
  expect(sheet?.open).toBe(false)
  act(() => screen.getByRole('button', { name: 'Ara' }).click())
  expect(sheet?.open).toBe(true)
  act(() => history.pushState(null, '', '/profile'))
  settings = {}
  await act(loadSettings)
})
