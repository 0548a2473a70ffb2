import { openSocket, signIn } from '../fixtures/api-client.ts'
import { type Platform, START_TIMEOUT_MS, usePlatform } from '../fixtures/platform.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/* The live picture in the dialog of a busy machine, from a platform that permits spectators. */

const METRICS_TOKEN = 'the-token-of-the-metrics-of-this-test'

const test = base.extend<object, { platform: Platform }>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
    async ({}, use) => {
      await usePlatform(use, { VIDEO_SPECTATORS: '1', METRICS_TOKEN, SIMULATE: '0' })
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})

test("another player's machine is live in its dialog, and its stream ends with the dialog @firefox", async ({
  page,
  platform,
  otherPlayer,
  lobbyPage,
  gamePage,
  openSignedIn,
}) => {
  const theirs = await signIn(platform, otherPlayer)
  const { id, name } = await theirs.freeMachine()
  const line = await openSocket(platform, theirs.token)
  await line.request('init', { machineID: id, token: theirs.token })
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const pictures = async () => {
    const metrics = await (await fetch(`${platform.address}/metrics`, { headers })).text()
    return /^reelcast_pictures (\d+)$/m.exec(metrics)?.[1]
  }
  await openSignedIn()
  await lobbyPage.openBrand(name.split(' ')[0] ?? '')
  await lobbyPage
    .machine(name)
    .getByRole('button', { name: text('tr', 'status.playing') })
    .click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByText(text('tr', 'busy.live'), { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(dialog.getByLabel(text('tr', 'busy.video', { name }))).toBeVisible()
  await gamePage.frames(15)
  expect(await pictures()).toBe('1')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect.poll(pictures).toBe('0')
  line.close()
})
