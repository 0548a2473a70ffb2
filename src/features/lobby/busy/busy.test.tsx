import { readFileSync } from 'node:fs'
import { act, cleanup, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Machine } from '../../../contract/floor.ts'
import { fillSlot } from '../../../core/frame/slots.ts'
import { updatePathname } from '../../../core/router/pathname.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { dismissToast, toasts } from '../../../ui/toast.ts'
import { clearBalance, setBalance } from '../../wallet/state.ts'
import { LobbyPage } from '../LobbyPage.tsx'
import { lobbyParts } from '../late.tsx'
import { applyMachines, applySession, beginMachinesRequest, clearLobby, showMachines } from '../state.ts'
import { setWatched, showBusy, watchedIds } from '../watched/state.ts'
import { machine as freeMachine, push, stubWholeFloor } from '../whole-floor.fake.ts'
import css from './BusyDialog.module.css'
import { similarTo } from './similar.ts'

beforeAll(async () => {
  await Promise.all([lobbyParts.preload(), import('./BusyDialog.tsx')])
})

vi.mock('../actions.ts', () => ({
  loadBrands: vi.fn(async () => {}),
  openMachines: vi.fn(async () => {}),
  loadOperatorStyles: vi.fn(async () => {}),
}))

const machine = (id: string, more: Partial<Machine> = {}) =>
  freeMachine(id, { minStake: 100, maxStake: 10_000, ...more })
const still = vi.hoisted(() => ({ show: (_: string | undefined) => {} }))
vi.mock('../card-overlay/still-loader.ts', () => ({
  watchStill: (_: Element, __: string, show: typeof still.show) => {
    still.show = show
    return () => {}
  },
}))

/** The machines of the whole floor, as GET /machine/all returns them. */
let floor: Machine[] = []
let requests: ReturnType<typeof stubWholeFloor>

const list = (...machines: Machine[]) =>
  act(() => applyMachines(machines, beginMachinesRequest(), undefined, performance.now()))
const open = async (name: RegExp) => {
  await act(async () => screen.getByRole('button', { name }).click())
  return vi.waitFor(() => within(screen.getByRole('dialog')), { timeout: 10_000 })
}
const messages = () => toasts.value.map(({ message }) => message)

beforeEach(() => {
  requests = stubWholeFloor(() => floor)
  setSignedOut()
  setSignedIn('token', user)
  clearLobby()
  showMachines('1')
  render(<LobbyPage id="1" name="Nar" />)
})
afterEach(() => {
  act(cleanup)
  showBusy(undefined)
  for (const { id } of toasts.peek()) dismissToast(id)
  vi.unstubAllGlobals()
})

test('a busy card is a button with its name and status; a free one stays a link', () => {
  list(machine('1', { status: 'playing' }), machine('2'))
  expect(screen.getByRole('button', { name: 'Nar 1, Oynanıyor: ayrıntılar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Nar 2,/ })).toBeNull()
  expect(requests).not.toHaveBeenCalled()
})

test('its dialog shows stakes and similar free machines, of the brand first', async () => {
  floor = [
    machine('8', { name: 'Ocak 8', brand: 'ocak' }),
    machine('9', { name: 'Ocak 9', brand: 'ocak', status: 'playing' }),
    machine('6', { name: 'Lodos 6', brand: 'lodos', minStake: 50_000, maxStake: 90_000 }),
  ]
  list(machine('1', { status: 'playing' }), machine('2'), machine('3', { status: 'offline' }))
  const dialog = await open(/^Nar 1,/)
  expect(dialog.getByRole('heading', { level: 2 }).textContent).toBe('Nar 1')
  expect(dialog.getByText('₺1 – ₺100')).toBeTruthy()
  await vi.waitFor(() => dialog.getByText('Ocak 8'))
  expect(dialog.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
    'Nar 2',
    'Ocak 8',
  ])
})

test('a watched machine is reported once, when a push says that it is free', async () => {
  list(machine('1', { status: 'playing' }))
  const dialog = await open(/^Nar 1,/)
  const tell = dialog.getByRole('button', { name: 'Boş kalınca haber ver' })
  tell.focus()
  await act(async () => tell.click())
  expect(tell.getAttribute('aria-pressed')).toBe('true')
  act(() => push([{ id: '1', status: 'cashing-out' }]))
  expect(messages()).toEqual([])
  await act(async () => push([{ id: '1', status: 'available' }]))
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  expect(messages()).toEqual(['Nar 1 artık boş. Oynamak için dokunun.'])
  expect(watchedIds.value).toEqual([])
  // The dialog now offers to play.
  expect(dialog.getByRole('link', { name: 'Oyna' }).getAttribute('href')).toBe('/game/1/Nar%201')
  act(() => push([{ id: '1', status: 'playing' }]))
  act(() => push([{ id: '1', status: 'available' }]))
  expect(messages()).toHaveLength(1)
})

test('the region that says the wish is noted is there before its words, else they are not announced', async () => {
  list(machine('1', { status: 'playing' }))
  const dialog = await open(/^Nar 1,/)
  // Read from the file: vitest returns an empty text for a style sheet with `?raw`.
  const source = readFileSync('src/features/lobby/busy/BusyDialog.module.css', 'utf8')
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = source.replaceAll('.main', `.${css.main}`)
  const region = dialog.getAllByRole('status').at(-1) as Element
  expect(region.textContent).toBe('')
  expect(getComputedStyle(region).display).toBe('block')
  await act(async () => dialog.getByRole('button', { name: 'Boş kalınca haber ver' }).click())
  expect(region.textContent).not.toBe('')
  style.remove()
})

test('a machine that an empty wallet cannot open links the cashier', async () => {
  await setSettings({ zeroBalancePlay: false, cashierUrl: 'https://pay.example/' })
  stubWholeFloor(() => floor)
  setBalance({ balance: 0 })
  list(machine('1'))
  const dialog = await open(/^Nar 1,/)
  expect(dialog.getByRole('link', { name: 'Para yatır' })).toBeTruthy()
  await setSettings()
  clearBalance()
})

test('while the credit is elsewhere, the dialog has the held machine; then the way in', async () => {
  fillSlot('heldCard', () => <i>[held]</i>)
  act(() => applySession({ status: true, id: '7', name: 'Ocak 7', machine_status: 'waiting', credit: 100 }))
  list(machine('1'))
  const dialog = await open(/^Nar 1,/)
  expect(dialog.getByText('Başka makinedesiniz')).toBeTruthy()
  expect(dialog.getByText('[held]')).toBeTruthy()
  act(() => applySession({ status: false }))
  expect(dialog.getByRole('link', { name: 'Oyna' })).toBeTruthy()
  expect(dialog.queryByText('[held]')).toBeNull()
})

test('its picture shows the age of the still', async () => {
  list(machine('1', { status: 'playing', still: '/machine/1/still' }))
  const dialog = await open(/^Nar 1,/)
  expect(dialog.queryByText(/^Görüntü/)).toBeNull()
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  act(() => still.show('blob:1'))
  expect(dialog.getByText(/^Görüntü/).textContent).toContain('0 sn')
  now.mockReturnValue(14_000)
  await vi.waitFor(() => expect(dialog.getByText(/^Görüntü/).textContent).toContain('4 sn'), {
    timeout: 3000,
  })
  now.mockRestore()
  act(() => still.show(undefined))
  expect(dialog.queryByText(/^Görüntü/)).toBeNull()
})

test('it is reported also when another list is shown; a second press and the end of the login stop it', async () => {
  floor = [machine('1', { status: 'playing' })]
  list(machine('1', { status: 'playing' }))
  const dialog = await open(/^Nar 1,/)
  const tell = () => dialog.getByRole('button', { name: 'Boş kalınca haber ver' }).click()
  await act(async () => tell())
  await act(async () => tell())
  act(() => push([{ id: '1', status: 'available' }]))
  expect(messages()).toEqual([])
  act(() => push([{ id: '1', status: 'playing' }]))
  await act(async () => tell())
  act(() => {
    showBusy(undefined)
    showMachines('2')
  })
  act(() => push([{ id: '1', status: 'available' }]))
  expect(messages()).toEqual(['Nar 1 artık boş. Oynamak için dokunun.'])
  act(() => {
    setWatched('1', true)
    setSignedOut()
  })
  expect(watchedIds.value).toEqual([])
})

test('the dialog of a page that was left does not open on the next one', async () => {
  floor = [machine('1', { status: 'playing' })]
  list(machine('1', { status: 'playing' }))
  await open(/^Nar 1,/)
  act(cleanup)
  showMachines('2')
  render(<LobbyPage id="2" name="Lodos" />)
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
})

test("the dialog closes when Back leads from one brand to another's page", async () => {
  list(machine('1', { status: 'playing' }))
  await open(/^Nar 1,/)
  window.history.pushState(null, '', '/lobby/2/Lodos')
  await act(async () => updatePathname())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('similar: the same brand, then the same stakes, then overlapping ones; never busy or unlike ones', () => {
  const busy = machine('1', { status: 'playing' })
  const others = [
    machine('2', { brand: 'ocak', minStake: 5000, maxStake: 50_000 }),
    machine('3', { brand: 'ocak' }),
    machine('4', { brand: 'ocak', status: 'reserved' }),
    machine('5', { brand: 'ocak', minStake: 20_000, maxStake: 50_000 }),
    machine('6'),
    machine('7', { brand: 'ocak', minStake: undefined }),
    busy,
  ]
  expect(similarTo(busy, others, 9).map(({ id }) => id)).toEqual(['6', '3', '2'])
  expect(similarTo(busy, others, 1).map(({ id }) => id)).toEqual(['6'])
})
