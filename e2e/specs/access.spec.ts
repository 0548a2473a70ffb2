import type { Page } from '@playwright/test'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { expect, test } from '../fixtures/test.ts'
import { type Locale, text } from '../fixtures/texts.ts'

/* Access: each row of the route table, for a guest, a player and each role. */

const NOT_FOUND = '/pages/errors/error-404'
const CRASH = '/pages/errors/error-500'
const EXAMPLES = ['admin', 'staff', 'guest'].map((role) => `/auth/${role}-role-example`)

const heading = (page: Page, key: string, language: Locale = 'tr') =>
  page.getByRole('heading', { name: text(language, key), exact: true })

/** Opens an address and waits until the app has routed it. */
async function leadsTo(page: Page, path: string, to: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-boot', 'app')
  await expect(page, `${path} leads to ${to}`).toHaveURL(to)
}

test('a guest is redirected to the login, and an unknown address shows the 404 page @matrix', async ({
  page,
  guard,
  loginPage,
}) => {
  // For an unknown address the platform sends the app with status 404.
  guard.allow(/status of 404/)
  const users = ['/', '/lobby', '/lobby/1/Kervan', '/game/1/Kervan', '/game/1', '/game', '/profile']
  for (const path of [...users, '/profile/7', '/slot-sessions', '/transactions', '/logout', '/login']) {
    await leadsTo(page, path, '/login')
    await expect(loginPage.submit).toBeVisible()
  }
  // /callback is a blank page without effect.
  await leadsTo(page, '/callback', '/callback')
  await expect(page.locator('.waiting')).toBeVisible()
  expect((await page.locator('#root').innerText()).replaceAll(/\s/g, '')).toBe('REELCAST')
  const nowhere = ['/documentation', '/pages/auth/login-2', '/lobbyists', '/ui/icons', ...EXAMPLES]
  for (const path of [...nowhere, NOT_FOUND]) {
    await leadsTo(page, path, NOT_FOUND)
    await expect(heading(page, 'router.notFound')).toBeVisible()
  }
  await leadsTo(page, CRASH, CRASH)
  await expect(heading(page, 'router.crash')).toBeVisible()
})

test('a signed-in player opens every page, and the account pages are fetched on demand @matrix', async ({
  page,
  guard,
  player,
  account,
  lobbyPage,
  gamePage,
}) => {
  guard.allow(/status of 404/)
  const fetched = new Set<string>()
  page.on('request', (request) => fetched.add(/\/assets\/(\w+)-.*\.js$/.exec(request.url())?.[1] ?? ''))
  const free = await account.freeMachine()
  await openWithToken(page, '/', account.token)
  await expect(page).toHaveURL('/lobby')
  await expect(lobbyPage.brands).not.toHaveCount(0)
  expect([...fetched]).not.toContain('account')

  await leadsTo(page, '/lobby', '/lobby')
  await expect(heading(page, 'lobby.choose')).toBeVisible()
  await leadsTo(page, '/lobby/1/Kervan', '/lobby/1/Kervan')
  await expect(lobbyPage.machines).not.toHaveCount(0)
  await leadsTo(page, '/game', '/lobby')
  const pages = {
    '/profile': 'account.profile',
    [`/profile/${player.username}`]: 'account.profile',
    '/slot-sessions': 'account.sessions',
    '/transactions': 'account.transactions',
  }
  for (const [path, title] of Object.entries(pages)) {
    await leadsTo(page, path, path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveTitle(`${text('tr', title)} · Reelcast`)
    expect([...fetched]).toContain('account')
  }
  for (const path of ['/login', '/callback']) {
    await leadsTo(page, path, '/lobby')
    await expect(lobbyPage.brands).not.toHaveCount(0)
  }
  for (const path of ['/documentation', '/lobbyists', '/profile/7', ...EXAMPLES]) {
    await leadsTo(page, path, NOT_FOUND)
    await expect(heading(page, 'router.notFound')).toBeVisible()
  }
  await leadsTo(page, CRASH, CRASH)
  await expect(heading(page, 'router.crash')).toBeVisible()

  // A game has no frame around it; the lobby after it does.
  await leadsTo(page, `/game/${free.id}/x`, `/game/${free.id}/x`)
  await expect(page.getByRole('heading', { name: free.name })).toBeVisible()
  await expect(lobbyPage.menuButton).toHaveCount(0)
  await expect(page.getByRole('link', { name: text('tr', 'router.home') })).toHaveCount(0)
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  await gamePage.leave()
  await expect(page).toHaveURL('/lobby')
})
