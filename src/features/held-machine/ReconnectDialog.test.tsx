import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failed } from '../../contract/result.ts'
import { setSeat } from '../../core/connection/state.ts'
import { drawerOpen, setDrawerOpen } from '../../core/frame/drawer.ts'
import { setSignedIn } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { loadCodeTexts, setLocale } from '../../i18n/index.ts'
import { preloadFluent } from '../../ui/fluent-widgets.tsx'
import { clearToasts } from '../../ui/toast.ts'
import { ReconnectDialog } from './ReconnectDialog.tsx'
import { dispatch, reconnect, type Status } from './state.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../net/api.ts', async (original) => ({ ...(await original<object>()), call }))

const says = (status?: Status) =>
  act(() => {
    dispatch({ type: 'session', machine: status && { id: '7', name: 'Nar 7', status } })
  })
const dialog = () => screen.findByRole('dialog')
/** The machine has this status, and the dialog is there. */
const open = (status: Status) => {
  says(status)
  return dialog()
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

// Loading Fluent takes long on a busy machine.
beforeAll(preloadFluent, 60_000)
beforeEach(async () => {
  // Fluent's animations end in rejections under happy-dom; without `animate` it runs none.
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  window.history.replaceState(null, '', '/lobby')
  setSignedIn('t', user)
  await loadCodeTexts()
  await setLocale('tr')
  render(<ReconnectDialog />)
})
afterEach(() => {
  dispatch({ type: 'loggedOut' })
  cleanup()
  clearToasts()
  call.mockReset()
  vi.unstubAllGlobals()
})

test.each<[Status, title: string, lead: RegExp, buttons: string[]]>([
  ['in-bonus', 'Bonus turunuz sizi bekliyor', /Nar 7 devam etmenizi bekliyor/, ['Sonra', 'Devam et']],
  ['waiting', 'Nar 7 sizi bekliyor', /Kaldığınız yerden/, ['Sonra', 'Bakiyeye aktar', 'Devam et']],
  ['cashing-out', 'Krediniz aktarılıyor', /kendiliğinden kapanır/, []],
  ['playing', 'Nar 7 başka yerde oynanıyor', /başka bir sekmede veya cihazda/, ['Sonra', 'Burada devam et']],
  ['error', 'Nar 7 arızalandı', /Krediniz güvende/, ['Sonra', 'Bakiyeye aktar']],
  ['offline', 'Nar 7 şu anda kapalı', /Krediniz saklanıyor/, ['Kapat']],
  [
    'unknown',
    'Nar 7 şu anda durumunu bildirmiyor',
    /Krediniz güvende/,
    ['Sonra', 'Bakiyeye aktar', 'Devam et'],
  ],
])('%s: has its text and its actions', async (status, title, lead, actions) => {
  const shown = await open(status)
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(shown.textContent).toMatch(lead)
  expect(buttons()).toEqual(actions)
})

test("it follows the machine's status, and closes when no machine is held", async () => {
  await open('cashing-out')
  says('waiting')
  expect(buttons()).toHaveLength(3)
  says()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a menu drawer that was opened before the dialog was loaded does not stay above it', async () => {
  cleanup()
  says('waiting')
  act(() => setDrawerOpen(true))
  render(<ReconnectDialog />)
  await dialog()
  await waitFor(() => expect(drawerOpen.value).toBe(false))
})

test('Continue opens the machine', async () => {
  await open('in-bonus')
  await press('Devam et')
  expect(window.location.pathname).toBe('/game/7/Nar%207')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Later closes it', async () => {
  await open('waiting')
  await press('Sonra')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the credit and the time left are in the dialog, if the server reports them', async () => {
  act(() =>
    setSeat({
      status: true,
      id: '7',
      name: 'Nar 7',
      machine_status: 'waiting',
      credit: 12_345,
      reservedUntil: new Date(Date.now() + 250_000).toISOString(),
    }),
  )
  says('waiting')
  const { textContent } = await dialog()
  expect(textContent).toContain('Makine kredisi ₺123,45')
  expect(textContent).toMatch(/4:(10|09) sonra bakiyenize döner/)
})

test('Escape does what Later does', async () => {
  says('waiting')
  await act(async () => void fireEvent.keyDown(await dialog(), { key: 'Escape' }))
  expect(reconnect.value.phase).toBe('dismissed')
})

test('Kick the player: busy until the answer, then the machine opens', async () => {
  let done = (_: unknown) => {}
  call.mockReturnValue(
    new Promise((resolve) => {
      done = resolve
    }),
  )
  await open('playing')
  await press('Burada devam et')
  expect(screen.getByRole('button', { name: 'Burada devam et' }).getAttribute('aria-busy')).toBe('true')
  expect(window.location.pathname).toBe('/lobby')
  await act(async () => done({ ok: true, value: {} }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/game/7/Nar%207'))
})

test('a refused cash-out is shown in the dialog and announced to screen readers at once', async () => {
  call.mockResolvedValue(failed('refused', { code: 60009 }))
  await open('waiting')
  await press('Bakiyeye aktar')
  expect((await screen.findByRole('alert')).textContent).toBe('Önce bonus turunuzu tamamlayın')
})
