import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import texts from '../../../locales/tr.json?groups=game,gameDialogs'
import { loadSettings } from '../../core/settings/settings.ts'
import { addTexts, setLocale } from '../../i18n/index.ts'
import { preloadFluent } from '../../ui/fluent-widgets.tsx'
import { clearBalance } from '../wallet/state.ts'
import { fakeGameSession, INIT_ACK } from './game-session.fake.ts'
import { LoadDialog } from './LoadDialog.tsx'

let visit: ReturnType<typeof fakeGameSession>

async function open(file: object, balance: number): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json(file))
  await loadSettings()
  visit = fakeGameSession()
  await visit.connect({ ...INIT_ACK, balance })
  render(<LoadDialog onClose={() => {}} />)
}

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)
beforeEach(async () => {
  clearBalance()
  addTexts('tr', texts)
  await setLocale('en')
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
})
afterEach(() => {
  cleanup()
  visit.leavePage()
  vi.unstubAllGlobals()
})

test.each<[object, number, number, string]>([
  [{ maxAllIn: 120 }, 50_000, 12_000, 'All in loads ₺120.00 at most'],
  [{ maxAllIn: '1.000' }, 50_000, 50_000, ''],
  [{ maxAllIn: 500 }, 50_000, 50_000, ''],
  [{}, 250_000_100, 250_000_000, 'All in loads ₺2,500,000.00 at most'],
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

test('an empty wallet shows that there is nothing to load', async () => {
  await open({}, 0)
  expect(screen.getByTestId('load-hint').textContent).toBe('Your balance is empty')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'All in' }).disabled).toBe(true)
})
