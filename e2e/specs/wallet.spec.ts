import { randomUUID } from 'node:crypto'
import { agreeInLobby } from '../fixtures/balance-checks.ts'
import { coveredBy } from '../fixtures/covered-by.ts'
import { raiseToast } from '../fixtures/open-game.ts'
import { expect, test } from '../fixtures/test.ts'
import { Wallet } from '../pages/wallet.ts'

test('the balance stays as wide as it was while it counts up', async ({
  page,
  account,
  lobbyPage,
  openSignedIn,
}) => {
  const wallet = new Wallet(page)
  await openSignedIn()
  await agreeInLobby(lobbyPage, account)
  // Until the font of the amounts has come, they stand in a fallback of nearly its width.
  await page.evaluate(() => document.fonts.load('600 1em "Reelcast Figures"').then(() => {}))
  const seen = await wallet.opener.evaluateHandle((node: HTMLElement) => {
    const widths: { length: number; width: number }[] = []
    new MutationObserver(() =>
      widths.push({ length: node.textContent?.length ?? 0, width: node.offsetWidth }),
    ).observe(node, { childList: true, characterData: true, subtree: true })
    return widths
  })
  await account.get(`/api/player/bonus?requestId=${randomUUID()}`)
  await agreeInLobby(lobbyPage, account)
  const steps = await seen.jsonValue()
  expect(steps.length, 'figures on the way').toBeGreaterThan(3)
  // The bonus may need one more digit.
  const widths = new Map(steps.map(({ length, width }) => [length, width]))
  for (const { length, width } of steps) expect(width).toBe(widths.get(length))
})

test('a toast in a game stays while focused and covers no control on any screen size', async ({
  page,
  guard,
  gamePage,
  openGame,
}) => {
  await openGame()
  const toast = await raiseToast(page, guard)
  await toast.focus()
  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [1366, 768],
    [1080, 1920],
  ] as const) {
    await page.setViewportSize({ width, height })
    const covered = await coveredBy(toast, 'main button, main input')
    expect({ width, height, covered }).toEqual({ width, height, covered: [] })
  }
  // In the rules the toast covers neither the tabs nor the reels, which have moved aside.
  for (const size of [
    { width: 360, height: 640 },
    { width: 640, height: 360 },
    { width: 800, height: 360 },
  ]) {
    await page.setViewportSize(size)
    await page.locator('[data-key=side]').dispatchEvent('click')
    await expect(page.getByRole('dialog')).toBeVisible()
    await toast.hover()
    const boxes = await Promise.all([toast.boundingBox(), gamePage.video.boundingBox()])
    const [top, bottom] = [boxes[0]?.y ?? 0, (boxes[1]?.y ?? 0) + (boxes[1]?.height ?? 0)]
    expect(top, `${size.width} wide`).toBeGreaterThanOrEqual(Math.floor(bottom))
    expect(await coveredBy(toast, '[role=tab]'), `${size.width} wide`).toEqual([])
    // Focus first: the toast moves from under the pointer when the panel closes.
    await toast.focus()
    await page.locator('[data-key=side]').dispatchEvent('click')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await toast.blur()
  await expect(toast).toHaveCount(0)
})
