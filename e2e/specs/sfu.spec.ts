import { janusProblem, startJanus, type TestJanus } from '../../platform/testing/video/sfu/janus.ts'
import { openGame } from '../fixtures/open-game.ts'
import { type Platform, usePlatform } from '../fixtures/platform.ts'
import { resolvePathsAgainst } from '../fixtures/resolve-paths.ts'
import { playerOf, tokenIn } from '../fixtures/session.ts'
import { skipFor } from '../fixtures/skip-for.ts'
import { test as base, expect } from '../fixtures/test.ts'

/* The picture from a real SFU: Janus and its front, as docs/operator/deploy/janus starts them. */

const SECRET = 'the-secret-that-platform-and-front-share'

interface Fixtures {
  janus: TestJanus
  /** A platform that publishes its machines to the SFU. */
  publishing: Platform
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
  janus: async ({}, use, testInfo) => {
    skipFor(janusProblem(), testInfo)
    const janus = await startJanus(SECRET)
    await use(janus)
    await janus.stop()
  },
  publishing: async ({ janus }, use) => {
    await usePlatform(use, janus.environment)
  },
})

test('the picture comes from the SFU and moves, and recovers by itself after a restart of the SFU', async ({
  page,
  gamePage,
  guard,
  janus,
  publishing,
}) => {
  test.setTimeout(180_000)
  // The SFU answers with 406 and an offer; requests fail while it is down.
  guard.allow(/ERR_CONNECTION_(REFUSED|RESET)|status of (404|406|422|503)/)
  const player = playerOf(publishing)
  resolvePathsAgainst(page, publishing.address)
  const offers: { origin: string; authorization: string }[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    const isOffer = request.method() === 'POST' && pathname.startsWith('/whep/')
    if (isOffer) offers.push({ origin, authorization: request.headers().authorization ?? '' })
  })

  await test.step('the picture moves, and the SFU is sent no token of the player', async () => {
    await openGame(gamePage, publishing, player)
    await gamePage.frames(15)
    expect(new Set(offers.map(({ origin }) => origin))).toEqual(new Set([janus.address]))
    expect(offers[0]?.authorization).toMatch(/^Bearer ey/)
    const session = await tokenIn(page)
    for (const { authorization } of offers) expect(authorization).not.toContain(session)
  })

  await test.step('without the SFU the picture is marked as lost', async () => {
    await janus.kill()
    await expect(gamePage.status).not.toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  })

  await test.step('after the restart of the SFU it plays again', async () => {
    await janus.restart()
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 60_000 })
    await gamePage.frames(15)
  })
  await page.goto('about:blank')
})
