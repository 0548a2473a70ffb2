import { act, cleanup, render, screen } from '@testing-library/preact'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startGuard } from '../core/router/guard.ts'
import { type Role, setSignedIn, setSignedOut } from '../core/session/state.ts'
import { user } from '../core/session/user.fake.ts'
import { setExtrasEnabled } from '../core/settings/extras.ts'
import { setLocale } from '../i18n/index.ts'
import { SignedInApp } from './SignedInApp.tsx'

/* Which page is drawn where. The pages themselves are tested where they live. */
vi.mock('./start-player-session.ts', async (original) => ({
  ...(await original<typeof import('./start-player-session.ts')>()),
  startPlayerSession,
}))
const startPlayerSession = vi.hoisted(() => vi.fn((_playerId: string) => () => {}))
vi.mock('../core/session/actions.ts', () => ({ logout: vi.fn(), initializeApp: async () => {} }))
vi.mock('./LobbyFrame.tsx', () => ({
  LobbyFrame: ({ children, id, name }: { children?: ReactNode; id?: string; name?: string }) => (
    <div data-testid="frame">
      <a href="/elsewhere">home</a>
      {children ?? <main>lobby {JSON.stringify({ id, name })}</main>}
    </div>
  ),
}))
const connectAhead = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('../features/game/GamePage.tsx', () => ({
  GamePage: ({ gameId, name }: { gameId: string; name: string }) => (
    <main>
      game {gameId} {name}
    </main>
  ),
}))
vi.mock('../features/game/play/preconnect.ts', () => ({ connectAhead }))
vi.mock('../features/account/ProfilePage.tsx', () => ({
  ProfilePage: () => <main>profile</main>,
}))
vi.mock('../features/account/VisitsPage.tsx', () => ({ VisitsPage: () => <main>sessions</main> }))
vi.mock('../features/account/TransactionsPage.tsx', () => ({
  TransactionsPage: () => <main>transactions</main>,
}))

const enterAs = (...roles: Role[]) => setSignedIn('t1', { ...user, username: 'deniz', roles })
async function go(to: string) {
  await act(() => {
    history.pushState(null, '', to)
    window.dispatchEvent(new Event('pushState'))
  })
}
const seen = (text: string | RegExp) => screen.findByText(text)

beforeAll(async () => {
  await setLocale('tr')
  startGuard()
})
beforeEach(() => {
  history.replaceState(null, '', '/lobby')
  enterAs('user')
  render(<SignedInApp />)
})
afterEach(() => {
  cleanup()
  setExtrasEnabled(false)
})
afterAll(() => setLocale('tr'))

test.each([
  ['/lobby', 'lobby {}', true],
  ['/lobby/3/Nar%20Sar%C4%B1', 'lobby {"id":"3","name":"Nar Sarı"}', true],
  ['/', 'lobby {}', true],
  ['/game', 'lobby {}', true],
  ['/game/7/Kervan%2007', 'game 7 Kervan 07', false],
  ['/game/7', /^game 7/, false],
  ['/game/A%207/100%', 'game A 7 100%', false],
  ['/profile', 'profile', true],
  ['/profile/7', 'profile', true],
  ['/profile/deniz', 'profile', true],
  ['/profile/12', 'Sayfa bulunamadı', false],
  ['/slot-sessions', 'sessions', true],
  ['/transactions', 'transactions', true],
  ['/logout', 'Çıkış yapılıyor…', false],
  ['/pages/errors/error-404', 'Sayfa bulunamadı', false],
  ['/pages/errors/error-500', 'Bir sorun oluştu', false],
  ['/nowhere', 'Sayfa bulunamadı', false],
  ['/auth/guest-role-example', 'Sayfa bulunamadı', false],
])('%s shows its page, with or without the frame', async (path, text, framed) => {
  await go(path)
  await seen(text)
  expect(screen.queryByTestId('frame') !== null).toBe(framed)
})

test('a game that is opened by its address connects before its page is drawn', async () => {
  await go('/game/7/Kervan%2007')
  await seen(/^game 7/)
  expect(connectAhead).toHaveBeenCalledExactlyOnceWith('7')
})

test('the frame is not remounted by a navigation', async () => {
  await go('/lobby')
  const frame = await screen.findByTestId('frame')
  await go('/transactions')
  await seen('transactions')
  expect(screen.getByTestId('frame')).toBe(frame)
  await go('/lobby/3/Nar')
  await seen(/"id":"3"/)
  expect(screen.getByTestId('frame')).toBe(frame)
})

test('each machine has a page of its own, whatever the name in the address', async () => {
  await go('/game/7/Kervan')
  const page = await seen('game 7 Kervan')
  await go('/game/7/Nar')
  expect(await seen('game 7 Nar')).toBe(page)
  await go('/game/8/Nar')
  expect(await seen('game 8 Nar')).not.toBe(page)
})

test('nothing of a page is drawn before its redirect', async () => {
  setExtrasEnabled(true)
  enterAs('admin')
  await go('/auth/admin-role-example')
  await seen('Yönetici sayfası')
  await go('/lobby')
  enterAs('user')
  const drawn: (string | null)[] = []
  const observer = new MutationObserver(() => drawn.push(document.body.textContent))
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  for (const path of ['/auth/admin-role-example', '/game', '/login', '/transactions']) await go(path)
  await seen('transactions')
  observer.disconnect()
  expect(drawn.join()).toContain('transactions')
  expect(drawn.join()).not.toMatch(/Yönetici|Sayfa bulunamadı/)
})

test("a lobby's files that do not come hold up the session for 3 s", async () => {
  vi.resetModules()
  vi.doMock('./LobbyFrame.tsx', () => new Promise(() => {}))
  const { preloadFirstPage } = await import('./SignedInApp.tsx')
  vi.useFakeTimers()
  const loaded = vi.fn()
  void preloadFirstPage().then(loaded)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(loaded).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(loaded).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

describe('the role examples', () => {
  test.each([
    ['admin', 'admin', 'Yönetici sayfası'],
    ['staff', 'staff', 'Personel sayfası'],
  ] as const)('%s: seen by %s with the extras on', async (page, role, title) => {
    setExtrasEnabled(true)
    enterAs(role)
    await go(`/auth/${page}-role-example`)
    await seen(title)
  })

  test('a guest sees the guests\u2019', async () => {
    setExtrasEnabled(true)
    act(() => setSignedOut({ kind: 'logout' }))
    await go('/auth/guest-role-example')
    await seen('Misafir sayfası')
  })
})

test("a guest's document title on an unknown path is the 404 page's", async () => {
  act(() => setSignedOut({ kind: 'logout' }))
  await go('/nowhere')
  await seen('Sayfa bulunamadı')
  await vi.waitFor(() => expect(document.title).toBe('Sayfa bulunamadı · Reelcast'))
})

test.each([
  ['7', '7'],
  ['', 'deniz'],
])('the notification server is told the id "%s" as "%s": a login may name none', async (id, sent) => {
  await act(() => setSignedIn('t2', { ...user, id, username: 'deniz' }))
  expect(startPlayerSession).toHaveBeenLastCalledWith(sent)
})
