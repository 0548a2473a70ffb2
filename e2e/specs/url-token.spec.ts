import type { BrowserContext, Request } from '@playwright/test'
import { ask, signIn, standUp } from '../fixtures/api-client.ts'
import { bearer, expectSignedIn, playerOf, tokenIn } from '../fixtures/session.ts'
import { expect, strictTest, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { LobbyPage } from '../pages/lobby-page.ts'

/* A token in the address. */

/**
 * Records every address and Referer that this browser sends from now on, except the navigations' own
 * addresses.
 */
function sentFrom(context: BrowserContext): () => Promise<string> {
  const sent: Promise<string>[] = []
  const note = async (request: Request) => {
    // A request that the test's end aborts has no headers.
    const { referer = '' } = await request.allHeaders().catch((): Record<string, string> => ({}))
    return `${request.isNavigationRequest() ? '' : request.url()} ${referer}`
  }
  context.on('request', (request) => sent.push(note(request)))
  context.on('page', (page) => page.on('websocket', (ws) => sent.push(Promise.resolve(ws.url()))))
  return async () => (await Promise.all(sent)).join('\n')
}

strictTest(
  'a token in the address signs in, and is then in no address, Referer or log @matrix',
  async ({ context, strict }) => {
    const player = playerOf(strict, 'emine')
    const { token } = await signIn(strict, player)
    const sent = sentFrom(context)
    const page = await context.newPage()
    const socket = page.waitForEvent('websocket')
    await page.goto(`/lobby/1/Kervan?from=link&token=${token}#row`)
    await expect(page).toHaveURL(/\/lobby\/1\/Kervan\?from=link#row$/)
    await new LobbyPage(page).isOf(player)
    await socket
    await page.reload()
    await expect(page).toHaveURL(/\/lobby\/1\/Kervan\?from=link#row$/)
    await new LobbyPage(page).isOf(player)
    // Every start renews the token; within one second it is the same text.
    const now = await tokenIn(page)
    const all = { sent: await sent(), log: strict.output() }
    expect(all.sent).toContain('/api/validate')
    expect(all.sent).toContain('/socket.io/')
    expect(all.log).toContain('/api/validate')
    for (const secret of [token, now].flatMap((one) => one.split('.').slice(1))) {
      expect(all.sent).not.toContain(secret)
      expect(all.log).not.toContain(secret)
    }
  },
)

test("another player's token asks for confirmation, and both answers work @matrix", async ({
  page,
  platform,
  loginPage,
  lobbyPage,
}) => {
  const [now, next] = [playerOf(platform, 'deniz'), playerOf(platform, 'emine')]
  for (const one of [now, next]) await standUp(platform, one)
  const link = `/lobby?token=${(await signIn(platform, next)).token}`
  const button = (key: string) => page.getByRole('button', { name: text('tr', `login.token.${key}`) })
  await page.goto('/login')
  await loginPage.logIn(now)
  await expectSignedIn(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: text('tr', 'login.token.title') })).toBeFocused()
  await expect(page.getByText(now.username)).toContainText(next.username)
  await expect(lobbyPage.balance).toHaveCount(0)
  await button('stay').click()
  await expectSignedIn(page)
  await lobbyPage.isOf(now)

  const before = await tokenIn(page)
  await page.goto(link)
  await button('replace').click()
  await expectSignedIn(page)
  await lobbyPage.isOf(next)
  // The replaced player is logged out, also on the platform.
  await expect.poll(async () => (await ask(platform, '/api/player/balance', bearer(before))).status).toBe(401)
  await page.reload()
  await lobbyPage.isOf(next)
})
