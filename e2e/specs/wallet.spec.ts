import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signIn } from '../fixtures/api-client.ts'
import { axeFindsNothingHere } from '../fixtures/axe.ts'
import { agreeInLobby } from '../fixtures/balance-checks.ts'
import { coveredBy } from '../fixtures/covered-by.ts'
import { openFaults } from '../fixtures/fault-proxy.ts'
import { raiseToast } from '../fixtures/open-game.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { type Platform, type Player, startPlatform } from '../fixtures/platform.ts'
import { withSettings } from '../fixtures/settings.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { Wallet } from '../pages/wallet.ts'

/* Amounts in cents, as the platform credits them: platform/config/config.ts. */
const DISCOUNT = 2500
const BONUS = 1000

/** A discount for balances below this limit; every demo player is below it. */
const MIN_DISCOUNT = { minDiscount: '50.000' }

/** Starts a platform with that discount, and returns it with a player. */
async function withDiscounts(): Promise<{ platform: Platform; player: Player; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'reelcast-settings-'))
  const file = join(folder, 'Settings.json')
  writeFileSync(file, JSON.stringify(MIN_DISCOUNT))
  const platform = await startPlatform({ SETTINGS_FILE: file })
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  const end = async () => {
    await platform.stop()
    platform.remove()
    rmSync(folder, { recursive: true })
  }
  return { platform, player, end }
}

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
  await wallet.show.click()
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

test('a discount is credited to the cent and can be claimed again after its window only, also after a reload', async ({
  page,
  context,
  lobbyPage,
}) => {
  const { platform, player, end } = await withDiscounts()
  const account = await signIn(platform, player)
  const before = await account.balance()
  await withSettings(context, MIN_DISCOUNT)
  const wallet = new Wallet(page)
  await openWithToken(page, `${platform.address}/lobby`, account.token)
  await wallet.open()
  await wallet.claim('discount').click()
  await expect(
    page.getByRole('button', { name: text('tr', 'claims.discount.given', { amount: money(DISCOUNT) }) }),
  ).toBeVisible()
  await expect(wallet.window).toBeHidden()
  await agreeInLobby(lobbyPage, account)
  expect(await account.balance()).toBe(before + DISCOUNT)
  const [last] = await account.transactions()
  expect(last).toMatchObject({ amount: DISCOUNT, balance: before + DISCOUNT })
  await page.reload()
  await wallet.open()
  await expect(wallet.claim('discount')).toHaveText(/^[12]\d sn. sonra$/)
  await wallet.press('discount')
  await expect(wallet.reason('discount')).toHaveText(
    text('tr', 'claims.discount.window', { window: '30 saniye' }),
  )
  expect(await account.balance()).toBe(before + DISCOUNT)
  await page.goto('about:blank')
  await end()
})

test("a balance above the discount's limit shows the limit and sends no call", async ({
  page,
  context,
  openSignedIn,
}) => {
  await withSettings(context, { minDiscount: '1.000' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const wallet = new Wallet(page)
  await openSignedIn()
  await wallet.open()
  await wallet.press('discount')
  await expect(wallet.reason('discount')).toHaveText(text('tr', 'claims.tooHigh', { amount: money(100_000) }))
  expect(asked.filter((url) => url.includes('/player/discount'))).toEqual([])
  await axeFindsNothingHere(page, 'wallet')
})

test('a lost answer moves money once: the balance is right, and the next tap repeats the same request', async ({
  page,
  guard,
  account,
  lobbyPage,
  openSignedIn,
}) => {
  guard.allow(/ERR_CONNECTION_RESET/)
  const before = await account.balance()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/player/bonus')) asked.push(new URL(request.url()).search)
  })
  const faults = await openFaults(page)
  const wallet = new Wallet(page)
  await openSignedIn()
  await wallet.open()
  const answer = faults.catch('reply', '/player/bonus')
  await wallet.claim('bonus').click()
  await expect(wallet.claim('bonus')).toHaveText(text('tr', 'claims.calculating'))
  await (await answer).breakOff()
  await expect(wallet.reason('bonus')).toHaveText(text('tr', 'claims.lost'))
  await agreeInLobby(lobbyPage, account)
  expect(await account.balance()).toBe(before + BONUS)
  await wallet.claim('bonus').click()
  await expect(
    page.getByRole('button', { name: text('tr', 'claims.bonus.given', { amount: money(BONUS) }) }),
  ).toBeVisible()
  await agreeInLobby(lobbyPage, account)
  expect(await account.balance()).toBe(before + BONUS)
  expect(asked).toHaveLength(2)
  expect(asked[0]).toBe(asked[1])
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
