import type { Locator } from '@playwright/test'
import { playOnce } from '../fixtures/open-game.ts'
import { PHONE, SIZES } from '../fixtures/screen-sizes.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* The player's basics: messages, languages, keys, dialogs, blocked autoplay. */

test('a closed dialog restores the page and the focus', async ({
  page,
  lobbyPage,
  gamePage,
  openSignedIn,
}) => {
  const givenBack = async (opener: Locator) => {
    await expect(page.locator('.fui-DialogSurface')).toHaveCount(0)
    await expect(page.locator('#root')).not.toHaveAttribute('aria-hidden')
    await expect(opener).toBeFocused()
  }
  const closings: Record<string, () => Promise<void>> = {
    cancel: () => gamePage.dialog.getByRole('button', { name: text('tr', 'dialogs.cancel') }).click(),
    escape: () => page.keyboard.press('Escape'),
    backdrop: () => page.mouse.click(4, 4),
  }
  // Starts in the lobby, so that the browser's history leads back there without a reload.
  await openSignedIn('/lobby/1/Kervan')
  await lobbyPage.freeMachine.getByRole('link').click()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  await test.step('the focus is inside the dialog in its first frame', async () => {
    const inFirstFrame = page.evaluate(
      (surface) =>
        new Promise<boolean>((done) => {
          const look = () => {
            const dialog = document.querySelector(surface)
            if (dialog) done(dialog.contains(document.activeElement))
            else requestAnimationFrame(look)
          }
          look()
        }),
      '.fui-DialogSurface',
    )
    await gamePage.loadButton.click()
    expect(await inFirstFrame).toBe(true)
    await page.keyboard.press('Escape')
    await givenBack(gamePage.loadButton)
  })
  // Each way twice: leftovers of a first dialog only show at the second.
  for (const way of ['cancel', 'escape', 'backdrop', 'cancel', 'escape', 'backdrop']) {
    await test.step(way, async () => {
      await gamePage.loadButton.click()
      await expect(gamePage.dialog).toBeVisible()
      await expect(page.locator('#root')).toHaveAttribute('aria-hidden', 'true')
      await closings[way]?.()
      await givenBack(gamePage.loadButton)
    })
  }
  await test.step('confirm', async () => {
    await gamePage.load('100')
    // After a load the next key is most likely a spin.
    await givenBack(gamePage.spinButton)
  })
  await test.step('closed and immediately opened again', async () => {
    await gamePage.loadButton.click()
    await expect(gamePage.dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await gamePage.loadButton.click()
    // The first dialog may still be closing; the second has the focus once it accepts keys.
    await expect(gamePage.dialog).toHaveCount(1)
    await expect(gamePage.dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await givenBack(gamePage.loadButton)
  })
  for (const leave of ['back', 'button']) {
    await test.step(`the page is left: ${leave}`, async () => {
      await gamePage.leave()
      await expect(gamePage.dialog).toBeVisible()
      await expect(page.locator('#root')).toHaveAttribute('aria-hidden', 'true')
      if (leave === 'back') await page.goBack()
      else {
        const keep = text('tr', 'dialogs.leaveCredit')
        await gamePage.dialog.getByRole('button', { name: keep }).click()
      }
      await expect(page).toHaveURL(/\/lobby/)
      // The credit is still on the machine: the reconnect dialog asks who has not chosen to keep it.
      if (leave === 'back') await lobbyPage.later()
      await expect(page.locator('.fui-DialogSurface')).toHaveCount(0)
      await expect(page.locator('#root')).not.toHaveAttribute('aria-hidden')
      await expect(page.getByRole('link', { name: text('tr', 'router.home') })).toBeVisible()
      if (leave !== 'back') return
      await page.goForward()
      await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
    })
  }
})

test('every page fits every screen and has targets of 48 pixels @matrix', async ({
  page,
  loginPage,
  lobbyPage,
  gamePage,
  openGame,
}) => {
  const misfits = () =>
    page.evaluate(() => {
      const small = [...document.querySelectorAll<HTMLElement>('button, a[href], input:not([type=checkbox])')]
        .filter((one) => one.checkVisibility())
        .map((one) => ({ what: one.outerHTML.slice(0, 80), box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 47.5 || box.width < 47.5))
        .map(({ what, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${what}`)
      const { scrollWidth, clientWidth } = document.documentElement
      return { small, tooWide: Math.max(0, scrollWidth - clientWidth) }
    })
  const check = async (screen: string) => {
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const at = `${screen}, ${size.width} px`
      await expect.soft.poll(misfits, { message: at }).toEqual({ small: [], tooWide: 0 })
    }
    await page.setViewportSize(PHONE)
  }
  await page.goto('/login')
  await expect(loginPage.submit).toBeVisible()
  await check('login')
  await openGame()
  await check('game')
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect
      .poll(async () => (await gamePage.video.boundingBox())?.width, { message: `${size.width} px` })
      .toBeGreaterThan(size.width * 0.6)
  }
  await page.setViewportSize(PHONE)
  await gamePage.load('100')
  await playOnce(gamePage)
  await gamePage.leaveUnasked()
  // The dialog's buttons have reached their full size.
  const height = async () => (await lobbyPage.reconnect.getByRole('button').last().boundingBox())?.height
  await expect.poll(height).toBeGreaterThanOrEqual(48)
  await check('reconnect')
  await lobbyPage.later()
  await check('lobby')
})
