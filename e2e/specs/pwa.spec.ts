import { readdirSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { startChangingServer } from '../fixtures/editing-proxy.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { tokenIn } from '../fixtures/session.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LobbyPage } from '../pages/lobby-page.ts'

/* The app on a phone's home screen: its caches, the offline behaviour and the update. */

const bar = (kind: 'offline' | 'update') => `[data-bar=${kind}]`

/**
 * Lets the page's clock, which must be installed, pass until `check` holds: the parts of this file load some
 * seconds after the first screen.
 */
const later = (page: Page, check: () => Promise<unknown>) =>
  expect(async () => {
    await page.clock.fastForward(5000)
    await check()
  }).toPass({ timeout: 30_000 })

const shown = (page: Page, locator: Locator) =>
  later(page, () => expect(locator).toBeVisible({ timeout: 500 }))

/** Resolves once the service worker controls this page, with the app in its cache. */
const waitForWorker = (page: Page) =>
  later(page, async () => {
    const worker = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
    expect(worker).toMatch(/\/sw\.js$/)
  })

/** The name of the file with the pages of the account. */
function accountChunk(): string {
  const name = readdirSync('dist/assets').find((file) => /^account-.*\.js$/.test(file))
  if (!name) throw new Error('the build has no such file')
  return name
}

/** Opens the profile by the menu. */
async function openProfile(lobby: LobbyPage): Promise<void> {
  await lobby.openMenu()
  await lobby.page
    .getByRole('link', { name: text('tr', 'router.profile') })
    .first()
    .click()
}
const profileOf = (page: Page) => page.getByRole('heading', { name: text('tr', 'router.profile'), level: 1 })

const buildOf = (page: Page) => page.locator('html').getAttribute('data-build')

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the app shell opens offline with a notice; money and status are never cached', async ({
    page,
    context,
    guard,
    player,
    loginPage,
    lobbyPage,
  }) => {
    await page.clock.install()
    await page.goto('/')
    await waitForWorker(page)
    await loginPage.logIn(player)
    await expect(lobbyPage.brands).not.toHaveCount(0)
    await lobbyPage.openBrand('Kervan')
    const token = await tokenIn(page)
    const kept = await page.evaluate(async () => {
      const all: { url: string; text: string }[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const { url } of await cache.keys())
          all.push({ url: new URL(url).pathname, text: (await (await cache.match(url))?.text()) ?? '' })
      }
      return all
    })
    const allowed =
      /^\/(index\.html|Settings\.json|favicon\.svg|assets\/[^/]+\.(js|css)|(assets\/machines|fonts|icons)\/[^/]+)$/
    expect(kept.filter(({ url }) => !allowed.test(url))).toEqual([])
    expect(kept.map(({ url }) => url)).toContain('/index.html')
    expect(kept.filter(({ text }) => text.includes(token)).map(({ url }) => url)).toEqual([])

    // The player is signed in, loses the network and reloads the app.
    guard.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Settings\.json|WebSocket/)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText(text('tr', 'failure.network'))
    await expect(page.getByRole('main')).toContainText(text('tr', 'app.startLead'))
    await expect(lobbyPage.balance).toHaveCount(0)
    await context.setOffline(false)
    // The list loads without any input.
    await shown(page, lobbyPage.machines.first())

    await lobbyPage.logOut()
    await loginPage.isEmpty()
    await context.setOffline(true)
    await page.reload()
    await expect(loginPage.username).toBeVisible()
    // A new visit without a login opens immediately.
    await page.goto('/login')
    await expect(loginPage.username).toBeVisible()
    await shown(page, page.locator(bar('offline')))
    await expect(page.locator(bar('offline'))).toContainText(text('tr', 'pwa.offline.title'))
    await page.locator(bar('offline')).getByRole('button').click()
    await expect(page.locator(bar('offline'))).toBeVisible()
    // The texts of every language are kept with the app.
    const english = page.getByRole('heading', { name: text('en', 'login.title') })
    await page.getByRole('button', { name: 'English' }).click()
    await expect(english).toBeVisible()
    await expect(page.locator(bar('offline'))).toContainText(text('en', 'pwa.offline.title'))
    await page.goto('/login')
    await expect(english).toBeVisible()
    await shown(page, page.locator(bar('offline')))
    await expect(page.locator(bar('offline'))).toContainText(text('en', 'pwa.offline.title'))
    await context.setOffline(false)
    await expect(page.locator(bar('offline'))).toBeHidden()
  })

  test('a second visit opens before the server answers, follows its settings, and is offered a new version', async ({
    page,
    context,
    platform,
    account,
    guard,
  }) => {
    const server = await startChangingServer(platform.address)
    await context.clock.install()
    await openWithToken(page, `${server.address}/lobby`, account.token)
    await waitForWorker(page)
    const build = `${await buildOf(page)}`
    const visit = async (path = '/lobby') => {
      const next = await context.newPage()
      await openWithToken(next, server.address + path, account.token, { waitUntil: 'commit' })
      return next
    }
    await page.close()

    await test.step('the page opens without any answer and has sent its calls', async () => {
      const paths = server.hold()
      const second = await visit()
      await expect.poll(() => buildOf(second)).toBe(build)
      await expect
        .poll(() => [...paths].sort())
        .toEqual(
          expect.arrayContaining(['/Settings.json', '/api/machine/brands', '/api/validate', '/index.html']),
        )
      expect(paths).not.toContain('/lobby')
      server.release()
      await expect(new LobbyPage(second).brands).not.toHaveCount(0)
      await second.close()
    })

    await test.step('an address with a token waits for the server', async () => {
      const paths = server.hold()
      const opened = context.newPage().then(async (next) => {
        await next.goto(`${server.address}/lobby?token=abc`, { waitUntil: 'commit' })
        return next
      })
      await expect.poll(() => paths).toContain('/lobby?token=abc')
      server.release()
      await (await opened).close()
    })

    const setFullLobby = (text: string) => text.replace(/(showLobby(?:&quot;|"):\s*)true/, '$1false')
    await test.step('changed settings apply from the next visit, also in the page', async () => {
      server.change((path, text) => (/^\/(Settings|index|lobby)/.test(path) ? setFullLobby(text) : text))
      const third = await visit()
      await expect(third.locator('html')).toHaveAttribute('data-settings', /"showLobby":false/)
      await expect(new LobbyPage(third).machines).not.toHaveCount(0)
      await third.close()
    })

    await test.step('a new version: the old one stays complete until the player updates', async () => {
      const gone = accountChunk()
      server.change((path, text) => {
        if (path === `/assets/${gone}`) return undefined
        const next = path.startsWith('/assets/') ? text : text.replaceAll(build, 'bbbbbbbb')
        return setFullLobby(path === '/sw.js' ? next.replace(`/assets/${gone}`, '/favicon.svg') : next)
      })
      const fourth = await visit()
      expect(await buildOf(fourth)).toBe(build)
      const update = fourth.locator(bar('update'))
      await shown(fourth, update)
      await expect(update).toContainText(text('tr', 'pwa.update.title'))
      const lobby = new LobbyPage(fourth)
      await openProfile(lobby)
      await expect(profileOf(fourth)).toBeVisible()
      expect(await buildOf(fourth)).toBe(build)
      await fourth.goBack()
      await expect(lobby.machines).not.toHaveCount(0)
      await update.getByRole('button', { name: text('tr', 'pwa.update.take') }).click()
      await expect(fourth.locator('html')).toHaveAttribute('data-build', 'bbbbbbbb')
      await expect(lobby.machines).not.toHaveCount(0)
    })
    guard.allow(/ERR_/)
    server.close()
  })
})

test("a captive portal's page under the name of a chunk is fetched anew", async ({
  page,
  guard,
  player,
  loginPage,
  lobbyPage,
}) => {
  guard.allow(/Failed to load|MIME|dynamically imported/)
  const chunk = accountChunk()
  await page.goto('/login')
  await loginPage.logIn(player)
  await expect(lobbyPage.brands).not.toHaveCount(0)
  const portal = { contentType: 'text/html', body: '<!doctype html><title>Log in to the network</title>' }
  await page.route(`**/assets/${chunk}`, (route) => route.fulfill(portal), { times: 1 })
  await openProfile(lobbyPage)
  const profile = profileOf(page)
  const retry = page.getByRole('button', { name: text('tr', 'app.retry') })
  // Older browsers keep a failed module for the life of the page, which the button then loads anew.
  await expect(profile.or(retry)).toBeVisible()
  if (await retry.isVisible()) await retry.click()
  await expect(profile).toBeVisible()
})

test('a chunk removed by a new version shows an error, and its button recovers', async ({
  page,
  guard,
  player,
  loginPage,
  lobbyPage,
}) => {
  guard.allow(/Failed to load resource|dynamically imported/)
  const chunk = accountChunk()
  await page.goto('/login')
  await loginPage.logIn(player)
  await expect(lobbyPage.brands).not.toHaveCount(0)
  await page.route(`**/assets/${chunk}`, (route) => route.fulfill({ status: 404, body: '' }))
  await openProfile(lobbyPage)
  await expect(page.getByRole('alert')).toHaveText(text('tr', 'app.chunkFailed'))
  await page.unroute(`**/assets/${chunk}`)
  const retry = page.getByRole('button', { name: text('tr', 'app.retry') })
  // As large as any button: the splash's logo stands in the same place.
  await expect(retry).toHaveCSS('font-size', '16px')
  await retry.click()
  await expect(page).toHaveURL(/\/profile/)
  await expect(profileOf(page)).toBeVisible()
})
