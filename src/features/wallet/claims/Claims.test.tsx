import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Code } from '../../../contract/codes.ts'
import { failed, type Result } from '../../../contract/result.ts'
import { setLink, setSeat } from '../../../core/connection/state.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { codeText, loadCodeTexts, setLocale } from '../../../i18n/index.ts'
import { clearToasts, toasts } from '../../../ui/toast.ts'
import { setBalance } from '../state.ts'
import { Claims } from './Claims.tsx'
import { updateCooldowns } from './cooldowns.ts'
import { formatWindow } from './outcome-message.ts'

const wire = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../../net/api.ts', () => ({ call: wire.call }))

const DENIZ = { ...user, username: 'deniz' }
const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const GIVEN = ok({ status: true, Params: { amount: 2500 }, code: 20000 })
let answers: Record<string, Result<unknown> | Promise<Result<unknown>>>
const onGiven = vi.fn()

const set = (file: object) => act(() => setSettings(file))
const open = () => render(<Claims onGiven={onGiven} />)
const row = (title: string) => {
  const found = screen.getAllByRole('listitem').find((one) => within(one).queryByText(title))
  if (!found) throw new Error(`the claim ${title} is missing`)
  return within(found)
}
const label = (title: string) => row(title).getByRole('button').textContent
const said = (title: string) => row(title).getByRole('status').textContent
/** Performs an action and waits for its effects. */
const doing = (what: () => void) =>
  act(async () => {
    what()
    await vi.advanceTimersByTimeAsync(0)
  })
const tap = (title: string) => doing(() => fireEvent.click(row(title).getByRole('button')))
const shown = () => toasts.value.map(({ message, ms, kind }) => [message, ms, kind])

beforeAll(async () => {
  await loadCodeTexts()
})
beforeEach(async () => {
  vi.useFakeTimers()
  await set({})
  answers = { '/player/discount': GIVEN, '/player/bonus': GIVEN }
  wire.call.mockImplementation(async (_schema: unknown, _method: string, path: string) => {
    return (await answers[path]) ?? failed('network')
  })
  setLink('up', 0)
  localStorage.setItem('reelcast.token', 't7')
  setSignedIn('t7', DENIZ)
  setBalance({ balance: 5000 })
})
afterEach(async () => {
  act(() => void vi.runOnlyPendingTimers())
  cleanup()
  setSignedOut()
  clearToasts()
  localStorage.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await setLocale('tr')
})

test('each claim is shown only where it is enabled', async () => {
  open()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await set({ autoBonus: false })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText('Bonus')).toBeNull()
  await set({ autoDiscount: false, autoBonus: false })
  expect(screen.queryByRole('list')).toBeNull()
})

test('it shows "loading.." until the balance is known, and "calculating.." until the answer', async () => {
  setSignedOut()
  open()
  expect(label('Bonus')).toBe('Yükleniyor…')
  setSignedIn('t7', DENIZ)
  act(() => setBalance({ balance: 5000 }))
  expect(label('Bonus')).toBe('Bonusu al')
  let answer: (answer: Result<unknown>) => void = () => {}
  answers['/player/bonus'] = new Promise((resolve) => {
    answer = resolve
  })
  await tap('Bonus')
  expect(label('Bonus')).toBe('Hesaplanıyor…')
  expect(row('Bonus').getByRole('button').getAttribute('aria-busy')).toBe('true')
  await doing(() => answer(GIVEN))
  expect(label('Bonus')).toBe('30 sn. sonra')
})

test('a credited amount is shown in a toast, and the wallet closes', async () => {
  open()
  await tap('İndirim')
  expect(shown()).toEqual([['₺25,00 indirim bakiyenize eklendi', 6000, 'good']])
  expect(onGiven).toHaveBeenCalledTimes(1)
})

const seat = { status: true, id: '7', name: 'Nar 07', machine_status: 'waiting' } as const

test('the wallet alone counts for the limit', async () => {
  open()
  expect(row('İndirim').getByText('Bakiyeniz ₺100,00 altındayken kullanabilirsiniz.')).toBeTruthy()
  act(() => setSeat({ ...seat, credit: 1_000_000 }))
  expect(row('İndirim').getByRole('button').getAttribute('data-kind')).toBe('primary')
  await tap('İndirim')
  expect(wire.call.mock.calls.map(([, , path]) => path)).toContain('/player/discount')
})

test('with discountCountsCredit the credit on the machine counts too, as on the platform', async () => {
  await set({ discountCountsCredit: true })
  open()
  act(() => setSeat({ ...seat, credit: 4999 }))
  expect(row('İndirim').getByRole('button').getAttribute('data-kind')).toBe('primary')
  act(() => setSeat({ ...seat, credit: 5000 }))
  // It does not look like one that can be pressed, and says why.
  expect(row('İndirim').getByRole('button').getAttribute('aria-disabled')).toBe('true')
  expect(label('İndirim')).toBe('₺100,00 altında alınır')
  await tap('İndirim')
  expect(said('İndirim')).toBe(
    'İndirim için bakiyeniz, makinedeki kredinizle birlikte ₺100,00 tutarının altında olmalı.',
  )
  expect(wire.call).not.toHaveBeenCalled()
  // The bonus has no limit.
  expect(row('Bonus').getByRole('button').getAttribute('data-kind')).toBe('primary')
  act(() => setSeat({ status: false }))
  expect(said('İndirim')).toBe('')
})

test('with discountCountsCredit money on its way to a cabinet or back counts too', async () => {
  await set({ discountCountsCredit: true })
  const cabinet = { status: 'ready' as const, transfer: { direction: 'load' as const, amount: 10_000 } }
  act(() => {
    setBalance({ balance: 0 })
    setSeat({ status: true, id: '4', name: 'C4', machine_status: 'waiting', credit: 0, cabinet })
  })
  open()
  expect(row('İndirim').getByRole('button').getAttribute('aria-disabled')).toBe('true')
  act(() => setSeat({ status: false }))
  expect(row('İndirim').getByRole('button').getAttribute('aria-disabled')).not.toBe('true')
})

test('a balance above the limit shows the limit and sends nothing', async () => {
  await set({ minDiscount: 250 })
  act(() => setBalance({ balance: 25_000 }))
  open()
  await tap('İndirim')
  expect(said('İndirim')).toBe('İndirim için bakiyeniz ₺250,00 tutarının altında olmalı.')
  expect(wire.call).not.toHaveBeenCalled()
  // The reason no longer applies.
  act(() => setBalance({ balance: 24_999 }))
  expect(said('İndirim')).toBe('')
})

test('the limit is shown beforehand only where it is enforced', async () => {
  open()
  expect(row('İndirim').getByText(/₺100,00 altındayken/)).toBeTruthy()
  await set({ discountCheck: false })
  expect(row('İndirim').queryByText(/altındayken/)).toBeNull()
})

test('within the repeat window the button counts down, and a tap shows the configured window', async () => {
  await set({ repeatWindow: 300 })
  open()
  await tap('Bonus')
  expect(label('Bonus')).toBe('5 dk. sonra')
  await tap('Bonus')
  expect(said('Bonus')).toBe('Bonustan 5 dakika içinde yalnızca bir kez yararlanabilirsiniz.')
  await doing(() => vi.advanceTimersByTime(240_000))
  expect(label('Bonus')).toBe('1 dk. sonra')
  await doing(() => vi.advanceTimersByTime(60_000))
  expect([label('Bonus'), said('Bonus')]).toEqual(['Bonusu al', ''])
})

describe('a refusal', () => {
  test.each(Object.values(Code))("with code %i is shown in the player's language", async (code) => {
    answers['/player/bonus'] = failed('refused', { code, message: 'untranslated', params: {} })
    open()
    await tap('Bonus')
    expect(said('Bonus')).toBe(codeText(code))
    expect(said('Bonus')).not.toContain('untranslated')
    expect(shown()).toEqual([])
  })

  test("with an unknown code is shown with the server's text", async () => {
    answers['/player/discount'] = ok({ status: false, code: 123_456, ErrorMessage: 'Moon phase wrong' })
    open()
    await tap('İndirim')
    expect(said('İndirim')).toBe('Moon phase wrong')
  })

  test("for a balance above the server's limit shows the server's limit", async () => {
    answers['/player/discount'] = failed('refused', { code: Code.balanceTooHigh, params: { amount: 4000 } })
    open()
    await tap('İndirim')
    expect(said('İndirim')).toBe('İndirim için bakiyeniz ₺40,00 tutarının altında olmalı.')
  })

  test('with a longer window on the server does not show the local window', async () => {
    const params = { seconds: 90 }
    answers['/player/bonus'] = failed('refused', { code: Code.tooManyRequests, params })
    open()
    await tap('Bonus')
    expect(label('Bonus')).toBe('1 dk. 30 sn. sonra')
    await tap('Bonus')
    expect(said('Bonus')).toBe(codeText(Code.tooManyRequests))
    expect(wire.call.mock.calls.filter(([, , path]) => path === '/player/bonus')).toHaveLength(1)
  })
})

test('a lost answer is shown as unknown, and as safe to repeat', async () => {
  answers['/player/bonus'] = failed('network')
  open()
  await tap('Bonus')
  expect(said('Bonus')).toMatch(/yanıt gelmedi.*iki kez eklenmez/)
  expect(label('Bonus')).toBe('Bonusu al')
})

test('offline it shows an error and sends nothing', async () => {
  setLink('down', 0)
  open()
  await tap('Bonus')
  expect(said('Bonus')).toMatch(/Bağlantı yok/)
  expect(wire.call).not.toHaveBeenCalled()
})

describe('an answer after the wallet has closed', () => {
  const late = async (answer: Result<unknown>) => {
    let give: (answer: Result<unknown>) => void = () => {}
    answers['/player/bonus'] = new Promise((resolve) => {
      give = resolve
    })
    const { unmount } = open()
    await tap('Bonus')
    unmount()
    return () => doing(() => give(answer))
  }

  test('is shown in a toast, success or refusal', async () => {
    await (await late(GIVEN))()
    expect(shown()).toEqual([['₺25,00 bonus bakiyenize eklendi', 6000, 'good']])
    clearToasts()
    updateCooldowns()
    await doing(() => vi.advanceTimersByTime(30_000))
    await (await late(failed('refused', { code: Code.stopping })))()
    expect(shown()).toEqual([[codeText(Code.stopping), 6000, 'danger']])
  })
})

test.each([
  ['tr', '30 saniye', '5 dakika', '90 saniye'],
  ['en', '30 seconds', '5 minutes', '90 seconds'],
  ['ar', '30 ثانية', '5 دقائق', '90 ثانية'],
] as const)('in %s a window is shown with its real length', async (language, half, five, odd) => {
  await setLocale(language)
  expect([30, 300, 90].map(formatWindow)).toEqual([half, five, odd])
})
