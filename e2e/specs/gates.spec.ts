import type { Page } from '@playwright/test'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* The gate before the app: live video. */

/** Records the names of the calls that this page sends to the platform. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|check)/.test(pathname)) calls.push(pathname)
  })
  return calls
}

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
    await expect(page.getByRole('heading', { name: text('tr', 'gates.webrtc') })).toBeVisible()
    await expect(page.getByText(text('tr', 'gates.webrtcLead'))).toBeVisible()
    await expect(loginPage.submit).toBeHidden()
    // Beside the languages, only what leads out of here.
    await expect(page.locator('button:not([lang]):visible')).toHaveText([text('tr', 'gates.copyAddress')])
    await expect(page.locator('a:visible')).toHaveAttribute('href', 'https://wa.me/902125550000')
  }
  expect(calls).toEqual([])
})
