import type { Page, WebSocket } from '@playwright/test'
import { openSocket } from '../fixtures/api-client.ts'
import { pass, withLock, wrongPin } from '../fixtures/idle-clock.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import type { Player } from '../fixtures/platform.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LockScreen } from '../pages/lock-screen.ts'

/* The idle lock, which protects a machine that its player has left alone. */

const logIn = async (page: Page, player: Player) => {
  await page.goto('/login')
  await page.getByLabel(text('tr', 'login.remember')).setChecked(false)
  await page.getByLabel(text('tr', 'login.username')).fill(player.username)
  await page.getByLabel(text('tr', 'login.password'), { exact: true }).fill(player.password)
  await page.locator('[type=submit]').click()
  await page.locator('main li').first().waitFor()
}

test('over a game the screen warns, locks and unlocks by PIN pad; connections stay open, no key plays, an open dialog keeps its input @matrix', async ({
  page,
  context,
  player,
  gamePage,
  openGame,
}) => {
  test.setTimeout(150_000)
  await withLock(context)
  const lock = new LockScreen(page)
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => sockets.push(socket))
  const name = await openGame()
  await gamePage.load('100')
  await playOnce(gamePage)
  expect(sockets.filter((socket) => !socket.isClosed() && socket.url().includes('socket.io'))).toHaveLength(2)
  const opened: string[] = []
  page.on('request', (request) => opened.push(`${request.method()} ${new URL(request.url()).pathname}`))
  page.on('websocket', () => opened.push('websocket'))

  await pass(page, 41)
  await expect(lock.warning).toBeVisible()
  await page.mouse.move(5, 5)
  await page.mouse.click(180, 20)
  await expect(lock.warning).toBeHidden()

  await pass(page, 61)
  await expect(lock.screen).toBeVisible()
  await expect(lock.pin).toBeFocused()
  await expect.poll(() => gamePage.shown()).toBeDefined()
  const spin = (await gamePage.shown())?.spin
  for (const key of ['Escape', 'Escape', 'Escape', ' ', 'Enter']) await page.keyboard.press(key)
  await expect(lock.screen).toBeVisible()
  await page.mouse.click(3, 3)
  for (const key of [' ', 'Enter', 'Escape']) await page.keyboard.press(key)
  await expect(lock.screen).toBeVisible()
  // Frames keep arriving: unlocking does not open the picture again.
  await gamePage.frames(15)
  await expect.poll(async () => (await gamePage.shown())?.spin).toBe(spin)
  await lock.tap(player.pin)
  await expect(lock.screen).toBeHidden()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  // On a busy computer the page may request a smaller layer, which does not open a new session.
  expect(opened.filter((one) => /whep(?!.*\/layer$)|websocket/.test(one))).toEqual([])
  await playOnce(gamePage)

  await gamePage.loadButton.click()
  // The dialog takes the focus after its first frame.
  await expect(page.getByRole('dialog')).toBeFocused()
  const amount = page.getByLabel(text('tr', 'dialogs.amount'))
  await amount.fill('321')
  await pass(page, 61)
  await expect(lock.screen).toBeVisible()
  await expect(lock.pin).toBeFocused()
  await page.keyboard.type(wrongPin(player.pin))
  await expect(lock.pin).toHaveValue(wrongPin(player.pin))
  await page.keyboard.press('Enter')
  await expect(lock.screen).toContainText(text('tr', 'lock.wrong', { left: 4 }))
  await page.keyboard.type(player.pin)
  await page.keyboard.press('Enter')
  await expect(lock.screen).toBeHidden()
  await expect(amount).toHaveValue('321')
  await expect(amount).toBeFocused()
})

test('a double tap on OK, a double Enter and the touch that ends the warning stake nothing @matrix', async ({
  page,
  context,
  hasTouch: touch,
  player,
  gamePage,
  openGame,
}) => {
  test.setTimeout(150_000)
  await page.clock.install()
  await withLock(context)
  const lock = new LockScreen(page)
  await openGame()
  await gamePage.load('100')
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  const credit = await gamePage.cents('credit')
  // The touch that ends the warning does not reach the machine.
  const spin = await gamePage.spinButton.boundingBox()
  if (!spin) throw new Error('no spin button')
  const press = (box: { x: number; y: number; width: number; height: number }) =>
    touch
      ? page.touchscreen.tap(box.x + box.width / 2, box.y + 8)
      : page.mouse.click(box.x + box.width / 2, box.y + 8)
  await pass(page, 41)
  await expect(lock.warning).toBeVisible()
  await press(spin)
  await expect(lock.warning).toBeHidden()
  await pass(page, 41)
  await expect(lock.warning).toBeVisible()
  await page.keyboard.press('Space')
  await expect(lock.warning).toBeHidden()
  expect(await gamePage.cents('credit')).toBe(credit)

  await pass(page, 61)
  for (const digit of player.pin) await lock.key(digit).click()
  const box = await lock.ok.boundingBox()
  if (!box) throw new Error('no OK')
  const opening = page.locator('#lock[data-leaving]')
  /** Presses twice while the page's timers are paused, so that the second press hits the closing lock. */
  const twice = async (first: () => Promise<void>, second = first) => {
    await page.clock.pauseAt(Date.now() + 1000)
    await first()
    await opening.waitFor({ state: 'attached' })
    await second()
    await page.clock.resume()
    await expect(lock.screen).toBeHidden()
  }
  await twice(
    () => press(box),
    () => press(spin),
  )
  await pass(page, 61)
  await page.keyboard.type(player.pin)
  await twice(() => page.keyboard.press('Enter'))
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  expect(await gamePage.cents('credit')).toBe(credit)
})

test('the lobby, the lock and the kiosk parts load no code of a game', async ({
  page,
  context,
  platform,
  account,
}) => {
  // The row of the player's machines and the click sound load too.
  const machine = await account.freeMachine()
  const line = await openSocket(platform, account.token)
  await line.request('init', { machineID: machine.id, token: account.token })
  line.close()
  await withLock(context, { clickSound: true })
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await openWithToken(page, '/lobby?kiosk=1', account.token)
  for (const own of [/\/lock-.*js/, /kiosk-.*js/, /later-.*js/, /page-services-.*js/])
    await expect.poll(() => files.some((file) => own.test(file))).toBe(true)
  expect(files.filter((file) => /\/(game|account)/.test(file))).toEqual([])
})

test('the warning precedes the lock by 20 s, ends on a touch or a key, and covers the page @matrix', async ({
  page,
  context,
  player,
  lobbyPage,
}) => {
  await withLock(context, {}, true)
  const lock = new LockScreen(page)
  await logIn(page, player)
  const touches = [() => page.mouse.click(3, 3), () => page.keyboard.press('Shift')]
  for (const touch of touches) {
    await pass(page, 35)
    await expect(lock.warning).toHaveCount(0)
    await pass(page, 6)
    await expect(lock.warning).toBeVisible()
    // One of the 20 s has passed, plus the time of this test.
    expect(await lock.left()).toBeGreaterThan(10)
    expect(await lock.left()).toBeLessThan(20)
    expect(await lock.covers(lobbyPage.brands.first())).toBe(true)
    await touch()
    await expect(lock.warning).toHaveCount(0)
    expect(await lock.covers(lobbyPage.brands.first())).toBe(false)
  }
  await expect(page).toHaveURL(/\/lobby$/)
  await pass(page, 41)
  await expect(lock.warning).toBeVisible()
  await expect(lock.screen).toHaveCount(0)
  await pass(page, 20)
  await expect(lock.screen).toBeVisible()
  await expect(lock.warning).toHaveCount(0)
  expect(await lock.covers(lobbyPage.brands.first())).toBe(true)
})

test('the lock works by keyboard: focus stays inside, the PIN unlocks, the focus returns, Logout is reachable @desktop-only', async ({
  page,
  context,
  player,
  loginPage,
  lobbyPage,
}) => {
  await withLock(context)
  const lock = new LockScreen(page)
  await logIn(page, player)
  await expect(lobbyPage.brands).not.toHaveCount(0)
  await lobbyPage.walletButton.focus()
  await pass(page, 61)
  await expect(lock.pin).toBeFocused()
  for (let step = 0; step < 18; step++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const { activeElement: at, body } = document
      return at === body || at?.closest('#lock') ? undefined : at?.outerHTML
    })
    expect(outside).toBeUndefined()
  }
  await page.keyboard.press('Escape')
  await lock.key('5').focus()
  await lock.type(player.pin)
  await expect(lock.screen).toBeHidden()
  await expect(lobbyPage.walletButton).toBeFocused()

  await pass(page, 61)
  await expect(lock.pin).toBeFocused()
  const isThere = () => lock.logout.evaluate((button) => button === document.activeElement)
  for (let step = 0; step < 18 && !(await isThere()); step++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(loginPage.notice).toHaveText(text('tr', 'session.logout'))
})
