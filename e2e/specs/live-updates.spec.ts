import type { Page } from '@playwright/test'
import { signIn } from '../fixtures/api-client.ts'
import { agreeInLobby } from '../fixtures/balance-checks.ts'
import { watchConnections } from '../fixtures/connection-watch.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { operate } from '../fixtures/operator-api.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* Updates over the live connection, and the app's behaviour while it is down. */

const AWAY = /ERR_CONNECTION_|WebSocket connection to|Failed to load resource/

test('a ban during a game leads to the login with the reason, and the credit is cashed out @matrix', async ({
  page,
  platform,
  player,
  account,
  guard,
  loginPage,
  gamePage,
  openGame,
}) => {
  guard.allow(/status of 40[13]/)
  const ends = await watchConnections(page, platform)
  await openGame()
  await ends.expectOpen()
  await gamePage.load('100')
  await playOnce(gamePage)
  const total = (await account.balance()) + (await gamePage.cents('credit'))
  const { username } = player
  await operate(platform, 'player', { username, banned: true })
  try {
    await expect(page).toHaveURL(/\/login/)
    await expect(loginPage.notice).toHaveText(text('tr', 'code.10704'))
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain('reelcast.token')
  } finally {
    await operate(platform, 'player', { username, banned: false })
  }
  const again = await signIn(platform, player)
  await ends.expectClosed(again)
  await expect.poll(() => again.balance()).toBe(total)
  expect((await again.machines()).filter(({ reservation }) => reservation)).toEqual([])
})

/** Records the requests that this page sends on its sockets. An `init` with a machine is the game's. */
function listen(page: Page): string[] {
  const sent: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const [, name] = /^42\d*\["(\w+)"/.exec(String(payload)) ?? []
      if (name) sent.push(name)
    })
  })
  return sent
}

test('the lobby shows since when the connection is down, and resyncs once it is back', async ({
  page,
  platform,
  account,
  guard,
  lobbyPage,
  openSignedIn,
}) => {
  guard.allow(AWAY)
  const sent = listen(page)
  // They hold the banner.
  const frameParts = page.waitForResponse(/\/frame-parts-.*\.js/)
  await page.clock.install()
  await openSignedIn()
  await agreeInLobby(lobbyPage, account)
  await expect.poll(() => sent).toEqual(['init'])
  await (await frameParts).finished()
  await platform.stop()
  const [before = '', after = ''] = text('tr', 'frame.linkDown', { time: '|' }).split('|')
  const banner = page.getByRole('status').filter({ hasText: before })
  const times = () =>
    page.evaluate(() => {
      const minute = (ms: number) => new Date(ms).toLocaleTimeString('tr', { timeStyle: 'short' })
      return [minute(Date.now()), minute(Date.now() - 60_000)]
    })
  await expect(banner).toHaveText(new RegExp(`^${before}\\d\\d[:.]\\d\\d${after}$`))
  const said = (await banner.innerText()).slice(before.length, -after.length)
  expect(await times()).toContain(said)
  await platform.startAgain()
  // The longest pause between two reconnect attempts.
  await page.clock.fastForward(10_000)
  await expect(banner).toHaveCount(0)
  await expect.poll(() => sent).toEqual(['init', 'init'])
  // The new connection delivers pushes.
  const given = await account.get(`/api/player/bonus?requestId=live-${process.pid}`)
  expect(given).toMatchObject({ status: 200 })
  await agreeInLobby(lobbyPage, account)
})
