import { connect, type IncomingHttpHeaders } from 'node:http2'
import { connect as dial } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as tls } from 'node:tls'
import { standUp } from '../fixtures/api-client.ts'
import { playOnce, walkToGame } from '../fixtures/open-game.ts'
import { isInstalled, startProxy } from '../fixtures/real-web-server.ts'
import { resolvePathsAgainst } from '../fixtures/resolve-paths.ts'
import { DENIED } from '../fixtures/restricted-login-platform.ts'
import { playerOf } from '../fixtures/session.ts'
import { expect, strictTest as test } from '../fixtures/test.ts'
import { text as textOf } from '../fixtures/texts.ts'

/* The shipped proxy configurations, in front of a platform that trusts its proxy. */

test.use({ ignoreHTTPSErrors: true })

/** The client's address, which differs from the proxy's. */
const CLIENT = '127.0.0.9'

/** Sends calls over one HTTP/2 connection. */
function openClient({ address, ca }: { address: string; ca: string }) {
  const { hostname, port } = new URL(address)
  const raw = dial({ host: '127.0.0.1', port: Number(port), localAddress: CLIENT })
  const socket = tls({ socket: raw, servername: hostname, ca, ALPNProtocols: ['h2'] })
  const session = connect(address, { createConnection: () => socket })
  async function call(path: string, headers: Record<string, string> = {}, body?: object) {
    const method = body ? 'POST' : 'GET'
    const stream = session.request({
      ':path': path,
      ':method': method,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    })
    stream.end(body && JSON.stringify(body))
    const answered = new Promise<IncomingHttpHeaders & { ':status'?: number }>((done, fail) => {
      stream.once('response', done).once('error', fail)
    })
    return { headers: await answered, body: await text(stream) }
  }
  return { socket, session, call }
}

for (const name of (['nginx', 'caddy'] as const).filter(isInstalled)) {
  test(`the app is played through ${name}, over TLS and HTTP/2`, async ({
    page,
    strict,
    loginPage,
    lobbyPage,
    gamePage,
  }) => {
    const player = playerOf(strict)
    await standUp(strict, player)
    const proxy = await startProxy(name, strict.address)
    const { socket, session, call } = openClient(proxy)

    await test.step('pages arrive over HTTP/2 with HSTS, hashed files compressed and cacheable', async () => {
      const { headers, body } = await call('/login', { accept: 'text/html' })
      expect(socket.alpnProtocol).toBe('h2')
      expect(headers).toMatchObject({
        ':status': 200,
        'strict-transport-security': expect.stringContaining('max-age='),
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      })
      const [script = ''] = /\/assets\/[\w-]+\.js/.exec(body) ?? []
      const file = await call(script, { 'accept-encoding': 'br, gzip' })
      expect(file.headers).toMatchObject({
        ':status': 200,
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
      })
    })

    await test.step("the platform knows the client's address, whatever the client claims", async () => {
      const login = await call('/api/login', { 'x-forwarded-for': DENIED }, player)
      expect(login.headers[':status']).toBe(200)
      const { token } = JSON.parse(login.body)
      const logins = await call('/api/player/logins', { authorization: `Bearer ${token}` })
      expect(logins.body).toContain(`"${CLIENT}"`)
    })

    await test.step("the operator's paths end at the proxy", async () => {
      for (const path of ['/admin/player', '/metrics', '/readyz', '/video/authorize'])
        expect((await call(path, {}, {})).headers[':status'], path).toBe(404)
      expect((await call('/healthz')).headers[':status']).toBe(200)
    })

    await test.step('a player logs in and plays a spin', async () => {
      resolvePathsAgainst(page, proxy.address)
      const sockets = new Set<string>()
      page.on('websocket', (socket) => sockets.add(new URL(socket.url()).origin))
      await walkToGame({ loginPage, lobbyPage, gamePage }, player)
      await gamePage.load('100')
      await playOnce(gamePage)
      await gamePage.cashOut()
      expect([...sockets]).toEqual([proxy.address.replace('https', 'wss')])
      const protocols = await page.evaluate(() =>
        performance.getEntriesByType('resource').map((entry) => Reflect.get(entry, 'nextHopProtocol')),
      )
      expect(protocols).toContain('h2')
      expect(protocols).not.toContain('http/1.1')
    })
    const loggedOut = page.waitForResponse('**/api/player/logout')
    await page.goto('/logout')
    await loggedOut
    await expect(page.getByText(textOf('tr', 'session.logout'))).toBeVisible()
    // Ends all requests before the proxy closes.
    await page.goto('about:blank')
    await standUp(strict, player)
    session.destroy()
    await proxy.close()
  })
}
