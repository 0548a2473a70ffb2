import { axeFindsNothing } from '../fixtures/axe.ts'
import { watch } from '../fixtures/console-guard.ts'
import { openSignedIn } from '../fixtures/open-game.ts'
import { type Platform, type Player, START_TIMEOUT_MS, startPlatform } from '../fixtures/platform.ts'
import { playerOf } from '../fixtures/session.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { Kiosk } from '../pages/kiosk.ts'
import { LoginPage } from '../pages/login-page.ts'

/* A player logs in at a kiosk from a phone: two browsers, one platform. */

const KIOSK = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 }

let platform: Platform
let player: Player
test.beforeAll(async () => {
  test.setTimeout(START_TIMEOUT_MS)
  platform = await startPlatform({ KIOSK_VENUES: '127.0.0.0/8 Bosfor Salonu' })
  player = playerOf(platform)
})
test.afterAll(async () => {
  await platform.stop()
  platform.remove()
})

test('a player scans or types the code of a kiosk, and is logged in there', async ({ browser }) => {
  const base = { baseURL: platform.address, locale: 'tr-TR', serviceWorkers: 'block' as const }
  const venue = await browser.newContext({ ...base, ...KIOSK })
  const pocket = await browser.newContext({ ...base, ...PHONE })
  const guards = [watch(venue), watch(pocket)]
  await withSettings(venue, { phoneLogin: true })
  const addresses: string[] = []
  for (const context of [venue, pocket])
    context.on('request', (request) => void addresses.push(request.url()))
  const kioskPage = await venue.newPage()
  const phonePage = await pocket.newPage()
  const kiosk = new Kiosk(kioskPage)
  await kiosk.open('/?kiosk=Ekran 4')
  const open = kioskPage.getByRole('button', { name: text('tr', 'phone-login.open') })
  const dialog = kioskPage.getByTestId('phone-login')
  const codeText = kioskPage.getByTestId('link-code')
  const onPhone = (key: string) => phonePage.getByRole('button', { name: text('tr', key) })

  await open.tap()
  await expect(codeText).toBeVisible()
  const refused = (await codeText.innerText()).trim()

  // Typed, and refused.
  await openSignedIn(phonePage, platform, player, '/profile/link')
  await phonePage.getByLabel(text('tr', 'link.code')).fill(refused.toLowerCase())
  await onPhone('link.next').tap()
  await expect(phonePage.getByTestId('link')).toContainText('Bosfor Salonu · Ekran 4')
  await expect(phonePage.getByTestId('link')).toContainText(refused)
  await axeFindsNothing(phonePage, 'confirmation of a login')
  await onPhone('link.refuse').tap()
  await expect(dialog).toContainText(text('tr', 'phone-login.refused'))

  // Scanned, and confirmed. The phone opens the address of the picture.
  await dialog.getByRole('button').tap()
  await expect(codeText).toBeVisible()
  const code = (await codeText.innerText()).trim().replace('-', '')
  await phonePage.goto(`/profile/link#${code}`)
  await expect(phonePage).toHaveURL(/\/profile\/link$/)
  await onPhone('link.accept').tap()
  await expect(phonePage.getByTestId('link')).toContainText(text('tr', 'link.confirmed'))
  await expect(kioskPage).toHaveURL(/\/lobby/)

  // It is a login of its own, which ends from the phone.
  await phonePage.goto('/profile')
  const there = phonePage.getByRole('listitem').filter({ hasText: 'Bosfor Salonu, Ekran 4' })
  await there.getByRole('button').tap()
  await new LoginPage(kioskPage).isEmpty()
  expect(addresses.filter((address) => address.includes(code))).toEqual([])
  expect(platform.output()).not.toContain(code)
  for (const guard of guards) expect(guard.complaints()).toEqual([])
  await Promise.all([venue.close(), pocket.close()])
})
