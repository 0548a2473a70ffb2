import {
  type Coturn,
  startCoturn,
  type TurnTransport,
  turnObstacle,
} from '../../platform/testing/http/coturn.ts'
import { capturePeers } from '../fixtures/capture-peers.ts'
import { openGame } from '../fixtures/open-game.ts'
import { type Platform, usePlatform } from '../fixtures/platform.ts'
import { resolvePathsAgainst } from '../fixtures/resolve-paths.ts'
import { playerOf } from '../fixtures/session.ts'
import { withSettings } from '../fixtures/settings.ts'
import { skipFor } from '../fixtures/skip-for.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* The picture through a real TURN server only. */

const SECRET = 'the-secret-that-both-share'

interface Fixtures {
  transport: TurnTransport
  turn: Coturn
  /** A platform whose players get credentials for that server. */
  relayed: Platform
  /** Opens a game of that platform through the relay only, and waits until its picture moves. */
  openRelayed(): Promise<void>
}

const test = base.extend<Fixtures>({
  // The only way to make a browser accept the self-signed certificate of a TURN server.
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--ignore-certificate-errors'] }),
    { scope: 'worker' },
  ],
  transport: ['udp', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
  turn: async ({}, use, testInfo) => {
    skipFor(turnObstacle, testInfo)
    const turn = await startCoturn(SECRET)
    await use(turn)
    await turn.close()
  },
  relayed: async ({ turn, transport }, use) => {
    await usePlatform(use, { ICE_SERVERS: turn.url(transport), TURN_SECRET: SECRET })
  },
  openRelayed: ({ page, context, gamePage, relayed, transport }, use) =>
    use(async () => {
      resolvePathsAgainst(page, relayed.address)
      await withSettings(context, { iceTransportPolicy: 'relay' })
      await page.addInitScript(capturePeers)
      await openGame(gamePage, relayed, playerOf(relayed))
      const [selected, ...others] = await page.evaluate(localCandidates)
      expect(selected).toBe(`relay ${transport}`)
      expect(new Set(others)).toEqual(new Set([selected]))
      await gamePage.frames(15)
    }),
})

/** Kind and relay protocol of the local candidates of the connected peer, the selected one first. */
async function localCandidates(): Promise<string[]> {
  const stats = await window.peers.find(({ connectionState }) => connectionState === 'connected')?.getStats()
  const all = [...(stats?.values() ?? [])]
  const transport = all.find(({ type }) => type === 'transport')
  const pair = all.find(({ id }) => id === transport?.selectedCandidatePairId)
  const local = all.filter(({ type }) => type === 'local-candidate')
  const selected = local.find(({ id }) => id === pair?.localCandidateId)
  return [selected, ...local].map((candidate) => `${candidate?.candidateType} ${candidate?.relayProtocol}`)
}

test('the picture comes through a TURN server only; a wrong credential is a reason, and "Try again" plays', async ({
  page,
  gamePage,
  guard,
  turn,
  relayed,
  openRelayed,
}) => {
  test.setTimeout(180_000)
  // The platform closes a session that never connects, possibly before the page does.
  guard.allow(/status of 404 .*\/whep\//)

  await test.step('the selected candidates are those of the relay, and the picture moves', async () => {
    await openRelayed()
    expect(turn.output()).toMatch(/user <[\d:\w-]+>: incoming packet ALLOCATE processed, success/)
    expect(turn.output()).not.toContain(relayed.players[0]?.username)
  })

  await test.step('a TURN server with another secret: the reason at once', async () => {
    const { pathname } = new URL(page.url())
    await page.goto('about:blank')
    await turn.startAgain('another-secret-than-the-platforms')
    await page.goto(pathname)
    await expect(gamePage.pictureProblem).toContainText(text('tr', 'picture.noRelay'))
    expect(turn.output()).toMatch(/401/)
  })

  await test.step('with the right secret again, "Try again" plays', async () => {
    await turn.startAgain(SECRET)
    await gamePage.tryAgain.click()
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
    await expect(gamePage.pictureProblem).toHaveCount(0)
  })
  await page.goto('about:blank')
})

for (const [transport, tag] of [
  ['tcp', ' @matrix-only'],
  ['tls', ''],
] as const)
  test.describe(`where UDP is blocked, over ${transport}${tag}`, () => {
    test.use({ transport })

    test('the picture comes through the TURN server', async ({ page, openRelayed }) => {
      await openRelayed()
      await page.goto('about:blank')
    })
  })
