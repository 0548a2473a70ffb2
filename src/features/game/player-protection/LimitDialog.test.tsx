import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setSignedIn } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { forgetSession } from '../../../core/session/wipe.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { preloadFluent } from '../../../ui/fluent-widgets.tsx'
import { clearToasts, toasts } from '../../../ui/toast.ts'
import { startCooldown } from '../play/actions.ts'
import { fakeGameVisit, IDLE } from '../play/game-visit.fake.ts'
import { blockedBy, blockPlay, exit, setStakeCap, spinBlock } from '../play/state.ts'
import { NO_TOTALS } from '../play-record/session-totals.ts'
import { Clock, ProtectionLayer } from './ProtectionLayer.tsx'

let visit: ReturnType<typeof fakeGameVisit>

async function sit(settings: object, account: object, over = {}): Promise<void> {
  await setSettings(settings)
  sessionStorage.setItem('reelcast.play', JSON.stringify({ ...NO_TOTALS, warned: true, ...account }))
  visit = fakeGameVisit()
  await visit.connect(over)
  render(
    <>
      <Clock />
      <ProtectionLayer />
    </>,
  )
}
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })
const HOUR = 3_600_000

// Fluent is large, and a busy machine slow.
beforeAll(preloadFluent, 60_000)
beforeEach(() => {
  // Fluent's motion ends in rejections here; nothing of it is looked at.
  Reflect.deleteProperty(Element.prototype, 'animate')
  sessionStorage.setItem('reelcast.token', 'secret')
  setSignedIn('secret', user)
})
afterEach(() => {
  cleanup()
  visit.leavePage()
  forgetSession()
  startCooldown(0)
  setStakeCap(Number.POSITIVE_INFINITY)
})

test('play that waits for the protection is possible once its layer is drawn', async () => {
  await setSettings()
  blockPlay(true, 'tools')
  visit = fakeGameVisit()
  await visit.connect()
  expect(blockedBy.value).toBe('tools')
  render(<ProtectionLayer />)
  expect(blockedBy.value).toBeUndefined()
})

test('a reality check shows time and net result, and Escape does not close it', async () => {
  await sit({ realityCheck: 60 }, { played: 1.5 * HOUR, net: -12_345 })
  expect(screen.getByTestId('asked-time').textContent).toBe('1 sa. 30 dk.')
  expect(screen.getByTestId('asked-net').textContent).toBe('-₺123,45')
  await act(() => void fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' }))
  expect([screen.queryByRole('alertdialog') !== null, spinBlock.value]).toEqual([true, 'held'])
  await act(() => void fireEvent.click(button('Devam et') as HTMLElement))
  expect([screen.queryByRole('alertdialog'), spinBlock.value]).toEqual([null, undefined])
})

test('it offers to cash out and leave', async () => {
  clearToasts()
  await sit({ realityCheck: 60 }, { played: HOUR })
  await act(() => void fireEvent.click(button('Bakiyeye aktar ve kalk') as HTMLElement))
  expect(visit.lastRequest().name).toBe('cashout')
  await act(() =>
    visit.lastRequest().ok({ balance: 60_000, seq: 9, amount: 10_000, game: { ...IDLE, seq: 9, credit: 0 } }),
  )
  expect(exit.value).toEqual({ kind: 'left' })
  // Nobody sees a receipt on a page that is gone.
  expect(toasts.value.map(({ message }) => message)).toEqual([expect.stringContaining('100,00')])
})

test('a cash-out that is answered after the player has chosen to go on does not leave', async () => {
  await sit({ realityCheck: 60 }, { played: HOUR })
  await act(() => void fireEvent.click(button('Bakiyeye aktar ve kalk') as HTMLElement))
  await act(() => void fireEvent.click(button('Devam et') as HTMLElement))
  await act(() => visit.lastRequest().ok({ balance: 60_000, amount: 10_000 }))
  expect(exit.value).toBeUndefined()
})

test.each([
  [{ lossLimit: 100 }, { net: -10_000 }, 'Kayıp sınırınıza ulaştınız'],
  [{ sessionLimit: 60 }, { played: HOUR }, 'Oyun süreniz doldu'],
])('at a limit leaving is the only option: %j', async (settings, account, title) => {
  await sit(settings, account)
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(button('Devam et')).toBeNull()
  expect(button('Bakiyeye aktar ve kalk')).toBeTruthy()
})

test('without credit the dialog offers leaving only', async () => {
  await sit({ sessionLimit: 60 }, { played: HOUR }, { game: { ...IDLE, credit: 0 } })
  await act(() => void fireEvent.click(button('Makineden kalk') as HTMLElement))
  expect(exit.value).toEqual({ kind: 'left' })
})

test('at a cabinet it names the player’s own part of the credit', async () => {
  const cabinet = { status: 'ready' as const, foreignCredit: 3000 }
  await sit({ sessionLimit: 60 }, { played: HOUR }, { game: { ...IDLE, credit: 5000, cabinet } })
  expect(screen.getByText('Makinede ₺20,00 krediniz var.')).toBeTruthy()
  await act(() => visit.push.game?.({ ...IDLE, seq: 2, credit: 3000, cabinet }))
  expect(screen.queryByText(/krediniz var/)).toBeNull()
})

test('a mandatory break counts down, and cannot be ended early', async () => {
  await sit({ jurisdiction: 'DE' }, { played: HOUR })
  expect(button('Devam et')?.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/5 dk\. sonra devam/)).toBeTruthy()
})

test('the status line, where required, shows time of day, time played and net result', async () => {
  await sit({ jurisdiction: 'ON' }, { played: HOUR + 65_000, net: 2500 })
  expect(screen.getByTestId('clock-time').textContent).toBe('1:01:05')
  expect(screen.getByTestId('clock-net').textContent).toBe('+₺25,00')
  expect(screen.getByTestId('clock-day').textContent).toMatch(/^\d\d:\d\d$/)
  await act(() => setSettings())
  expect(screen.queryByTestId('clock')).toBeNull()
})
