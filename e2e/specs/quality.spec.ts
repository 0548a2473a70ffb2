import { openLink } from '../fixtures/lossy-link.ts'
import { FRAME_RATE } from '../fixtures/platform.ts'
import { tokenIn } from '../fixtures/session.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import type { GamePage } from '../pages/game-page.ts'

/*
 * The display of the connection's quality, and the picture on a weak connection. A real relay between browser
 * and platform loses the packets; the results are measured from the decoded picture.
 */

const t = (key: string) => text('tr', key)

/** Width of the decoded picture in pixels. */
const width = ({ video }: GamePage): Promise<number> =>
  video.evaluate((element) => (element instanceof HTMLVideoElement ? element.videoWidth : 0))

test('a lossy link lowers the video layer and is shown with its figures', async ({
  page,
  context,
  player,
  platform,
  gamePage,
  openGame,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await openLink(context)
  await openGame()
  const sign = page.locator('button[data-level]')
  await expect(sign).toHaveAttribute('data-level', 'good')
  expect(link.carried).toBeGreaterThan(0)
  expect(await width(gamePage)).toBe(640)

  await sign.click()
  const figure = (name: string) => page.getByRole('dialog').locator(`[data-figure=${name}] dd`)
  await expect(figure('rtt')).toHaveText(/\d/)
  await expect(figure('age')).toHaveText(/^\d+ msn ± \d+$/)
  await expect(figure('captured')).toHaveText(t('quality.isCaptured'))
  await expect(figure('loss')).toHaveText(/^%0/)
  const near = [-1, 0, 1].map((more) => FRAME_RATE + more).join('|')
  await expect(figure('fps')).toHaveText(new RegExp(`^(${near}) `))
  await expect(figure('size')).toHaveText('640×360')
  await expect(figure('codec')).toHaveText('VP8')

  await page.getByRole('button', { name: t('ui.copyForSupport') }).click()
  await expect(page.getByText(t('ui.copied')).first()).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^picture: 640x360 VP8$/m)
  expect(copied).toMatch(/^machine: \S+$/m)
  const { hostname, port } = new URL(platform.address)
  const agent = await page.evaluate(() => navigator.userAgent)
  for (const secret of [await tokenIn(page), hostname, port, player.username, 'http']) {
    expect(copied.replace(agent, '')).not.toContain(secret)
  }
  expect(copied.replace(agent, '')).not.toMatch(/\d+\.\d+\.\d+\.\d+|[\da-f]+:[\da-f]+:[\da-f]*:/)

  link.loss = 0.4
  await expect(sign).toHaveAttribute('data-level', 'poor', { timeout: 15_000 })
  await expect.poll(() => width(gamePage), { timeout: 20_000 }).toBe(320)
  await expect(figure('layer')).toHaveText(t('quality.layers.small'))
  await link.close()
})

test('a slow connection starts with a small picture, and a faster one gets the large', async ({
  page,
  context,
  lobbyPage,
  gamePage,
  openSignedIn,
}) => {
  // A headless shell sends no client hints, so the test sends the header.
  const { executablePath = '' } = test.info().project.use.launchOptions ?? {}
  if (executablePath.includes('headless-shell')) await context.setExtraHTTPHeaders({ downlink: '0.6' })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const carry = (bitsPerSecond: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: bitsPerSecond / 8,
      uploadThroughput: bitsPerSecond / 8,
    })
  // The link becomes slow only after the lobby has loaded, which would exceed the test's time.
  await openSignedIn('/lobby/1/Kervan')
  await carry(600_000)
  await lobbyPage.freeMachine.getByRole('link').click()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  expect(await width(gamePage)).toBe(320)
  await page.locator('button[data-level]').click()
  const layer = page.getByRole('dialog').locator('[data-figure=layer] dd')
  await expect(layer).toHaveText(t('quality.layers.small'))
  await carry(20_000_000)
  await expect.poll(() => width(gamePage), { timeout: 30_000 }).toBe(640)
})

test('a picture with two seconds of delay counts as old, until the delay ends', async ({
  page,
  context,
  gamePage,
  openGame,
}) => {
  const link = await openLink(context)
  await openGame()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  const shows = (state: string) => expect(gamePage.status).toHaveAttribute('data-video-status', state)
  // The age is measured from the moment the second wave has loaded.
  await page.locator('button[data-level]').click()
  const figure = page.getByRole('dialog').locator('[data-figure=age] dd')
  await expect(figure).toHaveText(/ ± /)
  link.delay = 2000
  await expect(async () => {
    await shows('old')
    await expect(figure).toHaveText(/^2\.\d\d\d msn ± \d+$/)
  }).toPass({ timeout: 30_000 })
  link.delay = 0
  await shows('live')
  await expect(figure).toHaveText(/^\d{1,3} msn ± \d+$/)
  await link.close()
})
