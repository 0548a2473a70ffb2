import type { BrowserContext, Page } from '@playwright/test'
import { LOCALE_CODES } from '../../src/contract/locales.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { reloadIn } from '../fixtures/reload-in.ts'
import { withSettings } from '../fixtures/settings.ts'
import { spaceBeside } from '../fixtures/space-beside.ts'
import { expect, test } from '../fixtures/test.ts'
import { ExtrasPage } from '../pages/extras-page.ts'

/* The extras: Team Chat, the quick panel, the theme panels. */

/** Opens this player's lobby with the extras on. */
async function lobbyWithExtras(page: Page, context: BrowserContext, token: string): Promise<ExtrasPage> {
  await withSettings(context, { extras: true })
  await openWithToken(page, '/lobby', token)
  const extras = new ExtrasPage(page)
  await expect(extras.dock).toBeVisible()
  return extras
}

test('a panel is 380 px wide, the chat 360', async ({ page, context, account }) => {
  const extras = await lobbyWithExtras(page, context, account.token)
  const { width = 0 } = page.viewportSize() ?? {}
  for (const [name, widest] of [
    ['quick', 380],
    ['chat', 360],
  ] as const) {
    await extras.open(name)
    expect((await extras.panel(name).boundingBox())?.width).toBeCloseTo(Math.min(widest, width), 1)
    await page.keyboard.press('Escape')
  }
})

/** The buttons of the extras. */
const PARTS = '[data-beside-panels] button, dialog[data-panel] button'

for (const [language, side] of [
  ['tr', 'right'],
  ['ar', 'left'],
] as const)
  test(`no button lies behind the notch of a phone on its side: ${language}`, async ({
    page,
    context,
    account,
  }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await withSettings(context, { extras: true, arabic: true, language })
    await openWithToken(page, '/lobby', account.token)
    const extras = new ExtrasPage(page, language)
    await expect(extras.dock).toBeVisible()
    const device = await context.newCDPSession(page)
    await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { [side]: 59 } })
    await expect.poll(() => spaceBeside(page, PARTS, side), 'dock').toBeGreaterThanOrEqual(59)
    await extras.open('theme')
    await expect.poll(() => spaceBeside(page, PARTS, side), 'panel').toBeGreaterThanOrEqual(59)
  })

test("the chat's title has one line beside the player's status", async ({ page, context, account }) => {
  await withSettings(context, { arabic: true, extras: true })
  await openWithToken(page, '/lobby', account.token)
  for (const language of LOCALE_CODES) {
    await reloadIn(page, language)
    const extras = new ExtrasPage(page, language)
    await extras.open('chat')
    await expect(extras.panel('chat').getByRole('combobox')).toBeVisible()
    const title = extras.panel('chat').getByRole('heading').first()
    expect.soft(await title.evaluate(countLines), language).toBe(1)
    const excess = await extras
      .panel('chat')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect.soft(excess, language).toBe(0)
  }
})

/** The number of lines of a text. Runs in the page. */
function countLines(part: Element): number {
  const text = document.createRange()
  text.selectNodeContents(part)
  return new Set([...text.getClientRects()].map(({ top }) => top)).size
}
