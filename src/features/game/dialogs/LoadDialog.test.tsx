import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { setLocale } from '../../../i18n/index.ts'
import { preloadFluent } from '../../../ui/fluent-widgets.tsx'
import { clearToasts, toasts } from '../../../ui/toast.ts'
import { claims } from '../../wallet/claims/late.tsx'
import { clearBalance, setBalance, setBalanceHidden } from '../../wallet/state.ts'
import { startCabinet } from '../cabinet/block-play.ts'
import { fakeGameVisit, INIT_ACK } from '../play/game-visit.fake.ts'
import { applyGame } from '../play/state.ts'
import { LoadDialog, prepareDialogs } from './LoadDialog.tsx'

const money = (cents: number) => `₺${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
/** A coin that is a multiple of the stake is offered once, as that. */
const isNoMultiple = (coin: string) =>
  ![50, 100, 200].includes((Number(coin.replace(',', '')) * 100) / INIT_ACK.game.stake)

let visit: ReturnType<typeof fakeGameVisit>

async function open(file: object, balance: number, onClose = () => {}) {
  await setSettings(file)
  visit = fakeGameVisit()
  await visit.connect({ ...INIT_ACK, balance })
  return render(<LoadDialog onClose={onClose} />)
}

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)
beforeEach(async () => {
  clearBalance()
  localStorage.clear()
  sessionStorage.clear()
  await setLocale('en')
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
})
afterEach(() => {
  cleanup()
  clearToasts()
  visit.leavePage()
  vi.unstubAllGlobals()
})

test("the rules of a dialog's styles are in the page before the first dialog opens", async () => {
  const rules = () =>
    [...document.querySelectorAll<HTMLStyleElement>('style[data-make-styles-bucket]')]
      .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])])
      .map(({ cssText }) => cssText)
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  expect(rules()).toEqual([])
  await prepareDialogs()
  expect(screen.queryByRole('dialog')).toBeNull()
  const before = rules()
  expect(before.join()).toContain('var(--shadow64)')
  await open({}, 50_000)
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(rules()).toEqual(before)
})

test('the document says, for the toasts, whether a dialog is open, and not of the rehearsal', async () => {
  const says = () => document.documentElement.hasAttribute('data-dialog')
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  await prepareDialogs()
  expect(says()).toBe(false)
  await open({}, 50_000)
  expect(says()).toBe(true)
  cleanup()
  expect(says()).toBe(false)
})

test.each<[object, number, number, string]>([
  [{ maxAllIn: 120 }, 50_000, 12_000, '“All in” loads ₺120.00 at most'],
  [{ maxAllIn: '1.000' }, 50_000, 50_000, ''],
  [{ maxAllIn: 500 }, 50_000, 50_000, ''],
  [{}, 250_000_100, 250_000_000, '“All in” loads ₺2,500,000.00 at most'],
])('with %j and %i cents, all in loads %i', async (file, balance, loaded, hint) => {
  await open(file, balance)
  expect(screen.getByTestId('load-hint').textContent).toBe(hint)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'All in' })))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Load ₺/ })))
  expect(visit.lastRequest()).toMatchObject({ name: 'load', payload: { amount: loaded } })
})

test('an entered amount above maxAllIn is loaded: the limit applies to "all" only', async () => {
  await open({ maxAllIn: 120 }, 50_000)
  const field = screen.getByLabelText('Amount')
  await act(async () => void fireEvent.input(field, { target: { value: '300' } }))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Load ₺/ })))
  expect(visit.lastRequest().payload).toMatchObject({ amount: 30_000 })
})

test('in a currency without a fraction the wallet shows its cents, and no button names another amount than it loads', async () => {
  await open({ currency: 'JPY', hotCoins: [99.5, 500] }, 999_970)
  const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
  const type = (value: string) =>
    act(async () => void fireEvent.input(screen.getByLabelText('Amount'), { target: { value } }))
  expect(screen.getByText('¥9,999.70')).toBeTruthy()
  await type('1.50')
  expect(button('Load credit').getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Enter a valid amount')).toBeTruthy()
  await type('1,500')
  await act(async () => void fireEvent.click(button('Load ¥1,500')))
  expect(visit.lastRequest().payload).toMatchObject({ amount: 150_000 })
  await act(async () => visit.lastRequest().refuse(40000))
  await act(async () => void fireEvent.click(button('¥99.50')))
  expect(button('Load ¥99.50').getAttribute('aria-disabled')).toBeNull()
  await act(async () => void fireEvent.click(button('All in')))
  await act(async () => void fireEvent.click(button('Load ¥9,999.70')))
  expect(visit.lastRequest().payload).toMatchObject({ amount: 999_970 })
})

/** The controls that a page has around the dialog. */
async function loadFrom(closes: 'loaded' | 'cancelled'): Promise<void> {
  const closed = vi.fn()
  document.body.insertAdjacentHTML(
    'beforeend',
    '<i id="page"><button id="opener"></button><button data-key="spin"></button><div id="meter"><b data-testid="credit"></b></div></i>',
  )
  document.querySelector<HTMLElement>('#opener')?.focus()
  const { unmount } = await open({}, 50_000, closed)
  if (closes === 'loaded') {
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'All in' })))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Load ₺/ })))
    await act(async () =>
      visit.lastRequest().ok({ game: { ...INIT_ACK.game, credit: 50_000 }, balance: 0, seq: 9 }),
    )
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  }
  unmount()
}

test('after a load the focus goes to the spin button, and otherwise back to where it was', async () => {
  await loadFrom('loaded')
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('[data-key=spin]')))
  document.querySelector('#page')?.remove()
  visit.leavePage()
  await loadFrom('cancelled')
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('#opener')))
  document.querySelector('#page')?.remove()
})

test('a load that was cancelled while it was pending is reported, and closes no other dialog', async () => {
  const closed = vi.fn()
  const { unmount } = await open({}, 50_000, closed)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'All in' })))
  const submit = screen.getByRole('button', { name: /^Load ₺/ })
  submit.focus()
  await act(async () => void fireEvent.click(submit))
  // It is busy, and a key still belongs to the dialog.
  expect(submit.getAttribute('aria-busy')).toBe('true')
  expect(submit.matches(':disabled')).toBe(false)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
  expect(closed).toHaveBeenCalledTimes(1)
  unmount()
  await visit.lastRequest().ok({ game: { ...INIT_ACK.game, credit: 50_000 }, balance: 0, seq: 9 })
  expect(toasts.value).toMatchObject([{ message: '₺500.00 loaded to the machine' }])
  expect(closed).toHaveBeenCalledTimes(1)
})

test.each([
  [false, 'ease-out'],
  [true, 'step-end'],
])(
  'after a load the credit meter is highlighted, no toast is seen; reduced motion: %s',
  async (still, easing) => {
    const animate = vi.fn()
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: still }))
    Element.prototype.animate = animate
    await loadFrom('loaded')
    const [index] = animate.mock.calls.flatMap((call, at) => (call[1]?.duration === 1600 ? [at] : []))
    expect(animate.mock.contexts[index ?? -1]).toBe(document.querySelector('#meter'))
    expect(animate.mock.calls[index ?? -1]?.[1]).toMatchObject({ easing })
    expect(toasts.value).toMatchObject([{ message: '₺500.00 loaded to the machine', unseen: true }])
    document.querySelector('#page')?.remove()
  },
)

test('a hidden balance is hidden in the load dialog too', async () => {
  setBalanceHidden(true)
  await open({}, 51_234)
  expect(screen.queryByText('₺512.34')).toBeNull()
  expect(screen.getByText('• • • •')).toBeTruthy()
  setBalanceHidden(false)
})

test('an empty wallet shows what it can do, and no amount', async () => {
  await act(claims.preload)
  await open({}, 0)
  expect(screen.getByTestId('load-hint').textContent).toBe('Your balance is empty')
  const { credit } = INIT_ACK.game
  expect(
    screen.getByText(`You can keep playing with the ${money(credit)} of credit on the machine.`),
  ).toBeTruthy()
  await act(async () => applyGame({ ...INIT_ACK.game, seq: 50, credit: 0 }))
  expect(screen.getByText(/Top up your balance/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'All in' })).toBeNull()
  expect(screen.queryByLabelText('Amount')).toBeNull()
  expect(await screen.findByRole('button', { name: 'Get bonus' }, { timeout: 20_000 })).toBeTruthy()
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Load credit' }).getAttribute('aria-disabled'),
  ).toBe('true')
})

test('a claim that fills an empty wallet leaves the focus in the dialog', async () => {
  await act(claims.preload)
  await open({}, 0)
  const claim = await screen.findByRole('button', { name: 'Get bonus' }, { timeout: 20_000 })
  claim.focus()
  await act(async () => setBalance({ balance: 5000, seq: 1_000 }))
  expect(claim.isConnected).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
})

test('an empty wallet links the cashier in place of the advice to contact the operator', async () => {
  await open({ cashierUrl: 'https://pay.example/' }, 0)
  await act(async () => applyGame({ ...INIT_ACK.game, seq: 50, credit: 0 }))
  expect(screen.getByRole('link', { name: 'Deposit' })).toBeTruthy()
  expect(screen.queryByText(/Top up your balance/)).toBeNull()
})

test('at a cabinet the credit that the player did not load is not offered to play on with', async () => {
  const stop = startCabinet()
  await open({}, 0)
  const credit = 5000
  await act(async () =>
    applyGame({ ...INIT_ACK.game, seq: 50, credit, cabinet: { status: 'ready', foreignCredit: 3000 } }),
  )
  expect(screen.getByText('You can keep playing with the ₺20.00 of credit on the machine.')).toBeTruthy()
  await act(async () =>
    applyGame({ ...INIT_ACK.game, seq: 51, credit, cabinet: { status: 'ready', foreignCredit: 5000 } }),
  )
  expect(screen.getByText(/Top up your balance/)).toBeTruthy()
  stop()
})

/** The amounts to choose from. */
const choices = () =>
  screen.getAllByRole<HTMLButtonElement>('button').filter((button) => button.hasAttribute('aria-pressed'))

test('what the wallet does not pay is shown, off, with the reason for a screen reader', async () => {
  await open({}, 1_000_000)
  const coins = choices().filter(({ dataset }) => dataset.colour)
  const names = ['500', '5,000', '10,000', '50,000', '100,000'].filter(isNoMultiple)
  expect(coins.map(({ textContent }) => textContent)).toEqual(names)
  const isAbove = ({ textContent }: HTMLElement) => Number(textContent?.replace(',', '')) > 10_000
  expect(coins.filter(({ disabled }) => disabled)).toEqual(coins.filter(isAbove))
  const reasonOf = (button: HTMLElement) =>
    document.getElementById(`${button.getAttribute('aria-describedby')}`)?.textContent
  for (const coin of coins) expect(reasonOf(coin)).toBe(isAbove(coin) ? 'More than your balance' : undefined)
  // A wallet that grows pays it.
  await act(async () => void setBalance({ balance: 10_000_000, seq: 1_000 }))
  expect(choices().filter(({ disabled }) => disabled)).toEqual([])
})

test('it offers amounts by the stake, then the coins, and the last amount', async () => {
  const offered = () => choices().map(({ textContent }) => textContent)
  await open({}, 600_000)
  const { stake } = INIT_ACK.game
  const chip = (spins: number, what = `${spins} spins`) => `${money(stake * spins)}${what}`
  expect(offered()).toEqual([
    chip(50),
    chip(100),
    chip(200),
    ...['500', '5,000', '10,000', '50,000', '100,000'].filter(isNoMultiple),
  ])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^.+200 spins$/ })))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Load ₺/ })))
  expect(visit.lastRequest().payload).toMatchObject({ amount: stake * 200 })
  await act(async () => visit.lastRequest().ok({ game: INIT_ACK.game, balance: 600_000, seq: 9 }))
  cleanup()
  render(<LoadDialog onClose={() => {}} />)
  expect(offered()).toContain(chip(200, 'last amount'))
})
