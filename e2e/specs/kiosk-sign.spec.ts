import { playOnce } from '../fixtures/open-game.ts'
import { plantWins } from '../fixtures/plant-wins.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { Kiosk } from '../pages/kiosk.ts'
import { centsOf } from '../pages/video-frame.ts'

test.use({ viewport: { width: 1080, height: 1920 }, isMobile: false, hasTouch: true, deviceScaleFactor: 1 })

test("a kiosk's band above the picture shows the machine's jackpot and the player's last wins", async ({
  page,
  context,
  player,
  account,
  loginPage,
  lobbyPage,
  gamePage,
}) => {
  await withSettings(context, { idlePinLock: false })
  const plant = await plantWins(page, { stakes: 4 })
  await new Kiosk(page).open()
  await loginPage.logIn(player)
  await lobbyPage.openBrand('Kervan')
  await lobbyPage.freeMachine.getByRole('link').first().click()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  await gamePage.load('100')
  await page.getByTestId('autoplay').waitFor()
  const sign = page.getByTestId('machine-sign')
  const brand = (await account.brands()).find(({ name }) => name === 'Kervan')
  const jackpot = Number(brand?.jackpot.split(',')[0])
  // Other machines of the brand feed it meanwhile.
  await expect
    .poll(async () => centsOf(await sign.locator('b').first().innerText()))
    .toBeGreaterThanOrEqual(jackpot)
  await expect(sign.getByRole('listitem')).toHaveCount(0)
  await playOnce(gamePage)
  await expect(sign.getByRole('listitem')).toHaveCount(1)
  await expect(sign.getByRole('listitem')).toContainText('×4')
  plant({ stakes: 0.5 })
  await playOnce(gamePage)
  await expect(sign.getByRole('listitem')).toHaveCount(1)
  const [box, picture] = await Promise.all([
    sign.boundingBox(),
    page.locator('[data-at=picture]').boundingBox(),
  ])
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(picture?.y ?? 0)
})
