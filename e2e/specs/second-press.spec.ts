import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/** How long after the dialog's end the second press comes, ms. */
const SECOND_PRESS_MS = 200

test('the second of two taps on load, and of two presses of Enter, does not reach the game @matrix', async ({
  page,
  hasTouch,
  gamePage,
  openGame,
}) => {
  const sent: string[] = []
  const held: (() => void)[] = []
  await page.routeWebSocket(/\/socket\.io\//, (ws) => {
    const server = ws.connectToServer()
    let load: string | undefined
    ws.onMessage((frame) => {
      const [, id, event] = /^42(\d+)\["(load|spin|stake|cashout)"/.exec(String(frame)) ?? []
      if (event) sent.push(event)
      if (event === 'load') load = id
      server.send(frame)
    })
    server.onMessage((frame) => {
      const isAnswer = load !== undefined && String(frame).startsWith(`43${load}[`)
      if (isAnswer) held.push(() => ws.send(frame))
      else ws.send(frame)
    })
  })
  await page.clock.install()
  await openGame()
  const submit = gamePage.dialog.getByRole('button').last()
  const open = async () => {
    await expect(gamePage.spinButton).not.toHaveAttribute('data-state', 'spinning')
    await gamePage.loadButton.click()
    await expect(gamePage.dialog).toBeFocused()
    await gamePage.dialog.getByLabel(text('tr', 'dialogs.amount')).fill('100')
    await expect(submit).toBeEnabled()
  }
  /** The answer and the second press come while the page's timers are paused: no machine is too slow. */
  const twice = async (press: () => Promise<void>) => {
    await press()
    await expect.poll(() => held).toHaveLength(1)
    // The page's clock is ahead of ours after the first time.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    held.pop()?.()
    await gamePage.dialog.waitFor({ state: 'detached' })
    await page.clock.runFor(SECOND_PRESS_MS)
    await press()
    await page.clock.resume()
    await expect(page.locator('[data-cover]')).toHaveCount(0)
  }

  await open()
  const box = await submit.boundingBox()
  if (!box) throw new Error('no button')
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  await twice(() => (hasTouch ? page.touchscreen.tap(...at) : page.mouse.click(...at)))
  await open()
  await twice(() => page.keyboard.press('Enter'))
  expect(sent).toEqual(['load', 'load'])
  // The spin button has the focus, and a later press is meant for it.
  await expect(gamePage.spinButton).toBeFocused()
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  await page.keyboard.press('Enter')
  await expect.poll(() => sent).toEqual(['load', 'load', 'spin'])
})
