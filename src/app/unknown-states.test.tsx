import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failed } from '../contract/result.ts'
import { setJoined, setSeat } from '../core/connection/state.ts'
import { leaveStored } from '../core/session/server.fake.ts'
import { setPending } from '../core/session/state.ts'
import { setLocale } from '../i18n/index.ts'
import { App } from './App.tsx'
import { LogoutPage } from './SignedInApp.tsx'

/* What there is to see while nobody knows who is here. */
const actions = vi.hoisted(() => ({ resume: vi.fn(), logout: vi.fn() }))
vi.mock('../core/session/actions.ts', () => actions)
const answerQuestion = vi.hoisted(() => vi.fn())
vi.mock('../core/session/enter-with-url-token.ts', () => ({ answerTokenQuestion: answerQuestion }))

// It loads slowly on a busy machine.
beforeAll(() => import('../features/held-machine/held-machine.chunk.ts'), 60_000)
beforeEach(() => {
  setPending()
})
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
  vi.clearAllMocks()
  await setLocale('tr')
})

function fail() {
  const result = failed('network')
  if (!result.ok) setPending({ failure: result.error })
}

test('an unreachable server shows an error with Retry', async () => {
  fail()
  render(<App />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Ağ hatası, lütfen bağlantınızı kontrol edin')
  expect(screen.getByText('Paranız sunucuda güvende.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Tekrar dene' }))
  await waitFor(() => expect(actions.resume).toHaveBeenCalledOnce())
  expect(screen.queryByRole('button', { name: 'Çıkış yap' })).toBeNull()
})

test('an unvalidated token offers Logout too', async () => {
  leaveStored(localStorage)
  fail()
  render(<App />)
  fireEvent.click(await screen.findByRole('button', { name: 'Çıkış yap' }))
  await waitFor(() => expect(actions.logout).toHaveBeenCalledOnce())
})

test("'Logging out..' is shown during the logout", async () => {
  setPending({ leaving: true })
  render(<App />)
  expect(screen.getByRole('status').textContent).toContain('Çıkış yapılıyor…')
  await setLocale('en')
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Logging out..'))
})

test.each([
  [{ now: 'deniz', next: '<b>ada</b>' }, /deniz.*<b>ada<\/b>|<b>ada<\/b>.*deniz/, 'Oturumumda kal'],
  [{ next: 'ada' }, /ada/, 'Bu hesap benim değil'],
])('the question of %o has the focus, names the accounts and can be declined', async (question, text, no) => {
  setPending({ question })
  render(<App />)
  const title = await screen.findByRole('heading')
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(screen.getByText(text)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: no }))
  expect(answerQuestion).toHaveBeenLastCalledWith('stay')
  fireEvent.click(screen.getByRole('button', { name: 'Bu bağlantıyla giriş yap' }))
  expect(answerQuestion).toHaveBeenLastCalledWith('replace')
})

test.each([
  [{ next: '' }, 'Açtığınız bağlantı sizi bir hesaba alır.'],
  [{ now: 'deniz', next: '' }, 'deniz.* oturum açık. Açtığınız bağlantı başka bir hesabın olabilir.'],
  [{ now: '', next: 'ada' }, 'bir oyuncu.* oturum açık. Açtığınız bağlantı .*ada.* için.'],
])('the question of %o claims nothing of a player whom the server does not name', async (question, lead) => {
  setPending({ question })
  render(<App />)
  expect(await screen.findByText(new RegExp(lead))).toBeTruthy()
})

test('the logout page logs out once, and says so', async () => {
  setJoined()
  render(<LogoutPage />)
  await screen.findByText('Çıkış yapılıyor…')
  expect(screen.getByRole('status').textContent).toContain('Çıkış yapılıyor…')
  await waitFor(() => expect(actions.logout).toHaveBeenCalledOnce())
  expect(actions.logout).toHaveBeenCalledWith()
})

test.each([
  ['a hand pay', { credit: 0, cabinet: { status: 'hand-pay' } }],
  ['credit that the server does not report', { machine_status: 'waiting' }],
] as const)('the logout page does not log out before it has asked about %s', async (_, more) => {
  setJoined()
  setSeat({ status: true, id: '7', name: 'Hall 3', ...more })
  render(<LogoutPage />)
  await vi.dynamicImportSettled()
  expect(actions.logout).not.toHaveBeenCalled()
  expect(screen.queryByText('Çıkış yapılıyor…')).toBeNull()
})

test("the logout page waits for the channel's first answer, which names the seat", async () => {
  render(<LogoutPage />)
  await screen.findByText('Çıkış yapılıyor…')
  expect(actions.logout).not.toHaveBeenCalled()
  await act(() => {
    setSeat({ status: true, id: '7', name: 'Hall 3', machine_status: 'waiting', credit: 5000 })
    setJoined()
  })
  await waitFor(() => expect(screen.queryByText('Çıkış yapılıyor…')).toBeNull())
  expect(actions.logout).not.toHaveBeenCalled()
})

test('without an answer of the channel it logs out after a while', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<LogoutPage />)
  await screen.findByText('Çıkış yapılıyor…')
  await act(async () => void (await vi.advanceTimersByTimeAsync(3_000)))
  expect(actions.logout).toHaveBeenCalledOnce()
})
