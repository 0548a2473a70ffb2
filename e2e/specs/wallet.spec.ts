import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { agreeInLobby } from '../fixtures/balance-checks.ts'
import { coveredBy } from '../fixtures/covered-by.ts'
import { raiseToast } from '../fixtures/open-game.ts'
import { expect, test } from '../fixtures/test.ts'
import { Wallet } from '../pages/wallet.ts'

const BONUS = 1000

const money = (cents: number) =>
  new Intl.NumberFormat('tr', { style: 'currency', currency: 'TRY', currencyDisplay: 'narrowSymbol' }).format(
    cents / 100,
  )

/** Records the texts of the balance, and the texts that a screen reader announces, from now on. */
const listen = (page: Page, wallet: Wallet) =>
  Promise.all([wallet.opener.elementHandle(), wallet.said.elementHandle()]).then(([shown, said]) =>
    page.evaluateHandle(
      (nodes) =>
        nodes.map((node) => {
          const texts: string[] = []
          const widths: { length: number; width: number }[] = []
          let last = node?.textContent
          const watch = new MutationObserver(() => {
            // A rewrite with the same text is no change and is not announced.
            if (node?.textContent !== last) texts.push(node?.textContent ?? '')
            last = node?.textContent
            if (node instanceof HTMLElement)
              widths.push({ length: last?.length ?? 0, width: node.offsetWidth })
          })
          if (node) watch.observe(node, { childList: true, characterData: true, subtree: true })
          return { texts, widths }
        }),
      [shown, said],
    ),
  )

test('the wallet icon hides the balance for good; a new balance counts up and is announced once', async ({
  page,
  account,
  lobbyPage,
  openSignedIn,
}) => {
  const wallet = new Wallet(page)
  await openSignedIn()
  await wallet.hide.click()
  await page.reload()
  await expect(wallet.opener).toHaveText('• • • •')
  await expect(wallet.said).toBeEmpty()
  await wallet.hide.click()
  await agreeInLobby(lobbyPage, account)
  const after = money((await account.balance()) + BONUS)
  // Waits for the announcement of the first balance, so that only later ones are recorded.
  await expect(wallet.said).toHaveText(money(await account.balance()))
  // Until the font of the amounts has come, they stand in a fallback of nearly its width.
  await page.evaluate(() => document.fonts.load('600 1em "Reelcast Figures"').then(() => {}))
  const heard = await listen(page, wallet)
  await account.get(`/api/player/bonus?requestId=${randomUUID()}`)
  await expect(wallet.said).toHaveText(after)
  await agreeInLobby(lobbyPage, account)
  const [shown, said] = await heard.jsonValue()
  expect(said?.texts).toEqual([after])
  expect(shown?.texts.length, 'figures on the way').toBeGreaterThan(3)
  // The bonus may need one more digit.
  const widths = new Map(shown?.widths.map(({ length, width }) => [length, width]))
  for (const { length, width } of shown?.widths ?? [])
    expect(width, 'and it stays as wide as it was').toBe(widths.get(length))
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
