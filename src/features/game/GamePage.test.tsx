import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { useLayoutEffect } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../contract/codes.ts'
import { machineCredit } from '../../core/connection/machine-credit.ts'
import { pageReady, setJoined } from '../../core/connection/state.ts'
import { createIdleClock } from '../../core/idle/idle-clock.ts'
import { startNotices } from '../../core/notices/show-notices.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { forgetSession } from '../../core/session/wipe.ts'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { loadCodeTexts, setLocale } from '../../i18n/index.ts'
import { preloadFluent } from '../../ui/fluent-widgets.tsx'
import { toasts } from '../../ui/toast.ts'
import { clearBalance, setBalanceHidden } from '../wallet/state.ts'
import { GamePage } from './GamePage.tsx'
import { lateParts } from './late.tsx'
import { fakeGameVisit, IDLE, INIT_ACK } from './play/game-visit.fake.ts'
import { lastInteraction } from './play/last-interaction.ts'
import { setPending, spinBlock } from './play/state.ts'

// The page joins by itself; the line and the picture it gets are the test's.
vi.mock('./play/game-visit.ts', async (original) => {
  const real = await original<typeof import('./play/game-visit.ts')>()
  const joinGame = (id: string) => {
    joins.push(id)
    return () => leaves.push(id)
  }
  return { ...real, joinGame }
})
const { joins, leaves, joinsSeen } = vi.hoisted(() => ({
  joins: [] as string[],
  leaves: [] as string[],
  joinsSeen: [] as number[],
}))
// One of the late parts, which reads how often the page has joined when it is drawn.
vi.mock('./tools/Art.tsx', () => ({
  Topper: () => null,
  AmbientArt: function Probe() {
    useLayoutEffect(() => void joinsSeen.push(joins.length), [])
    return null
  },
}))

let visit: Awaited<ReturnType<typeof open>>
let quiet: () => void

/** A page at a machine that is joined and shows a live picture. */
async function open(over: Parameters<ReturnType<typeof fakeGameVisit>['connect']>[0] = {}) {
  const { joinGame } = await vi.importActual<typeof import('./play/game-visit.ts')>('./play/game-visit.ts')
  const fake = fakeGameVisit('7', joinGame)
  render(<GamePage gameId="7" name="Kervan 07" />)
  await act(() => fake.connect(over))
  return fake
}

const sign = () => document.querySelector<HTMLElement>('[data-video-status]')?.dataset.videoStatus
const text = (id: string) => screen.getByTestId(id).textContent
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
/** The page is left in the next frame. */
const inLobby = () => vi.waitFor(() => expect(window.location.pathname).toBe('/lobby'))
const sent = (name: string) => visit.requests.filter((one) => one.name === name)

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)
beforeEach(async () => {
  window.history.replaceState(null, '', '/game/7/Kervan%2007')
  // Fluent's motion ends in rejections here; nothing of it is looked at.
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  HTMLMediaElement.prototype.play = () => Promise.resolve()
  sessionStorage.setItem('reelcast.token', 'secret')
  setSignedIn('secret', user)
  clearBalance()
  await loadCodeTexts()
  await setLocale('tr')
  quiet = startNotices(() => {})
  visit = await open()
})
afterEach(() => {
  quiet()
  visit.leavePage()
  cleanup()
  vi.unstubAllGlobals()
  // The cycle of a spin lasts beyond its page.
  forgetSession()
  joins.length = 0
  leaves.length = 0
})

test("the figures are the server's", async () => {
  expect(text('credit')).toBe('₺100,00')
  expect(text('stake')).toBe('₺5,00')
  expect(text('balance')).toBe('₺500,00')
  act(() => setBalanceHidden(true))
  expect(text('balance')).toBe('• • • •')
  act(() => setBalanceHidden(false))
  await act(() => visit.push.game?.({ ...IDLE, seq: 2, credit: 12_345 }))
  expect(text('credit')).toBe('₺123,45')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kervan 07')
})

test('leaving before init is answered shows no failure', async () => {
  const toasted = toasts.value.length
  fireEvent.click(button('Bakiyeye aktar'))
  expect(visit.lastRequest().name).toBe('cashout')
  visit.leavePage()
  await act(() => visit.lastRequest().lose())
  expect(toasts.value).toHaveLength(toasted)
})

test('one tap starts a spin at once, before any network answer', async () => {
  const spin = screen.getByTestId('spin')
  expect(spin.dataset.state).toBe('ready')
  fireEvent.click(spin)
  expect(spin.dataset.state).toBe('spinning')
  fireEvent.click(spin)
  fireEvent.click(spin)
  expect(sent('spin')).toHaveLength(1)
})

test('a video that the browser refused to play asks for a tap until it plays, whatever has started it', async () => {
  const video = document.querySelector('video')
  const tapToStart = () => screen.queryByRole('button', { name: 'Başlamak için dokunun' })
  const play = vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  HTMLMediaElement.prototype.play = play
  await act(async () => void video?.dispatchEvent(new Event('loadedmetadata')))
  expect(tapToStart()).not.toBeNull()
  // The system has paused it, and a tap plays it.
  Object.defineProperty(video, 'srcObject', { value: {}, writable: true })
  await act(async () => void video?.dispatchEvent(new Event('pause')))
  expect(play).toHaveBeenCalledTimes(2)
  await act(async () => void fireEvent.pointerDown(document.body))
  expect(play).toHaveBeenCalledTimes(3)
  // Such as a headset's key, or the system after a call.
  await act(async () => void video?.dispatchEvent(new Event('playing')))
  expect(tapToStart()).toBeNull()
})

test('the time of the last press on the page is recorded', () => {
  const before = Date.now()
  fireEvent.click(button('Bahsi artır'))
  expect(lastInteraction.value).toBeGreaterThanOrEqual(before)
})

test('an outdated video blocks the spin, shows the reason and sends nothing', async () => {
  await act(() => visit.setPicture('stalled', 3400))
  expect(text('reason')).toBe('Görüntü gecikiyor, oyun bekliyor')
  expect(screen.getByText('Görüntü yenileniyor: 3 sn')).toBeTruthy()
  expect(sign()).toBe('lost')
  const spin = screen.getByTestId('spin')
  expect(spin.dataset.state).toBe('refused')
  expect(spin.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(spin)
  fireEvent.keyDown(document.body, { key: ' ' })
  expect(sent('spin')).toHaveLength(0)
  expect(isDisabled('Kredi yükle')).toBe(true)
  expect(isDisabled('Bakiyeye aktar')).toBe(false)
  await act(() => visit.setPicture('playing', 0))
  expect(text('reason')).toBe('')
})

test('a lost connection shows since when, and that the credit is safe', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 14, 5, 59), toFake: ['Date'] })
  await act(() => visit.setChannelState('down'))
  vi.setSystemTime(new Date(2026, 10, 21, 14, 9))
  await act(() => visit.setChannelState('down'))
  vi.useRealTimers()
  expect(text('reason')).toMatch(/krediniz güvende/)
  expect(screen.getByText(/14:05.*bağlantı yok/)).toBeTruthy()
  expect(sign()).toBe('down')
  await act(() => setLocale('en'))
  expect(text('reason')).toMatch(/credit is safe/)
  expect(screen.getByText(/No connection since 2:05\sPM/)).toBeTruthy()
})

test('the stake steps through the offered ones, not during a spin', async () => {
  fireEvent.click(button('Bahsi artır'))
  expect(text('stake')).toBe('₺10,00')
  expect(isDisabled('Bahsi artır')).toBe(true)
  fireEvent.click(button('Bahsi düşür'))
  fireEvent.click(button('Bahsi düşür'))
  expect(text('stake')).toBe('₺1,00')
  fireEvent.click(button('Maks bahis'))
  expect(text('stake')).toBe('₺10,00')
  await act(() => visit.push.game?.({ ...IDLE, seq: 2, phase: 'spinning' }))
  expect(isDisabled('Maks bahis')).toBe(true)
})

test('a control that refuses a press keeps the focus, where Space and Enter do not spin', async () => {
  const names = ['Bahsi artır', 'Bahsi düşür', 'Maks bahis', 'Kredi yükle', 'Bakiyeye aktar']
  await act(() => visit.push.game?.({ ...IDLE, seq: 2, phase: 'spinning' }))
  expect(names.filter(isDisabled)).toEqual(names)
  const before = visit.requests.length
  for (const name of names) fireEvent.click(button(name))
  expect(visit.requests).toHaveLength(before)
  expect(text('stake')).toBe('₺5,00')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('unannounced controls are absent', async () => {
  const capabilities = { buttons: ['spin'], stakes: [500], transfer: false }
  await act(async () => {
    await visit.setChannelState('down')
    await visit.setChannelState('up')
    await visit.lastRequest().ok({ ...INIT_ACK, capabilities })
  })
  expect(screen.queryByRole('button', { name: 'Kredi yükle' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Maks bahis' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Bahsi artır' })).toBeNull()
  expect(screen.getByTestId('spin')).toBeTruthy()
})

test("a refused spin shows the machine's message", async () => {
  fireEvent.click(screen.getByTestId('spin'))
  await act(() => visit.lastRequest().refuse(60007))
  expect(toasts.value.at(-1)).toMatchObject({ kind: 'danger', message: 'Makine meşgul, lütfen bekleyin' })
  expect(spinBlock.value).toBeUndefined()
})

test('what withholds the credit is reported: free spins, and a cabinet whose attendant is awaited', async () => {
  await act(() => lateParts.preload())
  await expect.poll(() => machineCredit.value).toMatchObject({ credit: 10_000, isWithheld: false })
  // So is what the player watches, a use of the page.
  const clock = createIdleClock()
  await new Promise((done) => setTimeout(done, 2))
  expect(clock.idleMs()).toBeGreaterThan(0)
  await act(() => setPending('load'))
  expect(clock.idleMs()).toBe(0)
  act(() => setPending(undefined))
  await act(() => visit.push.game?.({ ...IDLE, seq: 2, freeSpins: 3 }))
  expect(machineCredit.value?.isWithheld).toBe(true)
  await act(() => visit.push.game?.({ ...IDLE, seq: 3, cabinet: { status: 'hand-pay' } }))
  expect(machineCredit.value?.isWithheld).toBe(true)
  await act(() => visit.push.game?.({ ...IDLE, seq: 4, cabinet: { status: 'locked', foreignCredit: 700 } }))
  expect(machineCredit.value).toMatchObject({ credit: 9300, isWithheld: false })
})

test('free spins show how far they are, their win and their stake', async () => {
  const game = { ...IDLE, seq: 2, credit: 0, stake: 1000, win: 300, freeSpins: 8, bonusWin: 1250 }
  await act(() => visit.push.game?.(game))
  expect(text('stake')).toBe('₺10,00')
  expect(screen.getByText('Toplam kazanç').nextElementSibling?.textContent).toBe('₺12,50')
  expect(screen.getByTestId('spin').textContent).toBe('Bedava çevir8 kaldı')
  fireEvent.click(screen.getByTestId('spin'))
  expect(sent('spin')[0]?.payload.stake).toBe(1000)
})

test('load offers quick amounts within the wallet, a free amount and all; the server decides', async () => {
  fireEvent.click(button('Kredi yükle'))
  await screen.findByRole('dialog', {}, { timeout: 8000 })
  // The wallet does not pay it.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '₺5.000,00' }).disabled).toBe(true)
  expect(text('load-hint')).toBe('')
  await act(() => visit.setPicture('stalled', 3400))
  expect(text('load-hint')).toBe('Görüntü gecikiyor, oyun bekliyor')
  await act(() => visit.setPicture('playing', 0))
  const amount = screen.getByLabelText<HTMLInputElement>('Tutar')
  fireEvent.input(amount, { target: { value: '500,01' } })
  expect(screen.getByText('Bakiyenizden fazla', { ignore: '.quiet-text' })).toBeTruthy()
  fireEvent.input(amount, { target: { value: 'x' } })
  expect(screen.getByText('Geçerli bir tutar yazın')).toBeTruthy()
  fireEvent.click(button('Tümü'))
  expect(amount.value).toBe('500')
  fireEvent.input(amount, { target: { value: '12,5' } })
  fireEvent.click(button('₺12,50 yükle'))
  expect(sent('load')[0]?.payload).toMatchObject({ amount: 1250 })
  await act(() => visit.lastRequest().refuse(60004))
  expect(toasts.value.at(-1)).toMatchObject({ kind: 'danger' })
  expect(screen.getByRole('dialog')).toBeTruthy()
  fireEvent.click(button('₺12,50 yükle'))
  await act(() =>
    visit.lastRequest().ok({ balance: 48_750, seq: 9, game: { ...IDLE, seq: 9, credit: 11_250 } }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect([text('credit'), text('balance')]).toEqual(['₺112,50', '₺487,50'])
})

test('leaving with credit opens a dialog that offers to cash out and leave', async () => {
  fireEvent.click(button('Makineden kalk'))
  await screen.findByRole('dialog', {}, { timeout: 8000 })
  fireEvent.click(button('Bakiyeye aktar ve kalk'))
  expect(sent('cashout')).toHaveLength(1)
  await act(() =>
    visit.lastRequest().ok({ balance: 60_000, seq: 9, amount: 10_000, game: { ...IDLE, seq: 9, credit: 0 } }),
  )
  await inLobby()
})

test('leaving a cabinet without credit opens the dialog while an attendant has to pay', async () => {
  await act(() => visit.push.game?.({ ...IDLE, seq: 2, credit: 0, cabinet: { status: 'hand-pay' } }))
  fireEvent.click(button('Makineden kalk'))
  await screen.findByRole('dialog', { name: 'Makineden kalkıyor musunuz?' }, { timeout: 8000 })
  expect(window.location.pathname).not.toBe('/lobby')
})

test('leaving a machine that reports no credit asks, without an amount', async () => {
  visit.leavePage()
  cleanup()
  visit = await open({ game: undefined } as object)
  fireEvent.click(button('Makineden kalk'))
  const { textContent } = await screen.findByRole('dialog', {}, { timeout: 8000 })
  expect(textContent).toContain('Bu makine kredisini bildirmiyor')
  expect(textContent).not.toContain('₺')
  fireEvent.click(button('Bakiyeye aktar ve kalk'))
  expect(sent('cashout')).toHaveLength(1)
  await act(() => visit.lastRequest().ok({ ok: true }))
  await inLobby()
})

test.each<[string, () => Promise<void>]>([
  ['cashed out', () => visit.lastRequest().ok({ ok: true })],
  ['found empty', () => visit.lastRequest().refuse(Code.nothingToCashOut)],
])('a machine that reports no credit and was %s is left without a question', async (_, answer) => {
  visit.leavePage()
  cleanup()
  visit = await open({ game: undefined } as object)
  fireEvent.click(button('Bakiyeye aktar'))
  await act(answer)
  await act(async () => {
    fireEvent.click(button('Makineden kalk'))
  })
  await inLobby()
})

test('leaving without credit goes to the lobby at once', async () => {
  await act(() => visit.push.game?.({ ...IDLE, seq: 2, credit: 0 }))
  await act(async () => {
    fireEvent.click(button('Makineden kalk'))
  })
  await inLobby()
})

/** The newest message, once its text is there. */
const message = (wanted: object) => vi.waitFor(() => expect(toasts.value.at(-1)).toMatchObject(wanted))
const info = (code: number, action: 'none' | 'leave' | 'logout', more = {}) =>
  act(() => visit.push.info?.({ code, params: {}, message: '', action, ...more }))

test("a machine's refusal returns to the lobby with the reason", async () => {
  await act(async () => {
    await visit.setChannelState('down')
    await visit.setChannelState('up')
    await visit.lastRequest().refuse(60002)
  })
  await inLobby()
  await message({ kind: 'danger', message: 'Makine başka bir oyuncuda', ms: 6000 })
})

test('a warning that arrives before the first picture makes the page ready, and is shown', async () => {
  quiet()
  visit.leavePage()
  cleanup()
  setSignedOut()
  expect(pageReady.value).toBe(false)
  const { joinGame } = await vi.importActual<typeof import('./play/game-visit.ts')>('./play/game-visit.ts')
  visit = fakeGameVisit('7', joinGame)
  render(<GamePage gameId="7" name="Kervan 07" />)
  await act(() => visit.setChannelState('up'))
  expect(pageReady.value).toBe(false)
  await info(18800, 'none', { params: { seconds: 8 } })
  expect(pageReady.value).toBe(true)
  // Their code loads once the page is ready.
  quiet = startNotices(() => {})
  await message({ id: 'closing', message: 'Para yatırmak için 8 saniyeniz kaldı' })
})

test('the idle warning closes when the machine is joined again', async () => {
  await info(18802, 'none', { params: { seconds: 9 } })
  await message({ id: 'closing', message: 'Devam etmek için 9 saniyeniz kaldı' })
  await act(() => visit.setChannelState('down'))
  await act(() => visit.setChannelState('up'))
  expect(toasts.value).toHaveLength(1)
  await act(() => visit.lastRequest().ok(INIT_ACK))
  await vi.waitFor(() => expect(toasts.value).toHaveLength(0))
})

test('a closed session cashes out, leaves and shows the reason', async () => {
  await info(50100, 'leave')
  expect(sent('cashout')).toHaveLength(1)
  await inLobby()
  await message({ message: 'Oturum sonlandırıldı, işlem yapılamıyor', ms: 10_000 })
})

test.each([
  ['tr', 'Oyundan çıkarıldınız'],
  ['en', 'You were removed from the game'],
] as const)('a removed player sees the reason in their language (%s)', async (language, text) => {
  await act(() => setLocale(language))
  await act(() => visit.push.quit?.({ message: 'Oyundan atıldınız' }))
  await inLobby()
  expect(sent('cashout')).toHaveLength(0)
  await message({ message: text })
})

test('the page joins once and leaves once, and follows the language', async () => {
  expect(joins).toEqual(['7'])
  await act(() => setLocale('en'))
  expect(button('Cash out')).toBeTruthy()
  expect(screen.getByText('Live')).toBeTruthy()
  cleanup()
  expect([joins, leaves]).toEqual([['7'], ['7']])
})

// The last test: the late parts stay loaded after it.
test('the machine is joined before the late parts, which are loaded already, read the visit', async () => {
  await act(() => lateParts.preload())
  cleanup()
  joins.length = 0
  joinsSeen.length = 0
  render(<GamePage gameId="7" name="Kervan 07" />)
  expect(joinsSeen).toEqual([1])
})

test.each([
  ['an empty wallet waits for the seat', 0, false],
  ['a balance joins at once', 1, true],
])('by its address, with an operator that lets no empty wallet join, %s', async (_, balance, joinsAtOnce) => {
  cleanup()
  joins.length = 0
  // The platform answers a call for the balance in the same way.
  await setSettings({ zeroBalancePlay: false, balance })
  clearBalance()
  setSignedIn('secret', { ...user, id: 'another' })
  render(<GamePage gameId="7" name="" />)
  expect(joins).toEqual([])
  await vi.waitFor(() => expect([joins.length > 0, pageReady.value]).toEqual([joinsAtOnce, !joinsAtOnce]))
  // The game then finds the wallet empty and the seat unknown: minimal-server.test.ts.
  await act(async () => setJoined())
  expect(joins).toEqual(['7'])
  await setSettings()
})
