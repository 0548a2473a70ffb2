import type { Page } from '@playwright/test'
import { signIn } from '../fixtures/api-client.ts'
import { agreeInLobby } from '../fixtures/balance-checks.ts'
import { watchConnections } from '../fixtures/connection-watch.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { operate } from '../fixtures/operator-api.ts'
import { expect, test } from '../fixtures/test.ts'
import { type Locale, text } from '../fixtures/texts.ts'
import type { GamePage } from '../pages/game-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'

/* Updates over the live connection, and the app's behaviour while it is down. */

const AWAY = /ERR_CONNECTION_|WebSocket connection to|Failed to load resource/

const machineOf = (gamePage: GamePage) => new URL(gamePage.page.url()).pathname.split('/')[2] ?? ''

/** The toast that counts down to the end of the session. */
function countdown(page: Page, language: Locale, code: 18800 | 18802) {
  const [before = '', after = ''] = text(language, `code.${code}`, { seconds: '|' }).split('|')
  const pattern = new RegExp(`^${before}(\\d+)${after}$`)
  const toast = page.getByRole('button', { name: pattern })
  return {
    toast,
    /**
     * Reads the toast until it has shown three different numbers: a single toast that counts down from at
     * most 10 s.
     */
    async counts(): Promise<void> {
      const seen = new Set<number>()
      await expect(async () => {
        const [first, ...more] = await toast.allInnerTexts()
        expect(more).toEqual([])
        const figure = pattern.exec(first ?? '')?.[1]
        if (figure) seen.add(Number(figure))
        expect(seen.size).toBeGreaterThanOrEqual(3)
      }).toPass({ timeout: 10_000, intervals: [50] })
      const figures = [...seen]
      expect(figures).toEqual([...figures].sort((a, b) => b - a))
      expect(Math.max(...figures)).toBeLessThanOrEqual(10)
      // The log announces it once, not every second.
      await expect(page.getByRole('log').getByText(pattern)).toHaveCount(1)
    },
  }
}

test('an idle game session is counted down; play stops the countdown, else the credit is cashed out @matrix-only', async ({
  page,
  platform,
  account,
  gamePage,
  openGame,
}) => {
  const ends = await watchConnections(page, platform)
  await openGame()
  const machineId = machineOf(gamePage)
  await test.step('without credit it asks for a deposit, and a deposit stops it', async () => {
    const { toast, counts } = countdown(page, 'tr', 18800)
    await operate(platform, 'close', { machineId })
    await counts()
    await gamePage.load('100')
    await expect(toast).toHaveCount(0)
  })
  await test.step('with credit it asks for a spin, and a spin stops it', async () => {
    const { toast, counts } = countdown(page, 'tr', 18802)
    await operate(platform, 'close', { machineId })
    await counts()
    await playOnce(gamePage)
    await expect(toast).toHaveCount(0)
  })
  await test.step('in English, to its end', async () => {
    await page.evaluate(() => localStorage.setItem('reelcast.language', 'en'))
    await page.reload()
    await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
    const total = (await account.balance()) + (await gamePage.cents('credit'))
    const { toast, counts } = countdown(page, 'en', 18802)
    await operate(platform, 'close', { machineId })
    await counts()
    await expect(page).toHaveURL(/\/lobby/, { timeout: 15_000 })
    await expect(page.getByRole('button', { name: text('en', 'code.50100') })).toBeVisible()
    await expect(toast).toHaveCount(0)
    await expect(page.getByRole('log')).toContainText(text('en', 'code.50100'))
    await ends.expectClosed(account)
    await expect.poll(() => account.balance()).toBe(total)
    await agreeInLobby(new LobbyPage(page, 'en'), account)
    // After the end no dialog and no banner lead back.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(new LobbyPage(page, 'en').held).toHaveCount(0)
  })
})

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

test('commands pressed while disconnected are not executed after the reconnect', async ({
  page,
  platform,
  account,
  guard,
  gamePage,
  openGame,
}) => {
  guard.allow(AWAY)
  const sent = listen(page)
  await openGame()
  const start = await account.balance()
  await gamePage.load('100')
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  await platform.stop()
  await expect(gamePage.status).not.toHaveAttribute('data-video-status', 'live')
  await expect(gamePage.reason).toHaveText(text('tr', 'game.refusal.down'))
  sent.length = 0
  for (const button of [gamePage.spinButton, gamePage.cashOutButton, gamePage.loadButton]) {
    await button.click({ force: true })
  }
  await page.keyboard.press('Escape')
  // Beside the controls, so that none of them has the focus.
  await page.locator('h1').click()
  for (const key of ['Space', 'Enter']) await page.keyboard.press(key)
  await platform.startAgain()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  await gamePage.frames(15)
  // `time` requests are sent automatically for the picture's age.
  expect(new Set(sent.filter((event) => event !== 'time'))).toEqual(new Set(['init']))
  expect(await gamePage.cents('credit')).toBe(10_000)
  expect(await account.balance()).toBe(start - 10_000)
})
