import type { Signal } from '@preact/signals-react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Brand, Machine } from '../../contract/floor.ts'
import { setLink } from '../../core/connection/state.ts'
import { setSignedOut } from '../../core/session/state.ts'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { t } from '../../i18n/index.ts'
import { applyPreferences, setUnsupported } from '../preferences/state.ts'
import { BrandGrid } from './BrandGrid.tsx'
import { QUIET_MS } from './filters/deferred-reorder.ts'
import { filter, setFilter } from './filters/state.ts'
import { LobbyPage } from './LobbyPage.tsx'
import { lobbyParts } from './late.tsx'
import { MachineGrid } from './MachineGrid.tsx'
import { applyFreeCounts } from './pushed-figures.ts'
import {
  applyBrands,
  applyChanges,
  applyJackpots,
  applyMachines,
  beginBrandsRequest,
  beginMachinesRequest,
  clearLobby,
  showMachines,
} from './state.ts'
import { machine } from './whole-floor.fake.ts'

beforeAll(lobbyParts.preload)

const toggled = vi.hoisted(() => vi.fn())
vi.mock('../preferences/actions.ts', () => ({ toggleFavourite: toggled }))
const operator = vi.hoisted(() => ({
  operatorSettings: undefined as Signal<{ lobbyClass: string }> | undefined,
}))
vi.mock('../../core/settings/operator.ts', async () => {
  const { signal } = await import('@preact/signals-react')
  operator.operatorSettings = signal({ lobbyClass: '' })
  return operator
})
vi.mock('./all-machines/actions.ts', () => ({ loadAllMachines: vi.fn(async () => {}) }))
const loadOperatorStyles = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('./actions.ts', () => ({
  loadBrands: vi.fn(async () => {}),
  openMachines: vi.fn(async () => {}),
  loadOperatorStyles,
}))

let answers = 0
const show = (...list: Machine[]) =>
  act(() => {
    answers += 1
    applyMachines(list, beginMachinesRequest(), undefined, answers)
  })
const showBrands = (...list: Brand[]) => act(() => applyBrands(list, beginBrandsRequest()))
const change = (id: string, status: Machine['status']) => act(() => applyChanges([{ id, status }]))
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const names = () => screen.queryAllByRole('listitem').map((card) => card.querySelector('strong')?.textContent)
const card = (name: string) => {
  const found = screen.getByText(name).closest('li')
  if (!found) throw new Error(`the card ${name} is missing`)
  return found
}
const isQuiet = (name: string) => card(name).querySelector('[class*=veil]') !== null
const pick = (label: string, value: string) =>
  act(() => {
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
  })
const type = (value: string) =>
  act(() => {
    fireEvent.input(screen.getByRole('searchbox'), { target: { value } })
  })
const move = (target: Element) =>
  act(() => {
    fireEvent(target, new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
  })
/** Draws the list of all machines, which has these. */
function floor(...machines: Machine[]) {
  const view = render(
    <main>
      <MachineGrid brandId={undefined} name={undefined} />
    </main>,
  )
  if (machines.length > 0) show(...machines)
  return view
}

class NoPictures {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('IntersectionObserver', NoPictures)
  setSignedOut()
  clearLobby()
  applyPreferences({ favourites: ['2'] })
  showMachines(undefined)
})
afterEach(() => {
  act(cleanup)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  toggled.mockReset()
})

test('search, brand, status, favourites and order filter the list at once', () => {
  floor(
    machine('1', { name: 'Işık 1' }),
    machine('2', { status: 'playing' }),
    machine('3', { brand: 'ocak', name: 'Ocak 3' }),
  )
  type('ISIK')
  expect(names()).toEqual(['Işık 1'])
  expect(screen.getByRole('status').textContent).toBe('1 makine bulundu')
  act(() => screen.getByRole('button', { name: 'Aramayı temizle' }).click())
  pick('Oyun', 'ocak')
  expect(names()).toEqual(['Ocak 3'])
  pick('Oyun', '')
  pick('Durum', 'playing')
  expect(names()).toEqual(['Nar 2'])
  pick('Durum', '')
  pick('Sıralama', 'free')
  expect(names()).toEqual(['Işık 1', 'Ocak 3', 'Nar 2'])
  act(() => screen.getByRole('button', { name: 'Favoriler', pressed: false }).click())
  expect(names()).toEqual(['Nar 2'])
})

test('with machines of one brand there is no brand filter', () => {
  floor(machine('1'), machine('2'))
  expect(screen.queryByLabelText('Oyun')).toBeNull()
})

test('a changed machine keeps its place, dimmed, and leaves after the interaction', () => {
  floor(machine('1'), machine('2'), machine('3'))
  pick('Durum', 'available')
  move(card('Nar 2'))
  change('1', 'playing')
  pass(10 * QUIET_MS)
  expect(names()).toEqual(['Nar 1', 'Nar 2', 'Nar 3'])
  expect([isQuiet('Nar 1'), isQuiet('Nar 2')]).toEqual([true, false])
  // A removed machine keeps its place too.
  show(machine('1', { status: 'playing' }), machine('3'))
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(card('Nar 3').getAttribute('aria-posinset')).toBe('3')
  move(document.body)
  pass(QUIET_MS - 50)
  expect(names()).toEqual(['Nar 1', 'Nar 3'])
  pass(100)
  expect(names()).toEqual(['Nar 3'])
  expect(card('Nar 3').getAttribute('aria-posinset')).toBe('1')
})

test('an empty result shows a message and a reset button', () => {
  floor(machine('1'))
  type('zzz')
  expect(screen.getByText('Eşleşen makine yok')).toBeTruthy()
  act(() => screen.getAllByRole('button', { name: 'Filtreleri temizle' }).at(-1)?.click())
  expect(names()).toEqual(['Nar 1'])
  expect(filter.value.text).toBe('')
})

test('filters survive a game, and end with the session', () => {
  const { unmount } = floor(machine('1'), machine('2'))
  type('2')
  act(() => {
    unmount()
  })
  floor()
  expect(names()).toEqual(['Nar 2'])
  act(() => setSignedOut())
  expect(filter.value).toEqual({ text: '', brand: '', status: '', favourites: false, sorting: 'server' })
})

test('the search text of one brand does not apply to another; filters and order do', () => {
  floor(machine('1'), machine('2'))
  type('2')
  pick('Sıralama', 'free')
  act(() => showMachines('7'))
  show(machine('1'), machine('2'))
  expect(filter.value).toMatchObject({ text: '', sorting: 'free' })
  expect(names()).toEqual(['Nar 1', 'Nar 2'])
})

test('a star marks a favourite; without preferences on the server there are no stars', () => {
  floor(machine('1'), machine('2'))
  const star = screen.getByRole('button', { name: 'Nar 2: favori' })
  expect(star.getAttribute('aria-pressed')).toBe('true')
  act(() => star.click())
  expect(toggled).toHaveBeenCalledWith('2')
  expect(star.closest('a')).toBeNull()
  act(() => setUnsupported())
  expect(screen.queryByRole('button', { name: /favori/i })).toBeNull()
})

test('the button of a machine that is free again leaves the focus to its link', async () => {
  floor(machine('1', { status: 'playing' }))
  within(card('Nar 1'))
    .getByRole('button', { name: /^Nar 1,/ })
    .focus()
  await act(async () => show(machine('1')))
  expect(document.activeElement).toBe(within(card('Nar 1')).getByRole('link'))
})

test('a reservation counts down by the second, and is announced once', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  vi.setSystemTime('2025-01-01T10:00:00Z')
  render(<LobbyPage id="1" name="Nar" />)
  show(machine('1', { status: 'reserved', reservedUntil: '2025-01-01T10:02:05Z' }))
  const box = within(card('Nar 1'))
  const running = box.getByText('2:05', { exact: true })
  expect(running.getAttribute('aria-hidden')).toBe('true')
  expect(box.getByText('2:05 daha ayrılmış')).toBeTruthy()
  pass(5000)
  expect(running.textContent).toBe('2:00')
  pass(121_000)
  expect(card('Nar 1').textContent).not.toMatch(/\d:\d\d/)
  act(() => applyChanges([{ id: '1', status: 'available' }]))
  expect(card('Nar 1').textContent).toContain('Boş')
})

test('the age counts from the last answer or push, and is hidden while pushes arrive', () => {
  render(<LobbyPage id="1" name="Nar" />)
  act(() => {
    applyMachines([], beginMachinesRequest(), undefined, performance.now())
    setLink('up', Date.now())
  })
  const age = () => screen.queryByText(/^Son güncelleme/)?.textContent
  pass(60_000)
  expect(age()).toBeUndefined()
  act(() => setLink('down', Date.now()))
  pass(12_000)
  expect(age()).toBe('Son güncelleme: 12 sn. önce')
  expect(screen.getByText(/^Son güncelleme/).closest('[role=status],[aria-live]')).toBeNull()
  act(() => applyMachines([], beginMachinesRequest(), undefined, performance.now()))
  pass(3000)
  expect(age()).toBe('Son güncelleme: 3 sn. önce')
  act(() => setLink('up', Date.now()))
  expect(age()).toBeUndefined()
  act(() => setLink('off', Date.now()))
})

test('a counting jackpot updates one text node: no render, no announcement per second', () => {
  showBrands(
    { id: '1', name: 'Nar', jackpot: '100000', machineCount: 2 },
    { id: '2', name: 'Ocak', jackpot: '5', machineCount: 2 },
  )
  render(<LobbyPage />)
  pass(2000)
  const seen: MutationRecord[] = []
  const watcher = new MutationObserver((records) => seen.push(...records))
  const main = screen.getByRole('main')
  watcher.observe(main, { subtree: true, childList: true, attributes: true, characterData: true })
  act(() => applyJackpots([{ id: '1', jackpot: '100200' }]))
  for (let i = 0; i < 10; i++) pass(100)
  seen.push(...watcher.takeRecords())
  watcher.disconnect()
  expect(seen.length).toBeGreaterThan(5)
  expect(new Set(seen.map(({ type: kind }) => kind))).toEqual(new Set(['characterData']))
  const [amount] = screen.getAllByText(/₺1\.00\d,\d\d/)
  expect(amount?.closest('[aria-live],[role=status],[role=log],[role=timer],output')).toBeNull()
  pass(3000)
  expect(screen.getAllByText('₺1.002,00')).toHaveLength(2)
})

test('a brand shows its free machines, also as pushed; without them the number of machines', () => {
  render(<BrandGrid />)
  showBrands(
    { id: '1', name: 'Nar', jackpot: '1', machineCount: 8, freeCount: 5 },
    { id: '2', name: 'Ocak', jackpot: '1', machineCount: 8 },
  )
  expect(screen.getByText('8 makine, 5 boş')).toBeTruthy()
  expect(screen.getByText('8 makine')).toBeTruthy()
  act(() => applyFreeCounts([{ id: '1', jackpot: '2', freeCount: 0 }]))
  expect(screen.getByText('8 makine, 0 boş')).toBeTruthy()
  act(() => applyFreeCounts([{ id: '1', jackpot: '3' }]))
  expect(screen.getByText('8 makine, 0 boş')).toBeTruthy()
  // A newer list of brands counts, not the pushes before it.
  showBrands({ id: '1', name: 'Nar', jackpot: '1', machineCount: 8, freeCount: 4 })
  expect(screen.getByText('8 makine, 4 boş')).toBeTruthy()
  // A push is newer than the answer of a request that was in flight.
  const mark = beginBrandsRequest()
  act(() => applyFreeCounts([{ id: '1', jackpot: '3', freeCount: 2 }]))
  act(() => applyBrands([{ id: '1', name: 'Nar', jackpot: '1', machineCount: 8, freeCount: 4 }], mark))
  expect(screen.getByText('8 makine, 2 boş')).toBeTruthy()
  beginBrandsRequest()
  act(() => applyFreeCounts([{ id: '2', jackpot: '3', freeCount: 1 }]))
  expect(screen.getByText('8 makine, 2 boş')).toBeTruthy()
})

test('a hot jackpot is marked, in the colour of the highest coin that it reaches', () => {
  render(<BrandGrid />)
  showBrands(
    { id: '1', name: 'Nar', jackpot: '2100000,5000', machineCount: 8 },
    { id: '2', name: 'Ocak', jackpot: '12000000', machineCount: 8 },
    { id: '3', name: 'Bosfor', jackpot: '2000000', machineCount: 8 },
  )
  const marks = screen.getAllByText('Sıcak').map((word) => word.closest('[data-coin]'))
  expect(marks.map((mark) => mark?.getAttribute('data-coin'))).toEqual(['purple', 'red'])
})

test('in a list of all machines the one with the biggest win of its hot brand has the mark', () => {
  floor()
  showBrands(
    { id: '1', name: 'Nar', brand: 'nar', jackpot: '2100000', machineCount: 8 },
    { id: '2', name: 'Ocak', brand: 'ocak', jackpot: '5', machineCount: 8 },
  )
  const ocak = { brand: 'ocak', lastBigWin: 90_000 }
  show(machine('1', { lastBigWin: 5000 }), machine('2', { lastBigWin: 7000 }), machine('3', ocak))
  expect(screen.getAllByText('Sıcak')).toHaveLength(1)
  expect(within(card('Nar 2')).getByText('Sıcak')).toBeTruthy()
  // Without big wins from the server the machines of a brand are equal.
  show(machine('1'), machine('2'), machine('3', { brand: 'ocak' }))
  expect(screen.getAllByText('Sıcak')).toHaveLength(2)
})

test.each(['nar', 'Nar', '1'])('a machine with brand "%s" has its brand\'s mark', (brand) => {
  floor()
  showBrands({ id: '1', name: 'Nar', jackpot: '2100000', machineCount: 8 })
  show(machine('1', { name: 'Birinci', brand }))
  expect(within(card('Birinci')).getByText('Sıcak')).toBeTruthy()
})

test("in a brand's list the machine with the biggest win has its mark; at the limit none has", () => {
  showMachines('1')
  floor()
  const jackpot = (cents: string) => showBrands({ id: '1', name: 'Nar', jackpot: cents, machineCount: 2 })
  jackpot('2000001')
  show(machine('1'), machine('2', { brand: '', lastBigWin: 1000 }), machine('3', { lastBigWin: 1000 }))
  expect(screen.getAllByText('Sıcak')).toHaveLength(1)
  expect(within(card('Nar 2')).getByText('Sıcak')).toBeTruthy()
  jackpot('2000000')
  expect(screen.queryByText('Sıcak')).toBeNull()
  jackpot('2000001')
  show(machine('1'), machine('2'))
  expect(screen.queryByText('Sıcak')).toBeNull()
})

test('a card shows the range of stakes and the last big win, and nothing where the server sends neither', () => {
  floor()
  const facts = () => [...card('Nar 1').querySelectorAll('.figures')].map((amount) => amount.textContent)
  show(machine('1', { minStake: 100, maxStake: 10_000, lastBigWin: 124_050 }))
  expect(facts()).toEqual(['₺1 – ₺100', '₺1.240,50'])
  expect(card('Nar 1').textContent).toContain('Son büyük kazanç')
  show(machine('1', { minStake: 500, maxStake: 500 }))
  expect(facts()).toEqual(['₺5'])
  show(machine('1'))
  expect(facts()).toEqual([])
})

test('an animated card that no longer matches the filter gives way to the filtered list', () => {
  setFilter({ status: 'playing' })
  floor(machine('1'), machine('2', { status: 'playing' }))
  expect(names()).toEqual(['Nar 2'])
})

test("the lobby has the configured class name and loads the operator's style sheet; neither without", () => {
  render(<LobbyPage />)
  const main = screen.getByRole('main')
  expect(main.className).toBe('')
  expect(loadOperatorStyles).not.toHaveBeenCalled()
  act(() => {
    if (operator.operatorSettings) operator.operatorSettings.value = { lobbyClass: 'gold wide' }
  })
  expect(main.className).toBe('gold wide')
  expect(loadOperatorStyles).toHaveBeenCalled()
  act(() => {
    if (operator.operatorSettings) operator.operatorSettings.value = { lobbyClass: '' }
  })
  expect(main.className).toBe('')
})

test('the list of all machines has its own heading, whatever the address contains', async () => {
  const use = (written: object) => act(() => setSettings(written))
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent
  await use({ showLobby: false })
  render(<LobbyPage id="3" name="Bedava para" />)
  expect(heading()).toBe(t('lobby.title'))
  await use({})
  expect(heading()).toBe('Bedava para')
})
