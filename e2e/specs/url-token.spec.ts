import type { BrowserContext, Request } from '@playwright/test'
import { signIn } from '../fixtures/api-client.ts'
import { playerOf, tokenIn } from '../fixtures/session.ts'
import { expect, strictTest } from '../fixtures/test.ts'
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
