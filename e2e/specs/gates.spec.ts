import type { Page } from '@playwright/test'
import { ABROAD } from '../fixtures/restricted-login-platform.ts'
import { from, playerOf } from '../fixtures/session.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, strictTest, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* The gates before the app: the browser, live video, the country. */

const EDGE =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36 Edg/144.0.0.0'

const heading = (page: Page, gate: string) => page.getByRole('heading', { name: text('tr', `gates.${gate}`) })

const goOn = (page: Page) => page.getByRole('button', { name: text('tr', 'gates.goOn') })
const retry = (page: Page) => page.getByRole('button', { name: text('tr', 'app.retry') })

/** Records the names of the calls that this page sends to the platform. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|check)/.test(pathname)) calls.push(pathname)
  })
  return calls
}

test.describe('another browser', () => {
  test.use({ userAgent: EDGE })

  test('sees the recommended browsers, continues, and is not stopped again @matrix', async ({
    page,
    player,
    loginPage,
    lobbyPage,
  }) => {
    await page.goto('/lobby')
    await expect(heading(page, 'browser')).toBeVisible()
    await expect(heading(page, 'browser')).toBeFocused()
    await expect(page.getByText(text('tr', 'gates.browserLead'))).toBeVisible()
    await expect(loginPage.submit).toBeHidden()
    await goOn(page).click()
    await loginPage.logIn(player)
    await expect(lobbyPage.brands).not.toHaveCount(0)
    await page.reload()
    await expect(lobbyPage.brands).not.toHaveCount(0)
    await expect(heading(page, 'browser')).toHaveCount(0)
  })
})

test('a browser without WebRTC is stopped with the reason, and reaches the support @matrix', async ({
  page,
  context,
  loginPage,
}) => {
  await withSettings(context, { supportWhatsapp: 'https://wa.me/902125550000' })
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'RTCPeerConnection')
  })
  const calls = callsOf(page)
  for (const path of ['/login', '/lobby', '/game/1/Kervan']) {
    await page.goto(path)
    await expect(heading(page, 'webrtc')).toBeVisible()
    await expect(page.getByText(text('tr', 'gates.webrtcLead'))).toBeVisible()
    await expect(loginPage.submit).toBeHidden()
    // Beside the languages, only what leads out of here.
    await expect(page.locator('button:not([lang]):visible')).toHaveText([text('tr', 'gates.copyAddress')])
    await expect(page.locator('a:visible')).toHaveAttribute('href', 'https://wa.me/902125550000')
  }
  expect(calls).toEqual([])
})

test('no other call is sent while the country check runs, then the player can log in @matrix', async ({
  page,
  context,
  player,
  loginPage,
  lobbyPage,
}) => {
  await withSettings(context, { countryCheck: true })
  const waiting: (() => void)[] = []
  const answer = () => {
    for (const done of waiting.splice(0)) done()
  }
  await context.route('**/check', async (route) => {
    await new Promise<void>((done) => waiting.push(done))
    // A page that has been left sends no more requests.
    await route.continue().catch(() => {})
  })
  const calls = callsOf(page)
  await page.goto('/lobby')
  await expect(heading(page, 'checking')).toBeVisible()
  await expect(loginPage.submit).toBeHidden()
  answer()
  await loginPage.logIn(player)
  // Another visit: a stored token has to wait for the check as well.
  await expect(lobbyPage.brands).not.toHaveCount(0)
  // Requests of the earlier page must not count.
  await page.goto('about:blank')
  calls.length = 0
  await page.goto('/lobby')
  await expect(heading(page, 'checking')).toBeVisible()
  await expect.poll(() => waiting.length).toBe(1)
  expect(calls).toEqual(['/check'])
  answer()
  await expect(lobbyPage.brands).not.toHaveCount(0)
})

strictTest(
  'a blocked country is shown with the address, and a retry from a permitted one continues @matrix',
  async ({ page, context, strict, guard, loginPage, lobbyPage }) => {
    guard.allow(/status of 403/)
    const player = playerOf(strict, 'deniz')
    await withSettings(context, { countryCheck: true })
    await from(context, ABROAD)
    const calls = callsOf(page)
    await page.goto('/lobby')
    await expect(heading(page, 'blocked')).toBeVisible()
    await expect(
      page.getByText(text('tr', 'gates.blockedLead', { country: 'Almanya', ip: ABROAD })),
    ).toBeVisible()
    await expect(loginPage.submit).toBeHidden()
    await retry(page).click()
    await expect(heading(page, 'blocked')).toBeVisible()
    expect(calls).toEqual(['/check', '/check'])
    await from(context)
    await retry(page).click()
    await loginPage.logIn(player)
    await expect(lobbyPage.brands).not.toHaveCount(0)
  },
)
