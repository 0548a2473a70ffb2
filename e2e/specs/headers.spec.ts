import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PARSERS } from '../../platform/testing/config/headers/printed-headers.ts'
import { collectViolations, NO_SCRIPTS } from '../fixtures/csp-violations.ts'
import { dist, openForeignSite, printHeaders } from '../fixtures/foreign-site.ts'
import { playOnce, walkToGame } from '../fixtures/open-game.ts'
import { isInstalled, startStaticSite, startWebServer } from '../fixtures/real-web-server.ts'
import { resolvePathsAgainst } from '../fixtures/resolve-paths.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'

/*
 * The headers printed by `npm run settings -- --headers`, on a plain server, with the platform on another
 * origin.
 */

const t = (key: string) => text('tr', key)

test('the app runs with the printed headers', async ({
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
  const site = await openForeignSite(platform.address, 'nginx', { externalInfo: true })
  const violations = await collectViolations(context)
  resolvePathsAgainst(page, site.origin)
  const calls = new Set<string>()
  page.on('request', (request) => calls.add(new URL(request.url()).origin))
  const sockets = new Set<string>()
  page.on('websocket', (socket) => sockets.add(new URL(socket.url()).origin))

  let sendSettings = () => {}
  const settingsDue = new Promise<void>((done) => {
    sendSettings = done
  })
  await page.route('**/Settings.json', (route) => settingsDue.then(() => route.continue()), { times: 1 })
  await page.goto('/login')
  await expect(loginPage.username, 'the printed page does not wait for Settings.json').toBeVisible()
  const answered = page.waitForResponse('**/Settings.json')
  sendSettings()
  await answered

  await walkToGame({ loginPage, lobbyPage, gamePage }, player)
  await gamePage.load('100')
  await playOnce(gamePage)
  await gamePage.leaveCredit()
  await page.getByRole('link', { name: t('info.gameRules') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('iframe[data-loaded]')).toBeVisible()
  await expect(dialog.frameLocator('iframe').getByRole('heading').first()).toBeVisible()
  await dialog.getByRole('button', { name: t('ui.close') }).click()
  await expect(dialog).toBeHidden()

  expect(violations).toEqual([])
  expect([...calls].filter((origin) => !origin.startsWith('blob')).sort()).toEqual(
    [site.origin, site.server].sort(),
  )
  expect([...sockets]).toEqual([site.server.replace('http', 'ws')])
  // Files with a content hash in their names are cached for ever, and no others.
  expect(site.hashed.length).toBeGreaterThan(20)
  for (const path of site.hashed)
    expect([path, site.headers.site(path)['cache-control']]).toEqual([
      path,
      expect.stringContaining('immutable'),
    ])
  await page.goto('about:blank')
  await site.close()
})

for (const name of (['nginx', 'caddy'] as const).filter(isInstalled)) {
  test(`an installed ${name} sends the headers printed for it`, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'reelcast-settings-'))
    const file = join(dir, 'Settings.json')
    const other = 'http://127.0.0.1:9'
    writeFileSync(file, JSON.stringify({ apiUrl: `${other}/api`, machineUrl: other, notificationUrl: other }))
    const printed = printHeaders(name, file)
    rmSync(dir, { recursive: true })
    const parsed = PARSERS[name](printed)
    const { site, server, close } = await startWebServer(name, printed, dist)
    const sent = async (address: string, method = 'GET') => {
      const answer = await fetch(address, { method })
      return { status: answer.status, headers: Object.fromEntries(answer.headers) }
    }
    for (const path of [
      '/',
      '/lobby/3',
      '/paytables.html',
      '/sw.js',
      '/Settings.json',
      '/assets/machines/nar.png',
    ])
      expect([path, (await sent(site + path)).headers]).toEqual([
        path,
        expect.objectContaining(parsed.site(path)),
      ])
    for (const path of ['/api/balance', '/check', '/whep/7']) {
      const printedHeaders = expect.objectContaining({ ...parsed.cors(other + path) })
      expect([path, (await sent(server + path)).headers]).toEqual([path, printedHeaders])
      expect([path, await sent(server + path, 'OPTIONS')]).toEqual([
        path,
        { status: 204, headers: printedHeaders },
      ])
    }
    await close()
  })
}

const describeNginx = () => {
  test.use({ ignoreHTTPSErrors: true })

  test('serves every page with its headers, and what is compressed', async ({ page, request, guard }) => {
    // No platform answers the calls of the page.
    guard.allow(/404/)
    const file = join(dist, 'Settings.json')
    const parsed = PARSERS.nginx(printHeaders('nginx', file))
    const { address, close } = await startStaticSite(printHeaders('nginx', file), dist)
    const sent = async (path: string) => {
      const answer = await request.get(address + path, { headers: { 'accept-encoding': 'gzip' } })
      return { status: answer.status(), headers: answer.headers() }
    }
    const found = [
      '/',
      '/login',
      '/LOBBY/3',
      '/game/7/Nar',
      '/pages/errors/error-404',
      '/auth/x',
      '/Settings.json',
    ]
    for (const path of [
      ...found,
      '/sw.js',
      '/paytables.html',
      '/assets/machines/nar.png',
      '/manifest.webmanifest',
    ])
      expect([path, await sent(path)]).toEqual([
        path,
        { status: 200, headers: expect.objectContaining(parsed.site(path)) },
      ])
    expect((await sent('/sw.js')).headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    })
    expect((await sent('/manifest.webmanifest')).headers['content-type']).toBe('application/manifest+json')
    for (const path of ['/no-such-page', '/.vite/complete', '/%', '/lobby/%zz']) {
      const unknown = await request.get(address + path)
      expect([path, unknown.status()]).toEqual([path, 404])
      expect(await unknown.text()).toContain('<div id="root"')
      expect(unknown.headers()).toMatchObject(parsed.site('/'))
    }
    await page.goto(`${address}/login`)
    await expect(page.getByRole('button', { name: t('login.submit') })).toBeVisible()
    await page.goto('about:blank')
    await close()
  })
}
if (isInstalled('nginx')) test.describe('nginx with the shipped file for static files', describeNginx)
