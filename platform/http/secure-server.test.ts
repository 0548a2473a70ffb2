import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { Agent, request } from 'node:https'
import { connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { selfSignedCertificate } from '../testing/lib/certificate.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import { measureCalls } from './health-routes.ts'
import { createSecureServer } from './secure-server.ts'
import { createServer } from './server.ts'
import { readBuiltApp } from './static-files.ts'
import { whepRoutes } from './whep.ts'

const tls = (() => {
  const { cert, key } = selfSignedCertificate()
  return { cert: Buffer.from(cert), key: Buffer.from(key) }
})()
const SCRIPT = `export const text = '${'reel '.repeat(500)}'`

const dir = scratchFolder()
let app: FastifyInstance | undefined
beforeAll(() => {
  mkdirSync(join(dir, 'assets'))
  mkdirSync(join(dir, '.vite'))
  writeFileSync(join(dir, 'index.html'), '<!doctype html>')
  writeFileSync(join(dir, 'assets/index-abc.js'), SCRIPT)
  writeFileSync(join(dir, 'assets/index-abc.js.br'), brotliCompressSync(SCRIPT))
  const manifest = { 'index.html': { file: 'assets/index-abc.js' } }
  writeFileSync(join(dir, '.vite/manifest.json'), JSON.stringify(manifest))
})
afterEach(() => app?.close())

/** Starts listening, and returns the address. */
async function start(server: FastifyInstance): Promise<string> {
  app = server
  return server.listen({ port: 0, host: '127.0.0.1' })
}

const startSite = async () =>
  start(await createServer({ logLevel: 'silent', trustProxy: [], tls, built: await readBuiltApp(dir) }))

function openSession(address: string): ClientHttp2Session {
  const session = connect(address, { ca: tls.cert })
  onTestFinished(() => session.destroy())
  return session
}

async function read(stream: ClientHttp2Stream) {
  const [headers] = await once(stream, 'response')
  return { headers, body: await text(stream) }
}

test('serves pages and files over HTTP/2, with HSTS and without headers of a connection', async () => {
  const session = openSession(await startSite())
  const page = await read(session.request({ ':path': '/lobby', accept: 'text/html' }))
  expect(session.alpnProtocol).toBe('h2')
  expect(page).toMatchObject({ body: '<!doctype html>', headers: { ':status': 200 } })
  expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(page.headers).not.toHaveProperty('connection')

  const script = await read(session.request({ ':path': '/assets/index-abc.js', 'accept-encoding': 'br' }))
  expect(script.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  })
  expect(script.headers).not.toHaveProperty('referrer-policy')
  const missing = await read(session.request({ ':path': '/api/nothing' }))
  expect(missing.headers[':status']).toBe(404)
})

test('limits a client of HTTP/2 that invents methods, and neither logs nor counts each of them', async () => {
  const metrics = createMetrics()
  const lines: string[] = []
  const server = await createServer({
    ...{ logLevel: 'warn', trustProxy: [], tls, built: undefined, limits: { calls: 1, logins: 1 } },
    logStream: { write: (line) => void lines.push(line) },
  })
  measureCalls(server, metrics)
  const session = openSession(await start(server))
  const statuses: unknown[] = []
  for (let at = 0; at < 30; at += 1) {
    const { headers } = await read(session.request({ ':method': `INVENTED${at}`, ':path': '/' }))
    statuses.push(headers[':status'])
  }
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect(lines).toEqual([])
  expect(await metrics.text()).not.toContain('INVENTED')
})

/** A GET over HTTP/1.1, through an agent that keeps the connection open. */
async function getOverHttp1(url: string) {
  const agent = new Agent({ keepAlive: true, ca: tls.cert, ALPNProtocols: ['http/1.1'] })
  onTestFinished(() => agent.destroy())
  const sent = request(url, { agent, headers: { accept: 'text/html' } })
  sent.end()
  const [response] = await once(sent, 'response')
  return { version: response.httpVersion, headers: response.headers, body: await text(response), sent }
}

test('serves the same over HTTP/1.1, whose connection stays open without a header that says so', async () => {
  const { version, headers, body, sent } = await getOverHttp1(`${await startSite()}/login`)
  expect([headers.connection, headers['keep-alive'], sent.socket?.destroyed]).toEqual([
    ...[undefined, undefined],
    false,
  ])
  expect({ version, body }).toEqual({ version: '1.1', body: '<!doctype html>' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

test('a stop closes idle connections of either protocol, and one in its handshake', async () => {
  const address = await startSite()
  const session = openSession(address)
  await read(session.request({ ':path': '/login', accept: 'text/html' }))
  const { sent } = await getOverHttp1(`${address}/login`)
  const raw = dial(Number(new URL(address).port), '127.0.0.1')
  await once(raw, 'connect')
  const closed = [session, raw, sent.socket as Socket].map((connection) => once(connection, 'close'))
  await app?.close()
  await Promise.all(closed)
})

test('a body that does not arrive in time ends its stream, and no other', async () => {
  const server = createSecureServer(tls, { requestTimeout: 100 })
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  server.post('/', async () => {
    await finished
    return { ok: true }
  })
  const session = openSession(await start(server))
  const headers = { ':path': '/', ':method': 'POST', 'content-type': 'application/json' }
  const whole = session.request(headers)
  whole.end('{}')
  const slow = session.request(headers)
  slow.write('{')
  slow.on('error', () => {})
  await once(slow, 'close')
  finish()
  expect((await read(whole)).body).toBe('{"ok":true}')
})

test('a viewer that cancels its WHEP request over HTTP/2 leaves no viewer behind', async () => {
  const server = await createServer({ logLevel: 'silent', trustProxy: [], tls, built: undefined })
  let answer: (opened: { id: string; answer: string }) => void = () => {}
  const engine = {
    open: vi.fn(
      () =>
        new Promise<{ id: string; answer: string }>((resolve) => {
          answer = resolve
        }),
    ),
    close: vi.fn(),
    onClosed: () => () => {},
  }
  const scene = { id: '1', name: 'Nar 01', brand: 'nar', game: 'classic5', currency: 'TRY' }
  await whepRoutes(server, {
    engine: engine as Partial<VideoEngine> as VideoEngine,
    authenticate: async () => ({ ok: true, identity: { playerId: 'alice', loginId: 'login' }, expiresAt: 0 }),
    machine: () => scene,
    isOnline: () => true,
    ownerOf: () => 'alice',
  })
  const session = openSession(await start(server))
  const post = session.request({ ':path': '/whep/1', ':method': 'POST', 'content-type': 'application/sdp' })
  post.end('v=0')
  await vi.waitFor(() => expect(engine.open).toHaveBeenCalled())
  post.close()
  await once(post, 'close')
  // The server has read the cancellation once it answers a later request.
  await new Promise((resolve) => session.ping(resolve))
  answer({ id: 'viewer', answer: 'v=0' })
  await vi.waitFor(() => expect(engine.close).toHaveBeenCalledWith('viewer'))
})
