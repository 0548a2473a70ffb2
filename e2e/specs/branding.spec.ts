import type { BrowserContext, Page } from '@playwright/test'
import { signIn, standUp } from '../fixtures/api-client.ts'
import { watchShifts } from '../fixtures/layout-shifts.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { PHONE } from '../fixtures/screen-sizes.ts'
import { playerOf } from '../fixtures/session.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { applyOperatorSettings, OperatorBranding } from '../pages/operator-branding.ts'

/* The operator's settings for looks and contact, each turned on and off. */

const LINKS = [
  { kind: 'telegram', url: 'https://t.me/reelcast' },
  { kind: 'phone', title: { tr: 'Bizi arayın', en: 'Call us', ar: 'اتصلوا بنا' }, url: 'tel:+902120000000' },
]
const BANNERS = [
  {
    place: 'login',
    image: '/our/login.svg',
    title: { tr: 'Hafta sonu', en: 'Weekend' },
    url: '/terms-of-use.html',
  },
  { place: 'lobby', image: '/our/lobby.svg', title: 'Turnuva' },
]
const EVERYTHING = {
  logo: '/our/logo.svg',
  splashLogo: '/our/splash.svg',
  banners: BANNERS,
  accentColor: '#2fd0c8',
  backgroundColor: '#0b1a2e',
  loginContact: true,
  contactLinks: LINKS,
  supportMessaging: 'https://m.example/line',
  supportWhatsapp: 'https://wa.me/900000000000',
}
const color = (page: Page, name: string) =>
  page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name)

/** Records the browser's requests to other origins from now on. */
function outside(context: BrowserContext, own: string): string[] {
  const asked: string[] = []
  context.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(own)) asked.push(request.url())
  })
  return asked
}

// A page may still have requests in flight at the end of its test.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

test('with everything on, the login shows it beside the form without layout shift @desktop', async ({
  page,
  context,
  loginPage,
}) => {
  await applyOperatorSettings(context, EVERYTHING)
  const look = new OperatorBranding(page)
  const shifts = await watchShifts(page, { isStrict: true })
  await page.goto('/login')
  await expect(look.links).toHaveText([
    text('tr', 'contact.messaging'),
    text('tr', 'contact.whatsapp'),
    'Telegram',
    'Bizi arayın',
  ])
  await expect(look.links.nth(2)).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(look.banners).toHaveAttribute('alt', 'Hafta sonu')
  await expect(page.locator('html')).toHaveAttribute('data-splash')
  await expect.poll(() => color(page, '--colorBrandBackground')).toBe('#2fd0c8')
  await expect.poll(() => color(page, '--colorNeutralBackground1')).toBe('#0b1a2e')
  // Player Protection is linked whatever the settings.
  await expect(page.getByRole('link', { name: text('tr', 'login.playerProtection') })).toBeVisible()
  await expect(loginPage.submit).toBeInViewport()
  expect(await shifts()).toEqual([])

  // The next visit starts with these colours, before any script has loaded.
  await page.route('**/*.js', () => {})
  await page.goto('/login', { waitUntil: 'commit' })
  await expect.poll(() => color(page, '--colorBrandBackground')).toBe('#2fd0c8')
})

test('on a phone one touch scrolls to the contact links', async ({ page, context }) => {
  await applyOperatorSettings(context, { loginContact: true, contactLinks: LINKS })
  const look = new OperatorBranding(page)
  await page.goto('/login')
  await expect(look.links.first()).not.toBeInViewport()
  await look.toContact.click()
  await expect(look.links.first()).toBeInViewport()
})

test('the lobby shows logo, banner, support links and its own style; a logo that fails leaves the default @matrix', async ({
  page,
  context,
  account,
  guard,
  lobbyPage,
}) => {
  await applyOperatorSettings(context, { ...EVERYTHING, lobbyClass: 'gold' })
  const sheet = { contentType: 'text/css', body: '.gold { outline: 7px solid gold }' }
  await context.route('**/operator.css', (route) => route.fulfill(sheet))
  const look = new OperatorBranding(page)
  await openWithToken(page, '/lobby', account.token)
  await expect(look.logo.first()).toBeVisible()
  await expect(look.banners).toHaveAttribute('alt', 'Turnuva')
  await expect(page.getByRole('main')).toHaveCSS('outline-width', '7px')
  await lobbyPage.openMenu()
  const line = page.getByRole('link', { name: text('tr', 'contact.whatsapp') })
  await expect(line).toHaveAttribute('href', 'https://wa.me/900000000000')
  await expect(line).toHaveAttribute('rel', 'noopener noreferrer')

  guard.allow(/status of 404/)
  await applyOperatorSettings(context, { logo: '/our/none.svg' })
  const told = page.waitForEvent('console', (message) => message.text().includes('/our/none.svg'))
  await page.reload()
  expect((await told).text()).toBe('Settings.json: the picture of logo does not come: /our/none.svg')
  await expect(page.locator('.mark:visible').first()).toBeVisible()
})

const CHAT = 'https://chat.example'
const WHO = { id: 'player-1f2e3d', hash: 'abc123' }

/** A provider's page: it reports that it has loaded, and shows the messages that it receives. */
const PROVIDER = `<!doctype html><html lang="tr"><title>Chat</title><main><h1>Provider</h1><p id="told"></p></main><script>
  addEventListener('message', ({ data }) => (told.textContent += data))
  parent.postMessage('chatwoot-widget:{"event":"loaded","config":{}}', '*')
</script></html>`

test('live chat is loaded on a tap, and removed at the logout', async ({
  page,
  context,
  platform,
  loginPage,
  lobbyPage,
}) => {
  await applyOperatorSettings(context, { liveChat: 'chatwoot', liveChatId: 'tok', liveChatUrl: CHAT })
  await context.route(`${CHAT}/**`, (route) => route.fulfill({ contentType: 'text/html', body: PROVIDER }))
  await context.route('**/api/player/chat-identity', (route) => route.fulfill({ json: WHO }))
  const asked = outside(context, platform.address)
  const zeynep = playerOf(platform, 'zeynep')
  await standUp(platform, zeynep)
  const account = await signIn(platform, zeynep)
  const look = new OperatorBranding(page)
  await openWithToken(page, '/lobby', account.token)
  await lobbyPage.openMenu()
  await expect(look.liveChat).toBeVisible()
  expect(asked).toEqual([])

  await look.liveChat.click()
  await expect(look.provider.getByRole('heading', { name: 'Provider' })).toBeVisible()
  expect(asked).toHaveLength(1)
  const src = new URL((await look.frame.getAttribute('src')) ?? '')
  expect(src.origin).toBe(CHAT)
  // The address contains the identity only: no name, number or token of the player.
  expect(asked.join()).not.toMatch(new RegExp(`${account.token}|zeynep`))
  await expect(look.provider.locator('#told')).toContainText(WHO.hash)
  // The provider's page cannot reach into this one.
  const reaches = await look.provider.locator('body').evaluate(() => {
    try {
      return Boolean(parent.document)
    } catch {
      return false
    }
  })
  expect(reaches).toBe(false)

  await look.window.getByRole('button', { name: text('tr', 'live-chat.hide') }).click()
  await expect(look.window).toBeHidden()
  await expect(lobbyPage.logout).toBeHidden()
  await lobbyPage.openMenu()
  await look.liveChat.click()
  await expect(look.window).toBeVisible()
  const hide = look.window.getByRole('button', { name: text('tr', 'live-chat.hide') })
  // A phone with a notch, on its side.
  const size = page.viewportSize() ?? PHONE
  await page.setViewportSize({ width: 844, height: 390 })
  const device = await context.newCDPSession(page)
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { right: 59 } })
  await expect
    .poll(() => hide.evaluate((button) => innerWidth - button.getBoundingClientRect().right))
    .toBeGreaterThanOrEqual(59)
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  await page.setViewportSize(size)
  await hide.click()
  // The menu closed when the window opened.
  await expect(lobbyPage.logout).toBeHidden()
  await lobbyPage.logOut()
  await expect(loginPage.submit).toBeVisible()
  await expect(look.frame).toHaveCount(0)
})
