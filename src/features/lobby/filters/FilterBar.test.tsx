import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setPreferences } from '../../preferences/state.ts'
import { applyMachines, beginMachinesRequest, clearLobby, showMachines } from '../state.ts'
import { FilterBar, NoMatches } from './FilterBar.tsx'
import { clearFilters, setFilter } from './state.ts'

beforeEach(() => {
  clearLobby()
  showMachines('3')
  const machine = { id: '1', name: 'Nar 1', brand: 'nar', status: 'available', reservation: false } as const
  applyMachines([machine], beginMachinesRequest())
})
afterEach(() => {
  cleanup()
  clearFilters()
  setPreferences({ favourites: [] })
})

const titleWith = (favourites: readonly string[], text = '') => {
  setPreferences({ favourites: [...favourites] })
  setFilter({ favourites: true, text })
  act(() => void render(<NoMatches />))
  return screen.getByRole('heading').textContent
}

test('without favourites the filter says how to get one', () => {
  expect(titleWith([])).toBe('Henüz favoriniz yok')
})

test('favourites of another brand are not called missing machines', () => {
  expect(titleWith(['77'])).toBe('Bu oyunda favoriniz yok')
})

test('a favourite of this group that the search leaves out is a search without a result', () => {
  expect(titleWith(['1'], 'zzz')).toBe('Eşleşen makine yok')
})

test('the sheet of the filters has a title', () => {
  render(<FilterBar />)
  const sheet = screen.getByRole('group', { name: 'Filtrele ve sırala', hidden: true })
  expect(sheet.contains(screen.getByRole('heading', { name: 'Filtrele ve sırala', hidden: true }))).toBe(true)
})

test('the button that clears the filters disappears, and the focus goes to the first filter', async () => {
  setFilter({ status: 'available' })
  render(<FilterBar />)
  const clear = screen.getByRole('button', { name: 'Filtreleri temizle', hidden: true })
  clear.focus()
  await act(async () => clear.click())
  expect(clear.isConnected).toBe(false)
  expect(document.activeElement).toBe(screen.getAllByRole('combobox', { hidden: true })[0])
})
