import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Brand, Machine } from '../../contract/floor.ts'
import { failed } from '../../contract/result.ts'
import { loadCodeTexts } from '../../i18n/index.ts'
import { BrandGrid } from './BrandGrid.tsx'
import { MachineGrid } from './MachineGrid.tsx'
import {
  applyBrands,
  applyChanges,
  applyMachines,
  beginBrandsRequest,
  beginMachinesRequest,
  clearLobby,
  failBrandsRequest,
  failMachinesRequest,
  showMachines,
} from './state.ts'
import { machine as free } from './whole-floor.fake.ts'

const machine = (id: number, more?: Partial<Machine>) => free(String(id), more)
const show = (...list: Machine[]) => act(() => applyMachines(list, beginMachinesRequest()))
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
/** The page of a brand, which has these machines. */
function floor(...list: Machine[]) {
  const view = render(<MachineGrid brandId="3" name="Nar" />)
  if (list.length > 0) show(...list)
  return view
}
const showBrands = (...list: Brand[]) => act(() => applyBrands(list, beginBrandsRequest()))

beforeEach(() => {
  clearLobby()
  showMachines('3')
})
afterEach(cleanup)

test('a push updates its own card in place', () => {
  floor(machine(1), machine(2))
  const [first, second] = screen.getAllByRole('listitem')
  act(() => applyChanges([{ id: '2', status: 'playing' }]))
  expect(screen.getAllByRole('listitem')).toEqual([first, second])
  expect(second?.textContent).toContain('Oynanıyor')
  expect(links()).toEqual(['/lobby', '/game/1/Nar%201'])
  act(() => applyChanges([{ id: '2', status: 'available' }]))
  expect(links()).toHaveLength(3)
})

test('of 1,000 machines only the visible ones are rendered, and the list has the total count', () => {
  floor(...Array.from({ length: 1000 }, (_, id) => machine(id)))
  const drawn = screen.getAllByRole('listitem')
  expect(drawn.length).toBeGreaterThan(4)
  expect(drawn.length).toBeLessThan(80)
  expect(drawn[0]?.getAttribute('aria-setsize')).toBe('1000')
  expect(screen.getByText('1.000 makine')).toBeTruthy()
})

const LOST = failed('network').error

test.each([
  ['no answer', failed('network'), 'Ağ hatası, lütfen bağlantınızı kontrol edin'],
  ['a code', failed('refused', { status: 404, code: 60013, message: 'no such brand' }), 'Bulunamadı'],
  ['a text', failed('refused', { status: 404, code: 99, message: 'no such brand' }), 'no such brand'],
  ['neither', failed('server', { status: 500 }), 'Sunucu hatası, lütfen biraz sonra tekrar deneyin'],
  ['nonsense', failed('invalid', { status: 200 }), 'Sunucudan beklenmeyen bir yanıt geldi'],
])('lists that failed with %s show the reason', async (_, { error }, text) => {
  await loadCodeTexts()
  floor()
  act(() => {
    clearLobby()
    showMachines('3')
    failMachinesRequest(beginMachinesRequest(), error)
  })
  expect(screen.getByText(text)).toBeTruthy()
  cleanup()
  failBrandsRequest(beginBrandsRequest(), error)
  render(<BrandGrid />)
  expect(screen.getByText(text)).toBeTruthy()
})

test('an empty list and a failed one show a message, and no count', () => {
  floor()
  show()
  expect(screen.getByText('Burada henüz makine yok')).toBeTruthy()
  expect(screen.queryByText(/makine$/)).toBeNull()
  act(() => {
    clearLobby()
    showMachines('3')
    failMachinesRequest(beginMachinesRequest(), LOST)
  })
  expect(screen.getByText('Makineler yüklenemedi')).toBeTruthy()
  expect(screen.queryByText(/makine$/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Tekrar dene' })).toBeTruthy()
})

test('while loading, placeholder cards are shown, and no count', () => {
  applyBrands([{ id: '3', name: 'Nar', brand: 'nar', jackpot: '5', machineCount: 3 }], beginBrandsRequest())
  const { container } = floor()
  const places = () => [...container.querySelectorAll('li')].map((one) => one.style.cssText)
  expect(screen.getByRole('status', { name: 'Makineler yükleniyor' }).getAttribute('aria-busy')).toBe('true')
  const waiting = places()
  expect(waiting).toHaveLength(3)
  expect(screen.queryByText(/makine$/)).toBeNull()
  show(machine(1), machine(2), machine(3))
  expect(places()).toEqual(waiting)
  expect(screen.getByText('3 makine')).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Makineler yükleniyor' })).toBeNull()
})

test("a brand's jackpot has its space reserved from the start", () => {
  const { container } = floor()
  const shape = () => [...(container.firstElementChild?.children ?? [])].map(({ tagName }) => tagName)
  const waiting = shape()
  showBrands({ id: '3', name: 'Nar', brand: 'nar', jackpot: '5', machineCount: 3 })
  expect(shape()).toEqual(waiting)
})

test('brands show jackpots and counts; the highest jackpot is at the top', () => {
  render(<BrandGrid />)
  showBrands(
    { id: '1', name: 'Nar', brand: 'nar', jackpot: '2100000,5000', machineCount: 8 },
    { id: '2', name: '<i>Ocak</i>', brand: 'ocak', jackpot: 'soon', machineCount: 1200 },
  )
  expect(links()).toEqual(['/lobby/1/Nar', '/lobby/1/Nar', '/lobby/2/%3Ci%3EOcak%3C%2Fi%3E'])
  expect(screen.getAllByText('₺21.000,00', { exact: false })).toHaveLength(2)
  expect(screen.getByText('1.200 makine')).toBeTruthy()
  expect(screen.getByText('<i>Ocak</i>')).toBeTruthy()
})

test.each([
  [8, '16 makine'],
  [0, '8 makine'],
  [undefined, ''],
  [null, ''],
])('a brand with machineCount %s: the total is "%s"', (machineCount, total) => {
  render(<BrandGrid />)
  const nar = { id: '1', name: 'Nar', jackpot: '5', machineCount: 8 }
  showBrands(nar, { ...nar, id: '2', machineCount })
  expect(screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent).toBe(total)
})

test('while brands load their space is reserved, so that nothing moves', () => {
  const { container } = render(<BrandGrid />)
  const shape = () => [...container.children].map((one) => `${one.className} ${one.children.length}`)
  const waiting = shape()
  expect(screen.getByLabelText('Makineler yükleniyor').getAttribute('aria-busy')).toBe('true')
  expect(links()).toEqual([])
  act(() => {
    applyBrands(
      Array.from({ length: 6 }, (_, id) => ({ id: `${id}`, name: 'Nar', jackpot: '5', machineCount: 8 })),
      beginBrandsRequest(),
    )
  })
  expect(shape()).toEqual(waiting)
})

test('a machine without a name and an image has its number in place of them', () => {
  floor(machine(1, { id: '1042', name: '', brand: '' }))
  expect(screen.getAllByText('1042')).toHaveLength(2)
})

vi.stubGlobal('scrollTo', () => {})

test("a machine's own image precedes its brand's, and the first letter follows both", () => {
  const { container } = floor(machine(1, { image: '/our/kervan.webp' }), machine(2))
  const sources = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  expect(sources()).toEqual(['/our/kervan.webp', '/assets/machines/nar.png'])
  // Only posters have a smaller copy.
  const candidates = [...container.querySelectorAll('img')].map((image) => image.getAttribute('srcset'))
  expect(candidates).toEqual([null, '/assets/machines/nar.png?w=320 320w, /assets/machines/nar.png 480w'])
  const fail = () => act(() => void container.querySelector('img')?.dispatchEvent(new Event('error')))
  fail()
  expect(sources()).toEqual(['/assets/machines/nar.png', '/assets/machines/nar.png'])
  fail()
  expect(sources()).toEqual(['/assets/machines/nar.png'])
  expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/^NNar 1/)
})

test("a brand's list has the name of the answer as its heading, not the address's", () => {
  render(<MachineGrid brandId="3" name="Bedava para" />)
  act(() => applyMachines([machine(1)], beginMachinesRequest(), 'Nar'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Nar')
  act(() => showMachines('4'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bedava para')
})
