import type { Page } from '@playwright/test'
import { collectViolations, NO_SCRIPTS } from '../fixtures/csp-violations.ts'
import { playOnce, walkToGame } from '../fixtures/open-game.ts'
import { stored, tokenIn } from '../fixtures/session.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import type { GamePage } from '../pages/game-page.ts'
import type { LobbyPage } from '../pages/lobby-page.ts'
import { LockScreen } from '../pages/lock-screen.ts'
import { Navbar } from '../pages/navbar.ts'

/* What the browser permits, and what the app sends and stores. */

const t = (key: string) => text('tr', key)

/**
 * Walks from the game, with credit left behind, through the lobby and every page and dialog of menu and foot.
 */
async function lookAround(page: Page, gamePage: GamePage, lobbyPage: LobbyPage): Promise<void> {
  await gamePage.load('100')
  await playOnce(gamePage)
  await gamePage.leaveCredit()
  for (const name of ['profile', 'sessions', 'transactions']) {
    await lobbyPage.openMenu()
    await page.getByRole('link', { name: t(`router.${name}`), exact: true }).click()
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  }
  await page.getByRole('link', { name: t('info.gameRules') }).click()
  // The closing menu is a dialog too, so it is excluded by its content.
  const rules = page.getByRole('dialog').filter({ has: page.locator('iframe[data-loaded]') })
  await expect(rules).toBeVisible()
  await rules.getByRole('button', { name: t('ui.close') }).click()
}

test('a walk through the app violates no rule of the strict Content-Security-Policy @matrix-only', async ({
  page,
  context,
  player,
  guard,
  loginPage,
  lobbyPage,
  gamePage,
}) => {
  guard.allow(NO_SCRIPTS)
  // The browser's message about the policy that this test tries to create.
  guard.allow(/TrustedTypePolicy named 'injected'/)
  const violations = await collectViolations(context)
  await withSettings(context, { idlePinLock: true })
  await page.clock.install()
  const answer = await page.goto('/login')
  const policy = new Map(
    (answer?.headers()['content-security-policy'] ?? '')
      .split(';')
      .map((rule) => rule.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  )
  for (const name of ['script-src', 'style-src', 'default-src']) {
    const values = policy.get(name) ?? ['nothing is said of it']
    expect(values).toContain("'self'")
    expect(values.filter((value) => !/^'(self|sha256-[\w+/=]+)'$/.test(value))).toEqual([])
  }
  expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
  expect(policy.get('trusted-types')).toEqual(['reelcast-worker'])
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])

  await walkToGame({ loginPage, lobbyPage, gamePage }, player)
  await lookAround(page, gamePage, lobbyPage)
  const lock = new LockScreen(page)
  await page.clock.fastForward(45_000)
  await expect(lock.warning).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(lock.screen).toBeVisible()
  await lock.tap(player.pin)
  await expect(lock.screen).toBeHidden()
  await lobbyPage.logOutWithCredit()
  await expect(loginPage.notice).toContainText('₺')
  expect(violations).toEqual([])

  // Proof that the collector works: the browser refuses each of these.
  guard.allow(/Content Security Policy|TrustedHTML|TrustedScript|Trusted Type/)
  const tries = await page.evaluate(() => {
    const refused = (attempt: () => void) => {
      try {
        attempt()
        return false
      } catch {
        return true
      }
    }
    const element = document.createElement('p')
    element.setAttribute('style', 'color: red')
    document.body.append(element)
    const script = document.createElement('script')
    return {
      markup: refused(() => {
        element.innerHTML = '<b>bold</b>'
      }),
      script: refused(() => {
        script.text = 'document.title = "mine"'
      }),
      policy: refused(() => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string): unknown }
        }
        trustedTypes.createPolicy('injected')
      }),
      style: getComputedStyle(element).color !== 'rgb(255, 0, 0)',
    }
  })
  expect(tries).toEqual({ markup: true, script: true, policy: true, style: true })
  const directives = () => new Set(violations.map((line) => line.split(' ')[0]))
  await expect
    .poll(directives)
    .toEqual(new Set(['style-src-attr', 'require-trusted-types-for', 'trusted-types']))
})

test('no page can be framed by another origin', async ({ page, platform, guard }) => {
  for (const path of ['/', '/login', '/lobby', '/game/1/Kervan', '/profile', '/no/such/page']) {
    const { headers } = await fetch(`${platform.address}${path}`, { headers: { accept: 'text/html' } })
    const said = [headers.get('content-security-policy'), headers.get('x-frame-options')]
    expect({ path, said }).toEqual({
      path,
      said: [expect.stringContaining("frame-ancestors 'none'"), 'DENY'],
    })
  }
  guard.allow(/frame-ancestors|X-Frame-Options|Refused to|Framing/)
  const elsewhere = new URL(platform.address)
  elsewhere.hostname = 'localhost'
  await page.route(`${elsewhere.origin}/trap.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${platform.address}/login"></iframe>`,
    }),
  )
  await page.goto(`${elsewhere.origin}/trap.html`)
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')
})

test("the token is in no address, Referer or log, and the logout wipes the player's data @matrix", async ({
  page,
  context,
  platform,
  player,
  guard,
  loginPage,
  lobbyPage,
  gamePage,
}) => {
  guard.allow(NO_SCRIPTS)
  const addresses: string[] = []
  const referers: string[] = []
  const logs: string[] = []
  const sockets: string[] = []
  const bearers: string[] = []
  const asked: Promise<void>[] = []
  context.on('request', (request) => {
    addresses.push(request.url())
    const read = request.allHeaders().then(({ referer = '', authorization = '' }) => {
      referers.push(referer)
      if (authorization) bearers.push(authorization)
    })
    // An aborted request has no headers.
    asked.push(read.catch(() => {}))
  })
  page.on('websocket', (socket) => sockets.push(socket.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  page.on('console', (message) => logs.push(message.text()))

  await walkToGame({ loginPage, lobbyPage, gamePage }, player)
  const first = await tokenIn(page)
  await lookAround(page, gamePage, lobbyPage)
  await page.reload()
  const tokens = [first, await tokenIn(page)]
  await lobbyPage.openMenu()
  const fullName = await new Navbar(page).fullName.innerText()
  expect(fullName).not.toBe('')
  await lobbyPage.logOutWithCredit()
  await expect(loginPage.notice).toContainText('₺')
  await Promise.all(asked)

  // The checks below can only fail if the tokens are real and were sent.
  for (const token of tokens) expect(token).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(bearers).toContain(`Bearer ${first}`)
  expect(addresses.some((address) => address.includes('/whep/'))).toBe(true)
  expect(sockets.length).toBeGreaterThanOrEqual(3)
  const parts = tokens.flatMap((token) => token.split('.').slice(1))
  const tells = (line: string) => /eyJ[\w-]{8}/.test(line) || parts.some((part) => line.includes(part))
  for (const [where, lines] of Object.entries({ addresses, referers, sockets, logs })) {
    expect({ where, found: lines.filter(tells) }).toEqual({ where, found: [] })
  }
  expect(tells(platform.output())).toBe(false)

  const kept = { ...(await stored(page, 'local')), ...(await stored(page, 'session')) }
  const device = /^reelcast\.(language|remember|volume|balance-hidden|browser|gated|settings)$/
  expect(Object.keys(kept).filter((key) => !device.test(key))).toEqual([])
  expect(await context.cookies()).toEqual([])
  const elsewhere = await page.evaluate(async () => [
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await caches.keys()),
    ...(history.state ? [JSON.stringify(history.state)] : []),
  ])
  expect(elsewhere).toEqual([])
  // Going back shows the login to the next user.
  for (let step = 0; step < 3; step++) {
    await page.goBack()
    await loginPage.isEmpty()
    const content = await page.content()
    expect([player.username, fullName].filter((word) => content.includes(word))).toEqual([])
  }
})
