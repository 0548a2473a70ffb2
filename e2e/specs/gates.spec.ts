import type { Page } from '@playwright/test'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* The gates before the app: the browser, live video. */

const EDGE =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36 Edg/144.0.0.0'

const heading = (page: Page, gate: string) => page.getByRole('heading', { name: text('tr', `gates.${gate}`) })

const goOn = (page: Page) => page.getByRole('button', { name: text('tr', 'gates.goOn') })

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
