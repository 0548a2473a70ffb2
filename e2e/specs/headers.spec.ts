import { openForeignSite } from '../fixtures/foreign-site.ts'
import { playOnce, walkToGame } from '../fixtures/open-game.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { collectViolations, NO_SCRIPTS } from '../fixtures/violations.ts'

/* The headers that `npm run settings -- --headers` prints, on a plain server, with the platform on another origin. */

const t = (key: string) => text('tr', key)

for (const format of ['caddy', 'nginx', 'text'] as const) {
  test(`the app runs with the headers that are printed for ${format}`, async ({
    context,
    page,
    platform,
    player,
    guard,
    loginPage,
    lobbyPage,
    gamePage,
  }) => {
    guard.allow(NO_SCRIPTS)
    const site = await openForeignSite(platform.address, format, { externalInfo: true })
    const violations = await collectViolations(context)
    // The pages' addresses are paths: the site's in place of the platform's.
    const goTo = page.goto.bind(page)
    page.goto = (path, options) => goTo(new URL(path, site.origin).href, options)
    const calls = new Set<string>()
    page.on('request', (request) => calls.add(new URL(request.url()).origin))
    const sockets = new Set<string>()
    page.on('websocket', (socket) => sockets.add(new URL(socket.url()).origin))

    await walkToGame({ loginPage, lobbyPage, gamePage }, player)
    await gamePage.load('100')
    await playOnce(gamePage)
    await gamePage.leaveCredit()
    await lobbyPage.later()
    await page.getByRole('link', { name: t('info.gameRules') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('iframe[data-loaded]')).toBeVisible()
    await expect(dialog.frameLocator('iframe').getByRole('heading').first()).toBeVisible()
    await dialog.getByRole('button', { name: t('info.close') }).click()
    await expect(dialog).toBeHidden()

    expect(violations).toEqual([])
    expect([...calls].filter((origin) => !origin.startsWith('blob')).sort()).toEqual(
      [site.origin, site.server].sort(),
    )
    expect([...sockets]).toEqual([site.server.replace('http', 'ws')])
    // What is named by its content is kept for ever, and nothing else is.
    expect(site.hashed.length).toBeGreaterThan(20)
    for (const path of site.hashed)
      expect([path, site.headers.site(path)['cache-control']]).toEqual([
        path,
        expect.stringContaining('immutable'),
      ])
    await page.goto('about:blank')
    await site.close()
  })
}
