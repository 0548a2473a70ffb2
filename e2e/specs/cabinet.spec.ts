import { CABINET, type Controller, createCabinet, writeFloorFile } from '../fixtures/cabinet.ts'
import { startMovingPicture } from '../fixtures/moving-picture.ts'
import { overrideInit } from '../fixtures/override-init.ts'
import { type Platform, START_TIMEOUT_MS, usePlatform } from '../fixtures/platform.ts'
import { withSettings } from '../fixtures/settings.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { ReconnectDialog } from '../pages/reconnect-dialog.ts'
import { Wallet } from '../pages/wallet.ts'

/* A cabinet behind a controller, at a real platform: its games, money and reports as the player sees them. */

const t = (key: string, params?: Record<string, string | number>) => text('tr', key, params)

interface Each {
  /** Opens the cabinet's page. */
  openCabinet(): Promise<void>
}

const test = base.extend<Each, { platform: Platform; controller: Controller }>({
  // The CSP header derives from the platform's Settings.json; csp.test.ts checks that it allows this origin.
  bypassCSP: true,
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
    async ({}, use) => {
      const floor = writeFloorFile()
      await usePlatform(use, { FLOOR_FILE: floor.path })
      floor.remove()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  // One for all tests, because the platform knows the number of its last game.
  controller: [
    async ({ platform }, use) => {
      const controller = createCabinet(platform)
      await use(controller)
      controller.close()
    },
    { scope: 'worker' },
  ],
  openCabinet: async ({ context, account, controller, gamePage, openSignedIn }, use) => {
    const pictures = await startMovingPicture()
    await use(async () => {
      await withSettings(context, { videoUrl: `${pictures.address}/whep/{id}` })
      await controller.dial()
      const status = async () =>
        (await account.machines()).find(({ id }) => String(id) === CABINET.id)?.status
      await expect.poll(status).toBe('available')
      await openSignedIn(`/game/${CABINET.id}/${encodeURIComponent(CABINET.name)}`)
      await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
    })
    pictures.close()
  },
})

test('a visit: buttons, games, a hand pay, faults, and the way back to the wallet @matrix', async ({
  page,
  account,
  controller,
  gamePage,
  openCabinet,
}) => {
  const { cabinet } = controller
  const start = await account.balance()
  const row = page.locator('[data-at=bands] button')
  const status = page.getByTestId('cabinet-status')
  // The setting `videoUrl` has the address.
  await overrideInit(page, { video: { type: 'camera', url: 'https://camera.example' } })
  await openCabinet()

  await test.step('its buttons are below the picture, and each press reaches it once', async () => {
    await expect(row).toHaveText([t('game.stakeMax'), 'Double', 'Help'])
    await expect(gamePage.stakeUp).toBeVisible()
    await expect(page.getByRole('button', { name: t('tools.rotate') })).toHaveCount(0)
    await row.getByText('Help').click()
    await expect.poll(() => cabinet.pressed).toEqual(['help'])
    await expect(page.getByTestId('stake')).toHaveText('₺1,00')
  })
  await test.step('a load is on the machine when the cabinet has confirmed it', async () => {
    await gamePage.load('100')
    await expect(gamePage.credit).toHaveText('₺100,00')
    expect(cabinet.credit).toBe(10_000)
  })
  await test.step('a button keeps the keys that press it while it refuses a press', async () => {
    await row.last().focus()
    for (const key of ['Space', 'Enter', 'Space']) await page.keyboard.press(key)
    await expect(row.last()).toBeFocused()
    expect(cabinet.games).toBe(0)
  })
  await test.step('a spin presses its Start, and its game is booked', async () => {
    await gamePage.spinButton.click()
    await expect(gamePage.credit).toHaveText('₺99,00')
    await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
    expect(cabinet.games).toBe(1)
  })
  await test.step('a large win of its game is celebrated', async () => {
    controller.send(...cabinet.play(2000))
    await expect(page.getByTestId('win-banner')).toBeVisible()
    await expect(gamePage.credit).toHaveText('₺118,00')
  })
  await test.step('a hand pay holds the play, and the player may stay', async () => {
    controller.send({ type: 'handpay', id: 'h1', cents: 500_000 })
    controller.setPhase('handpay')
    await expect(status).toContainText(t('cabinet.handPay', { amount: '₺5.000,00' }))
    await expect(gamePage.reason).toHaveText(t('cabinet.status.hand-pay'))
    await expect(gamePage.spinButton).toHaveAttribute('data-state', 'refused')
    await expect(gamePage.cashOutButton).toBeDisabled()
    await gamePage.leave()
    await expect(gamePage.dialog).toContainText(t('cabinet.status.hand-pay'))
    await gamePage.dialog.getByRole('button', { name: t('dialogs.cancel') }).click()
    controller.send({ type: 'handpay-done', id: 'h1', to: 'attendant' })
    controller.setPhase('idle')
    await expect(status).toBeEmpty()
    await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  })
  await test.step('a fault has the cabinet’s own words', async () => {
    controller.send({ type: 'fault', code: 'door', text: 'Front door open' })
    await expect(status).toContainText('Front door open')
    await expect(gamePage.reason).toHaveText(t('cabinet.status.fault'))
    await expect(row.first()).toBeDisabled()
    controller.send({ type: 'fault' })
    await expect(status).toBeEmpty()
  })
  await test.step('without its controller the credit stays, and play goes on when it is back', async () => {
    controller.hangUp()
    await expect(status).toContainText(t('cabinet.status.unreachable'))
    await expect(status).toContainText(t('cabinet.creditSafe'))
    await expect(gamePage.credit).toHaveText('₺118,00')
    await controller.dial()
    await expect(status).toBeEmpty()
  })
  await test.step('a cash-out pays the credit, with a receipt', async () => {
    await gamePage.cashOut()
    await expect(gamePage.receipt).toContainText('₺118,00')
    await expect.poll(() => account.balance()).toBe(start + 1800)
    expect(cabinet.credit).toBe(0)
    // Frees the machine for the next test.
    await gamePage.leaveUnasked()
  })
})

test('money on its way is claimed by nothing, in the game and outside, until the cabinet answers', async ({
  page,
  account,
  controller,
  gamePage,
  lobbyPage,
  openCabinet,
}) => {
  const start = await account.balance()
  const money = page.getByTestId('cabinet-money')
  await openCabinet()

  await test.step('a load without an answer is on its way, and blocks another one', async () => {
    controller.loseAnswers()
    await gamePage.load('50')
    const text = t('cabinet.transfer.load', { amount: '₺50,00' })
    await expect(money).toHaveText(text)
    await expect(gamePage.reason).toHaveText(text)
    await expect(gamePage.loadButton).toBeDisabled()
    await expect(gamePage.cashOutButton).toBeDisabled()
    await expect.poll(() => gamePage.cents('balance')).toBe(start - 5000)
  })
  await test.step('the lobby says where it is', async () => {
    await gamePage.leaveUnasked()
    const dialog = new ReconnectDialog(page, CABINET.name)
    await expect(dialog.any).toContainText(`${t('held-machine.onItsWay')} ₺50,00`)
    await expect(dialog.any).not.toContainText(/\d:\d\d/)
    expect(await dialog.offers()).toEqual(dialog.named('later', 'continue'))
    await dialog.button('later').click()
    await expect(lobbyPage.dock).toContainText(`${t('held-machine.onItsWay')} ₺50,00`)
    const wallet = new Wallet(page)
    await wallet.open()
    await expect(wallet.window).toContainText(`${t('wallet.onItsWay')}₺50,00`)
    await page.keyboard.press('Escape')
  })
  await test.step('it is on the machine when the controller is back', async () => {
    await page.goBack()
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
    await expect(money).toHaveText(t('cabinet.transfer.load', { amount: '₺50,00' }))
    await controller.dial()
    await expect(money).toBeEmpty()
    await expect(gamePage.credit).toHaveText('₺50,00')
  })
  await test.step('a cash-out without an answer has no receipt before the cabinet has answered', async () => {
    controller.loseAnswers()
    await gamePage.cashOut()
    await expect(money).toHaveText(t('cabinet.transfer.cash-out', { amount: '₺50,00' }))
    await expect(page.locator('[data-key=cashOut][aria-busy]')).toHaveCount(0)
    await expect(gamePage.receipt).toHaveCount(0)
    expect(await account.balance()).toBe(start - 5000)
    await controller.dial()
    await expect(money).toBeEmpty()
    await expect.poll(() => gamePage.cents('balance')).toBe(start)
    await expect(gamePage.credit).toHaveText('₺0,00')
    await gamePage.leaveUnasked()
  })
})
