import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLink } from '../../core/connection/state.ts'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { setLocale } from '../../i18n/index.ts'
import { toasts } from '../../ui/toast.ts'
import { fetchBalance } from '../wallet/actions.ts'
import { walletParts } from '../wallet/late.tsx'
import { clearBalance, setBalance } from '../wallet/state.ts'
import { Balance } from './Balance.tsx'

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const be = (balance: number) => act(() => setBalance({ balance }))
const shown = () => screen.getByLabelText('Bakiye', { exact: true }).textContent
/** The texts that a screen reader announces, in order. */
function listen(): string[] {
  const heard: string[] = []
  const region = screen.getByRole('status')
  new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  return heard
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  await setSettings({})
  setLink('up', 0)
})
afterEach(async () => {
  const show = screen.queryByRole('button', { name: 'Bakiyeyi gizle', pressed: true })
  if (show) fireEvent.click(show)
  cleanup()
  clearBalance()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await setLocale('tr')
})

describe('before the counter has loaded', () => {
  test('the balance loads, then is shown, and the wallet icon toggles it', () => {
    render(<Balance />)
    expect(shown()).toBe('Yükleniyor…')
    be(123_456)
    expect(shown()).toBe('₺1.234,56')
    fireEvent.click(screen.getByRole('button', { name: 'Bakiyeyi gizle' }))
    expect(shown()).toBe('• • • •')
    fireEvent.click(screen.getByRole('button', { name: 'Bakiyeyi gizle', pressed: true }))
    expect(shown()).toBe('₺1.234,56')
  })

  test('a refused balance shows its reason, and is fetched again on a tap', async () => {
    vi.useRealTimers()
    let answer = () => new Response('{"code": 99, "ErrorMessage": "The till is closed"}', { status: 500 })
    vi.stubGlobal('fetch', async () => answer())
    render(<Balance />)
    await act(() => fetchBalance())
    const retry = screen.getByRole('button', { name: 'Bakiye alınamadı. Tekrar dene' })
    expect(retry.title).toBe('The till is closed')
    expect(screen.queryByText('Yükleniyor…')).toBeNull()
    fireEvent.click(retry)
    // The pressed button goes while the balance is fetched.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bakiyeyi gizle' }))
    await waitFor(() => expect(toasts.value).toMatchObject([{ message: 'The till is closed' }]))
    answer = () => new Response('{"balance": 500}')
    fireEvent.click(screen.getByRole('button', { name: 'Bakiye alınamadı. Tekrar dene' }))
    await waitFor(() => expect(shown()).toBe('₺5,00'))
  })
})

describe('with the counter', () => {
  beforeAll(walletParts.preload)
  beforeEach(() => {
    setBalance({ balance: 100_000 })
    render(<Balance />)
    pass(0)
  })

  test.each([
    ['up', 200_000],
    ['down', 50_000],
  ])('counts %s to a new value', (_, next) => {
    expect(shown()).toContain('₺1.000,00')
    be(next)
    pass(150)
    const between = Number(shown()?.replace(/\D/g, ''))
    expect(between).toBeGreaterThan(Math.min(next, 100_000))
    expect(between).toBeLessThan(Math.max(next, 100_000))
    pass(700)
    expect(Number(shown()?.replace(/\D/g, ''))).toBe(next)
  })

  test('a new balance is announced once, at its final value, also after several changes in a row', async () => {
    const heard = listen()
    be(150_000)
    pass(400)
    be(120_000)
    pass(900)
    await Promise.resolve()
    expect(heard).toEqual([])
    pass(100)
    await vi.waitFor(() => expect(heard).toEqual(['₺1.200,00']))
    pass(5000)
    expect(heard).toHaveLength(1)
  })

  test('a hidden balance is never announced and is not in the accessible name', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Bakiyeyi gizle' }))
    pass(0)
    const heard = listen()
    be(999_900)
    pass(5000)
    await Promise.resolve()
    expect(heard.filter((text) => /\d/.test(text))).toEqual([])
    expect(shown()).toContain('• • • •')
    expect(document.body.textContent).not.toContain('9.999')
  })

  test('the initial balance is not announced', async () => {
    const heard = listen()
    pass(5000)
    await Promise.resolve()
    expect(heard).toEqual([])
    expect(screen.getByRole('status').textContent).toBe('₺1.000,00')
  })

  test('the button opens the wallet, also if no claim is offered', async () => {
    const opener = () => screen.getByRole('button', { name: 'Bakiye ₺1.000,00' })
    expect(opener().getAttribute('aria-haspopup')).toBe('dialog')
    expect(opener().getAttribute('aria-description')).toBe('İndirim ve bonus')
    await act(() => setSettings({ autoDiscount: false, autoBonus: false }))
    expect(opener().getAttribute('aria-description')).toBeNull()
    expect(shown()).toBe('₺1.000,00')
  })
})

// This must be the last test, because it loads the modules again.
test('the hidden state is stored for the next visit', async () => {
  for (const kept of ['1', null]) {
    if (kept) localStorage.setItem('reelcast.balance-hidden', kept)
    else localStorage.clear()
    vi.resetModules()
    const { balanceHidden } = await import('../wallet/state.ts')
    expect(balanceHidden.value).toBe(kept === '1')
  }
  render(<Balance />)
  fireEvent.click(screen.getByRole('button', { name: 'Bakiyeyi gizle' }))
  expect(localStorage.getItem('reelcast.balance-hidden')).toBe('1')
})
