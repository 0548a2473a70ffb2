import { act, cleanup, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Machine } from '../../../contract/floor.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { applyPreferences } from '../../preferences/state.ts'
import { setBalanceHidden } from '../../wallet/state.ts'
import { LobbyPage } from '../LobbyPage.tsx'
import { lobbyParts } from '../late.tsx'
import { applySession, clearLobby } from '../state.ts'
import { machine, push, stubWholeFloor } from '../whole-floor.fake.ts'
import { lastMachines, notePlayed } from './state.ts'

beforeAll(async () => {
  await lobbyParts.preload()
})

vi.mock('../actions.ts', () => ({
  loadBrands: vi.fn(async () => {}),
  openMachines: vi.fn(async () => {}),
  loadOperatorStyles: vi.fn(async () => {}),
}))

let floor: Machine[] = []
let isAnswered = true
let requests: ReturnType<typeof stubWholeFloor>

function signIn(lastMachines?: readonly string[]): void {
  const names = { id: '7', username: 'deniz', name: '', lastname: '' }
  act(() => setSignedIn('token', { ...names, roles: ['user'], permissions: undefined, lastMachines }))
}
const row = () => screen.queryByRole('region', { name: 'Makineleriniz' })
const tiles = () =>
  within(row() as HTMLElement)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const open = async () => {
  render(<LobbyPage />)
  await act(async () => {})
}

beforeEach(() => {
  floor = ['1', '2', '3', '4', '5'].map((id) => machine(id))
  isAnswered = true
  requests = stubWholeFloor(() => (isAnswered ? floor : undefined))
  act(() => {
    setSignedOut()
    clearLobby()
  })
})
afterEach(() => {
  act(cleanup)
  vi.unstubAllGlobals()
})

test('behind a server that sends no last machines nothing is shown and nothing sent', async () => {
  signIn()
  act(() => notePlayed({ status: true, id: '1' }))
  await open()
  expect(row()).toBeNull()
  expect(lastMachines.value).toEqual([])
  expect(requests).not.toHaveBeenCalled()
})

test('the held machine, the last three and the favourites of all brands, each once, with their statuses', async () => {
  signIn(['3', '1', '2'])
  applyPreferences({ favourites: ['2', '5'] })
  const until = new Date(Date.now() + 240_500).toISOString()
  const held = { name: 'Nar 1', machine_status: 'waiting' as const, credit: 123_450, reservedUntil: until }
  act(() => applySession({ status: true, id: '1', ...held }))
  await open()
  await vi.waitFor(() => expect(tiles()).toHaveLength(4))
  expect(tiles()).toEqual([
    expect.stringMatching(/^Sizin.*Nar 1₺1.234,50 · \d:\d\d/),
    expect.stringMatching(/^Son oynanan.*Nar 3/),
    expect.stringMatching(/^Son oynanan.*Nar 2/),
    expect.stringMatching(/^Favori.*Nar 5/),
  ])
  act(() => applySession({ status: false }))
  act(() => push([{ id: '3', status: 'playing' }]))
  expect(screen.getByRole('button', { name: /^Son oynanan *Nar 3 *Oynanıyor$/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Nar 5/ }).getAttribute('href')).toBe('/game/5/Nar%205')
  const lists = requests.mock.calls.filter(([url]) => /machine/.test(url))
  expect(lists).toHaveLength(1)
})

test('a hidden balance hides the credit of the held machine', async () => {
  signIn([])
  const held = { name: 'Nar 1', machine_status: 'waiting' as const, credit: 123_450 }
  act(() => applySession({ status: true, id: '1', ...held }))
  await open()
  await vi.waitFor(() => expect(tiles()).toEqual([expect.stringContaining('₺1.234,50')]))
  act(() => setBalanceHidden(true))
  expect(tiles()).toEqual([expect.stringContaining('• • • •')])
  expect(tiles().join()).not.toContain('1.234,50')
  act(() => setBalanceHidden(false))
})

test('a held machine without a name in the list has the name of the seat', async () => {
  signIn([])
  floor = [machine('1', { name: '' })]
  act(() => applySession({ status: true, id: '1', name: 'Nar 1', machine_status: 'waiting' }))
  await open()
  await vi.waitFor(() => expect(tiles()).toEqual([expect.stringMatching(/^Sizin.*Nar 1/)]))
  expect(screen.getByRole('link', { name: /Nar 1/ }).getAttribute('href')).toBe('/game/1/Nar%201')
})

test('a machine that the player joins comes first', async () => {
  signIn(['3', '1', '2'])
  act(() => notePlayed({ status: true, id: '4' }))
  expect(lastMachines.value).toEqual(['4', '3', '1'])
  act(() => notePlayed({ status: true, id: '1' }))
  expect(lastMachines.value).toEqual(['1', '4', '3'])
  act(() => notePlayed({ status: false }))
  expect(lastMachines.value).toEqual(['1', '4', '3'])
})

test('favourites that arrive late wait for the next opening, so that nothing moves', async () => {
  signIn([])
  await open()
  act(() => applyPreferences({ favourites: ['5'] }))
  expect(row()).toBeNull()
  act(cleanup)
  await open()
  await vi.waitFor(() => expect(tiles()).toEqual([expect.stringContaining('Nar 5')]))
})

test('the row is absent where the machines cannot be fetched or no longer exist', async () => {
  signIn(['77'])
  await open()
  await vi.waitFor(() => expect(row()).toBeNull())
  act(cleanup)
  act(setSignedOut)
  isAnswered = false
  signIn(['1'])
  await open()
  await vi.waitFor(() => expect(row()).toBeNull())
})
