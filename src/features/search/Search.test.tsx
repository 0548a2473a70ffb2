import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Machine } from '../../contract/floor.ts'
import { failed, type Result } from '../../contract/result.ts'
import { setLink } from '../../core/connection/state.ts'
import { updatePathname } from '../../core/router/pathname.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { setLatestChanges } from '../lobby/pushed-figures.ts'
import {
  applyBrands,
  applyChanges,
  applyMachines,
  beginBrandsRequest,
  beginMachinesRequest,
  clearLobby,
  failMachinesRequest,
  showMachines,
} from '../lobby/state.ts'
import { FIELD_ID } from './open-sheet.ts'
import { Search } from './Search.tsx'

const asked: string[] = []
let answer: Result<unknown> = failed('network')
vi.mock('../../net/api.ts', () => ({
  call: async (_schema: unknown, _method: string, path: string) => {
    asked.push(path)
    return path === '/machine/brands' ? failed('network') : answer
  },
}))

const machine = (id: string, name: string, status: Machine['status'] = 'available'): Machine => ({
  id,
  name,
  status,
  brand: 'nar',
  reservation: false,
})

const field = () => {
  const found = screen.getByRole('combobox')
  if (!(found instanceof HTMLInputElement)) throw new Error('the page has no search field')
  return found
}
const write = (value: string) => act(() => void fireEvent.input(field(), { target: { value } }))
const press = (key: string, more: object = {}) => act(() => void fireEvent.keyDown(field(), { key, ...more }))
const options = () => screen.queryAllByRole('option').map((one) => one.querySelector('bdi')?.textContent)
const requestsForAll = () => asked.filter((path) => path === '/machine/all')
/** The live region's text. */
const said = () => document.querySelector('[aria-live=polite]')?.textContent
const reached = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id ? document.getElementById(id)?.querySelector('bdi')?.textContent : undefined
}

beforeEach(() => {
  window.innerWidth = 1366
  history.replaceState(null, '', '/lobby')
  updatePathname()
  answer = failed('network')
  asked.length = 0
  clearLobby()
  setSignedIn('t1', user)
  render(<Search />)
})
afterEach(() => {
  cleanup()
  setSignedOut()
})

test('it is labelled Search, and has no suggestions at first', () => {
  expect(field().placeholder).toBe('Ara')
  expect(field().id).toBe(FIELD_ID)
  expect(field().getAttribute('spellcheck')).toBe('false')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  expect(options()).toEqual([])
  act(() => field().focus())
  expect(options()).toEqual([])
})

test("a click shows the player's pages, and typing filters them", async () => {
  await act(() => field().click())
  expect(options()).toEqual(['Ana sayfa', 'Profil', 'Oyun oturumları', 'İşlemler', 'Çıkış yap'])
  expect(field().getAttribute('aria-expanded')).toBe('true')
  write('  ISLEM ')
  expect(options()).toEqual(['İşlemler'])
  expect(screen.getByRole('option').querySelector('mark')?.textContent).toBe('İşlem')
  expect(said()).toBe('1 öneri')
})

test('pages that the player may not see are not found', () => {
  act(() => setSignedIn('t1', { ...user, permissions: [7] }))
  write('profil')
  expect(options()).toEqual([])
  write('ç')
  expect(options()).toEqual(['Çıkış yap'])
})

test('without a match it says so, and offers to clear the search, which shows the pages', () => {
  write('xyz')
  expect(said()).toBe('Sonuç yok')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field().getAttribute('aria-expanded')).toBe('false')
  const clear = screen.getByText('Aramayı temizle')
  expect(fireEvent.mouseDown(clear)).toBe(false)
  act(() => clear.click())
  expect(field().value).toBe('')
  expect(options()).toContain('Profil')
})

test('the arrow keys cycle, Home and End jump to the ends, and the field keeps the focus', async () => {
  await act(() => field().click())
  expect(reached()).toBeUndefined()
  press('ArrowDown')
  expect(reached()).toBe('Ana sayfa')
  press('ArrowUp')
  expect(reached()).toBe('Çıkış yap')
  press('ArrowDown')
  expect(reached()).toBe('Ana sayfa')
  press('End')
  expect(reached()).toBe('Çıkış yap')
  press('Home')
  expect(reached()).toBe('Ana sayfa')
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
  write('p')
  expect(reached()).toBeUndefined()
})

test('Home and End move the caret while no suggestion is active', () => {
  write('pro')
  expect(fireEvent.keyDown(field(), { key: 'Home' })).toBe(true)
  press('ArrowDown')
  expect(fireEvent.keyDown(field(), { key: 'Home' })).toBe(false)
})

test('Enter opens the active suggestion, or else the best one', () => {
  write('o')
  press('ArrowDown')
  press('ArrowDown')
  const second = options()[1]
  expect(reached()).toBe(second)
  write('profil')
  press('Enter')
  expect(location.pathname).toBe('/profile')
  expect(field().value).toBe('')
  expect(options()).toEqual([])
})

test('the Enter that ends an IME composition opens nothing', () => {
  write('profil')
  press('Enter', { isComposing: true })
  press('Enter', { keyCode: 229 })
  expect(location.pathname).toBe('/lobby')
  expect(options()).toEqual(['Profil'])
})

test('Escape closes the suggestions, a second one clears the field', () => {
  write('profil')
  press('Escape')
  expect(options()).toEqual([])
  expect(field().value).toBe('profil')
  press('Escape')
  expect(field().value).toBe('')
  expect(fireEvent.keyDown(field(), { key: 'Escape' })).toBe(true)
})

test('a tap on a suggestion opens it without moving the focus first', () => {
  write('profil')
  expect(fireEvent.mouseDown(screen.getByRole('option'))).toBe(false)
  act(() => screen.getByRole('option').click())
  expect(location.pathname).toBe('/profile')
})

test('the text is cleared at the logout', () => {
  write('profil')
  act(() => setSignedOut())
  expect(field().value).toBe('')
})

/** Fills the lobby with these machines. */
const floor = (brand: string | undefined, ...machines: Machine[]) =>
  act(() => {
    showMachines(brand)
    applyMachines(machines, beginMachinesRequest())
  })

test('brands and machines are found by name and number once something is typed', () => {
  floor(undefined, machine('112', 'Nar 07'), machine('113', 'Kervan 02'))
  act(() =>
    applyBrands([{ id: '3', name: 'Narlı Bahçe', jackpot: '', machineCount: 1 }], beginBrandsRequest()),
  )
  write('nar')
  expect(options()).toEqual(['Narlı Bahçe', 'Nar 07'])
  write('113')
  expect(options()).toEqual(['Kervan 02'])
  expect(screen.getByRole('option').textContent).toContain('No. 113')
  press('Enter')
  expect(location.pathname).toBe('/game/113/Kervan%2002')
})

test('a machine shows its state in the words of the machine list; an occupied one cannot be opened', () => {
  floor(undefined, machine('112', 'Nar 07'))
  write('nar')
  expect(screen.getByRole('option').textContent).toContain('Boş')
  act(() => applyChanges([{ id: '112', status: 'waiting', reservation: true }]))
  expect(screen.getByRole('option').textContent).toContain('Sizin')
  act(() => applyChanges([{ id: '112', status: 'playing' }]))
  const option = screen.getByRole('option')
  expect(option.getAttribute('aria-disabled')).toBe('true')
  expect(option.textContent).toContain('Oynanıyor')
  act(() => option.click())
  press('Enter')
  expect(location.pathname).toBe('/lobby')
})

test('while the server is out of reach no machine can be opened', () => {
  floor(undefined, machine('112', 'Nar 07'))
  act(() => {
    setLink('down', 0)
    failMachinesRequest(beginMachinesRequest(), failed('network').error)
  })
  write('nar')
  const option = screen.getByRole('option')
  expect(option.getAttribute('aria-disabled')).toBe('true')
  expect(option.textContent).toContain('Bağlantı yok')
  press('Enter')
  expect(location.pathname).toBe('/lobby')
  act(() => setLink('up', 0))
})

test('in a brand all machines are fetched once, on opening the search, not while typing', async () => {
  floor('1', machine('112', 'Nar 07'))
  answer = { ok: true, value: { machines: [machine('112', 'Nar 07'), machine('200', 'Kervan 02')] } }
  await act(() => field().click())
  expect(asked).toEqual(['/machine/brands', '/machine/all'])
  write('k')
  write('ke')
  expect(options()).toEqual(['Kervan 02'])
  press('Escape')
  press('ArrowDown')
  await act(() => field().click())
  expect(asked).toEqual(['/machine/brands', '/machine/all'])
})

test('a machine of another brand shows its status too, as pushed', async () => {
  floor('1', machine('112', 'Nar 07'))
  answer = { ok: true, value: { machines: [machine('200', 'Kervan 02', 'playing')] } }
  await act(() => field().click())
  write('kervan')
  expect(screen.getByRole('option').textContent).toContain('Oynanıyor')
  act(() => setLatestChanges([{ id: '200', status: 'available' }]))
  expect(screen.getByRole('option').textContent).not.toContain('Oynanıyor')
})

test('where the lobby lists every machine nothing is fetched', async () => {
  floor(undefined, machine('112', 'Nar 07'))
  await act(() => field().click())
  write('nar')
  expect(asked).toEqual([])
})

test('if the machine list fails the search works without it, and fetches it on the next opening', async () => {
  floor('1', machine('112', 'Nar 07'))
  await act(() => field().click())
  write('nar')
  expect(options()).toEqual(['Nar 07'])
  expect(requestsForAll()).toHaveLength(1)
  answer = failed('refused', { status: 404 })
  press('Escape')
  await act(() => field().click())
  expect(requestsForAll()).toHaveLength(2)
  press('Escape')
  await act(() => field().click())
  expect(requestsForAll()).toHaveLength(2)
})

test('a hot brand and its machines are marked in the results, a cool one is not', () => {
  act(() =>
    applyBrands(
      [
        { id: '1', name: 'Nar', jackpot: '2100000', machineCount: 8 },
        { id: '2', name: 'Narval', jackpot: '2000000', machineCount: 8 },
      ],
      beginBrandsRequest(),
    ),
  )
  floor(undefined, machine('112', 'Nar 07'), { ...machine('113', 'Narval 07'), brand: 'narval' })
  write('nar')
  expect(options()).toEqual(['Nar', 'Narval', 'Nar 07', 'Narval 07'])
  const hot = screen.getAllByText('Sıcak').map((word) => word.closest('[role=option]')?.textContent)
  expect(hot).toEqual([expect.stringMatching(/^Nar(?!val)/), expect.stringContaining('Nar 07')])
})
