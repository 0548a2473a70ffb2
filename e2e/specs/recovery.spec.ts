import { execFileSync } from 'node:child_process'
import { capturePeers } from '../fixtures/capture-peers.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { expect, test } from '../fixtures/test.ts'

/* Crashes of the platform, of the video process and of the page: no game is lost. */

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
