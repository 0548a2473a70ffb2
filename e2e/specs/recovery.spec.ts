import { execFileSync } from 'node:child_process'
import { capturePeers } from '../fixtures/capture-peers.ts'
import { readBooks } from '../fixtures/ledger-checks.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { expect, test } from '../fixtures/test.ts'

/* Crashes of the platform, of the video process and of the page: no game is lost. */

test('the platform is killed during a spin and restarted: no money is lost', async ({
  platform,
  player,
  account,
  guard,
  loginPage,
  gamePage,
  openGame,
}) => {
  test.setTimeout(180_000)
  // The browser's own messages while the platform is down.
  guard.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection|Failed to load resource/)
  await openGame()
  const start = await account.balance()
  await gamePage.load('200')
  await playOnce(gamePage)

  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  const before = (await gamePage.shown())?.spin
  await gamePage.spinButton.click()
  await expect.poll(async () => (await gamePage.shown())?.spin, 'the reels turn').not.toBe(before)
  await platform.kill()
  await expect(gamePage.status).not.toHaveAttribute('data-video-status', 'live')
  await expect(gamePage.spinButton).toHaveAttribute('aria-disabled', 'true')
  await expect(gamePage.reason).not.toBeEmpty()

  await platform.startAgain()
  // Connection, picture and the outcome of the interrupted spin return without any input.
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  await gamePage.frames(15)
  const credit = await gamePage.cents('credit')
  await expect.poll(async () => (await gamePage.shown())?.credit).toBe(credit)
  expect(await account.balance()).toBe(start - 20_000)

  await playOnce(gamePage)
  const left = await gamePage.cents('credit')
  if (left > 0) await gamePage.cashOut()
  await expect.poll(() => account.balance()).toBe(start - 20_000 + left)

  await loginPage.page.goto('about:blank')
  await platform.stop()
  const books = await readBooks(platform.dataDir, player.username)
  expect({ total: books.total, unsettled: books.unsettledSpins }).toEqual({ total: 0, unsettled: 0 })
  for (const [id, { balance, entries }] of books.accounts)
    expect({ id, balance }).toEqual({ id, balance: entries })
  await platform.startAgain()
})

test('the video process is killed: the video returns without a reload, the game continues', async ({
  page,
  platform,
  guard,
  gamePage,
  openGame,
}) => {
  // The browser reports that the old picture is gone and that the new one is not ready at once.
  guard.allow(/status of (404|503).*\/whep\//)
  await openGame('Lodos')
  await gamePage.load('100')
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(platform.pid)], {
    encoding: 'utf8',
  })
  const video = children.split('\n').find((line) => line.includes('video'))
  expect(video, children).toBeDefined()
  const opened = page.waitForResponse((answer) => /\/whep\//.test(answer.url()) && answer.status() === 201)
  process.kill(Number.parseInt(video ?? '', 10), 'SIGKILL')
  await opened
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 20_000 })
  expect(await gamePage.frames(15)).toBeLessThan(3000)
  await expect.poll(async () => (await gamePage.shown())?.credit).toBe(10_000)
  await playOnce(gamePage)
})

test('a picture that the system pauses plays on, or asks for a tap', async ({ gamePage, openGame }) => {
  await openGame()
  await gamePage.video.evaluate((video: HTMLVideoElement) => video.pause())
  await gamePage.frames(10)
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  await gamePage.video.evaluate((video: HTMLVideoElement) => {
    video.play = () => {
      Reflect.deleteProperty(video, 'play')
      return Promise.reject(new DOMException('', 'NotAllowedError'))
    }
    video.pause()
  })
  await gamePage.tapToStart.click()
  await gamePage.frames(10)
  await expect(gamePage.tapToStart).toHaveCount(0)
})

test('a connection that closes leaves the last frame, marked as old, until the next picture', async ({
  page,
  guard,
  gamePage,
  openGame,
}) => {
  guard.allow(/ERR_FAILED/)
  await page.addInitScript(capturePeers)
  await openGame()
  await page.getByTestId('autoplay').waitFor()
  const frozen = page.locator('[data-at=picture] canvas')
  await expect(frozen).toBeHidden()
  await page.route('**/whep/**', (route) => route.abort())
  await page.evaluate(() => {
    for (const peer of window.peers) peer.close()
  })
  await expect(page.locator('[data-at=picture]')).toHaveAttribute('data-picture', 'lost')
  await expect(frozen).toBeVisible()
  const brightness = await frozen.evaluate((canvas) => {
    const context = new OffscreenCanvas(16, 9).getContext('2d')
    if (!context || !(canvas instanceof HTMLCanvasElement)) throw new Error('there is no canvas')
    context.drawImage(canvas, 0, 0, 16, 9)
    const { data } = context.getImageData(0, 0, 16, 9)
    return data.filter((_, at) => at % 4 !== 3).reduce((sum, part) => sum + part, 0) / (16 * 9 * 3)
  })
  expect(brightness, 'of a machine, and not of a black box').toBeGreaterThan(20)
  expect(await frozen.evaluate((canvas) => getComputedStyle(canvas).filter)).toContain('grayscale')
  await page.unroute('**/whep/**')
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  await expect(frozen).toBeHidden()
})
