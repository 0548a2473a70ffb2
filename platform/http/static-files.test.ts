import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteHeaders, valueFor } from '../config/headers/header-set.ts'
import { readSiteFiles } from '../config/headers/site-files.ts'
import { avifName } from '../config/posters.ts'
import { withoutUnpaidClaims } from '../players/claim-rules.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { createServer } from './server.ts'
import { readBuiltApp } from './static-files.ts'

const SPLASH = 'body { background: #120d0a }'
const BOOT = 'performance.mark("html")'
const HTML = `<!doctype html><style>${SPLASH}</style><script>${BOOT}</script><script type="module" src="/assets/index-abc.js"></script>`
const SCRIPT = `export const text = '${'reel '.repeat(500)}'`
const INFO_HTML = `<!doctype html><style>${SPLASH}</style><script>alert(1)</script><p>Words`
const INFO = [
  '/password-reset.html',
  '/game-rules-and-content.html',
  '/player-protection-information.html',
  '/terms-of-use.html',
  '/privacy-policy.html',
  '/paytables.html',
]
const page = { accept: 'text/html,application/xhtml+xml' }

const dir = scratchFolder()
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(dir, 'assets/machines'), { recursive: true })
  mkdirSync(join(dir, '.vite'))
  writeFileSync(join(dir, 'index.html'), HTML)
  for (const name of [...INFO, '/other.html']) writeFileSync(join(dir, name), INFO_HTML)
  // A compressed copy contains the same page.
  writeFileSync(join(dir, 'paytables.html.gz'), gzipSync(INFO_HTML))
  writeFileSync(join(dir, 'assets/index-abc.js'), SCRIPT)
  writeFileSync(join(dir, 'assets/index-abc.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(dir, 'assets/index-abc.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(dir, 'assets/machines/nar.png'), 'art')
  writeFileSync(join(dir, 'assets/machines/nar.svg'), '<svg/>')
  writeFileSync(join(dir, 'assets/machines', avifName('nar.png', Buffer.from('art'))), 'avif')
  writeFileSync(join(dir, 'assets/machines', avifName('nar.png', Buffer.from('art'), true)), 'small avif')
  // An operator's own picture replaces a shipped one whose AVIF still exists.
  writeFileSync(join(dir, 'assets/machines/ocak.png'), 'own art')
  writeFileSync(join(dir, 'assets/machines', avifName('ocak.png', Buffer.from('shipped art'))), 'avif')
  writeFileSync(join(dir, 'sw.js'), 'worker')
  writeFileSync(join(dir, 'Settings.json'), JSON.stringify({ machineUrl: 'https://machines.example:444' }))
  const manifest = { 'index.html': { file: 'assets/index-abc.js' } }
  writeFileSync(join(dir, '.vite/manifest.json'), JSON.stringify(manifest))
  app = await createServer({ logLevel: 'silent', trustProxy: ['127.0.0.1'], built: await readBuiltApp(dir) })
})

afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('Settings.json has no claim buttons that the platform does not pay', async () => {
  const grants = { discount: { amount: 2500, maxPerDay: 1 }, bonus: { amount: 0, maxPerDay: 1 } }
  const own = await createServer({
    logLevel: 'silent',
    trustProxy: [],
    built: await readBuiltApp(dir),
    adjustSettings: (settings) => withoutUnpaidClaims(settings, grants),
  })
  const { body, headers } = await own.inject({ url: '/Settings.json' })
  expect(JSON.parse(body)).toEqual({ machineUrl: 'https://machines.example:444', autoBonus: false })
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringMatching('application/json'),
  })
  await own.close()
})

test('Settings.json is compressed as it is on disk; with a syntax error the last good one stays', async () => {
  const own = scratchFolder()
  writeFileSync(join(own, 'index.html'), HTML)
  const server = await createServer({ logLevel: 'silent', trustProxy: [], built: await readBuiltApp(own) })
  const settings = () => server.inject({ url: '/Settings.json', headers: { 'accept-encoding': 'gzip, br' } })
  expect((await settings()).statusCode).toBe(404)
  const text = `{"informationText": "${'reel '.repeat(400)}"}`
  writeFileSync(join(own, 'Settings.json'), text)
  await settings()
  writeFileSync(join(own, 'Settings.json'), text.replace('}', ',}'))
  const { headers, rawPayload } = await settings()
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
  expect(brotliDecompressSync(rawPayload).toString()).toBe(text)
  await server.close()
})

test('index.html embeds what its first script needs of the current Settings.json', async () => {
  const own = scratchFolder()
  writeFileSync(join(own, 'index.html'), `<!doctype html><html lang="tr"><p>${'Login '.repeat(200)}`)
  const server = await createServer({
    logLevel: 'silent',
    trustProxy: [],
    built: await readBuiltApp(own),
    adjustSettings: (settings) => ({ ...settings, countryCheck: true }),
  })
  const at = async (url: string, more: Record<string, string> = {}) =>
    server.inject({ url, headers: { ...page, ...more } })
  const stampOf = async (url: string) => {
    const [, text] = /<html data-settings="(.*?)" lang="tr">/.exec((await at(url)).body) ?? []
    return text === undefined
      ? undefined
      : JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  }
  expect(await stampOf('/')).toBeUndefined()
  writeFileSync(
    join(own, 'Settings.json'),
    '{"language": "en", "languageSelect": "<b>", "apiUrl": "/a&b$&", "siteId": 7, "notificationUrl": "https://x.example"}',
  )
  // No address of another server, because a cached page may be older than a change of it.
  const stamped = {
    ...{ language: 'en', languageSelect: true, arabic: false, countryCheck: true, showLobby: true },
    ...{ socketToken: 'query', apiUrl: '/a&b$&', machineUrl: '' },
  }
  for (const url of ['/', '/index.html', '/lobby', '/no/such/page'])
    expect(await stampOf(url)).toEqual(stamped)
  const { etag } = (await at('/')).headers
  expect((await at('/', { 'if-none-match': String(etag) })).statusCode).toBe(304)
  const packed = await at('/lobby', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
  })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe((await at('/')).body)
  writeFileSync(join(own, 'Settings.json'), '{"language": "ar"')
  expect(await stampOf('/')).toEqual(stamped)
  writeFileSync(join(own, 'Settings.json'), '{"language": "ar"}')
  expect((await stampOf('/')).language).toBe('ar')
  expect((await at('/', { 'if-none-match': String(etag) })).statusCode).toBe(200)
  await server.close()
})

describe('files', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('requested with Accept-Encoding %s are sent as %s', async (accepted, encoding) => {
    const answer = await get('/assets/index-abc.js', { 'accept-encoding': accepted })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(answer.headers.vary).toBe('accept-encoding')
  })

  test.each([
    '/assets/index-abc.js.br',
    '/.vite/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/none.js',
    '/assets/%00',
    '/assets',
  ])('%s is not served', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.json()).toMatchObject({ code: expect.any(Number), ErrorMessage: expect.any(String) })
  })
})

test.each([undefined, 'https://reports.example/csp'])(
  'every header that is printed for other servers is sent here too, with reports to %s',
  async (cspReportUrl) => {
    const settings = JSON.parse(readFileSync(join(dir, 'Settings.json'), 'utf8'))
    const printed = siteHeaders(await readSiteFiles(dir), settings, cspReportUrl)
    const built = await readBuiltApp(dir, undefined, cspReportUrl)
    const own = await createServer({ logLevel: 'silent', trustProxy: ['127.0.0.1'], built, cspReportUrl })
    const tls = { ...page, 'x-forwarded-proto': 'https' }
    for (const url of ['/', '/index.html', '/sw.js', ...INFO]) {
      const { headers } = await own.inject({ url, headers: tls })
      for (const header of printed) {
        const sent = String(headers[header.name.toLowerCase()])
        expect([url, header.name, sent]).toEqual([url, header.name, valueFor(header, url)])
      }
      if (cspReportUrl === undefined) expect(headers).not.toHaveProperty('reporting-endpoints')
    }
    await own.close()
  },
)

test("a poster is AVIF for browsers that accept it, unless it is an operator's own", async () => {
  const browser = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' }
  const poster = async (name: string, headers = {}) => {
    const answer = await get(`/assets/machines/${name}.png`, headers)
    return [answer.headers['content-type'], answer.body, answer.headers.vary]
  }
  expect(await poster('nar', browser)).toEqual(['image/avif', 'avif', 'accept'])
  expect(await poster('nar')).toEqual(['image/png', 'art', 'accept'])
  expect(await poster('ocak', browser)).toEqual(['image/png', 'own art', 'accept'])
  const small = async (name: string, headers = {}) =>
    (await get(`/assets/machines/${name}.png?w=320`, headers)).body
  expect(await small('nar', browser)).toBe('small avif')
  expect(await small('nar')).toBe('art')
  expect(await small('ocak', browser)).toBe('own art')
  expect((await get('/assets/machines/nar.png')).headers['cache-control']).toBe('public, max-age=3600')
  // The SVG next to it is text, which is compressed.
  expect((await get('/assets/machines/nar.svg', browser)).headers.vary).toBe('accept-encoding')
})

test('files that are no document carry only the headers that they need', async () => {
  const names = async (url: string) => Object.keys((await get(url)).headers).sort()
  const always = ['cache-control', 'content-length', 'content-type', 'date', 'vary']
  const safe = [
    'content-security-policy',
    'cross-origin-resource-policy',
    'x-content-type-options',
    'x-frame-options',
  ]
  expect(await names('/assets/index-abc.js')).toEqual([...always, ...safe].sort())
  // Too short to be compressed here.
  const uncompressed = always.filter((name) => name !== 'vary')
  expect(await names('/Settings.json')).toEqual([...uncompressed, ...safe, 'etag'].sort())
  const validators = ['accept-ranges', 'etag', 'last-modified']
  expect(await names('/assets/machines/nar.png')).toEqual([...always, ...safe, ...validators].sort())
  // A refusal is a document, whatever its path.
  expect(await names('/assets/none.js')).toContain('permissions-policy')
})

describe("the app's routes", () => {
  test.each([
    '/',
    '/login',
    '/login?token=x',
    '/logout',
    '/callback',
    '/lobby',
    '/lobby/3/Nar',
    '/lobby/3/Nar%20v1.5',
    '/game',
    '/game/7/Nar%2007',
    '/profile',
    '/profile/7',
    '/slot-sessions',
    '/transactions',
    '/auth/admin-role-example',
    '/auth/staff-role-example',
    '/auth/guest-role-example',
    '/pages/errors/error-404',
    '/pages/errors/error-500',
    '/LOBBY',
    '/Lobby/3/NAR/',
    '/Pages/Errors/Error-404',
    '/game/7/100%',
    '/lobby/3/%E0%A4%A',
  ])('%s opens the app', async (url) => {
    const answer = await get(url, page)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(HTML)
  })

  test.each([
    '/nowhere',
    '/documentation',
    '/ui/icons',
    '/lobbyx',
    '/lobby/3/Nar/x',
    '/login/x',
    '/admin/player',
    '/100%',
    '/%zz/%',
    '/%E0%A4%A?a=%',
    '/%00',
    '/..%2f..%2fpackage',
    `/${'x'.repeat(2000)}`,
  ])('%s is no page: the app comes with status 404', async (url) => {
    const answer = await get(url, page)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe(HTML)
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test.each([undefined, '', '*/*', 'text/*;q=0.8', 'text/html', 'Text/HTML'])(
    'a client that accepts %j gets a page',
    async (accept) => {
      const headers = accept === undefined ? {} : { accept }
      expect(await get('/lobby', headers)).toMatchObject({ statusCode: 200, body: HTML })
    },
  )

  test.each([
    ...['/', '/index.html', '/lobby', '/nowhere', '/Settings.json', '/terms-of-use.html', '/sw.js'],
    ...['/assets/index-abc.js', '/assets/machines/nar.png', '/assets/machines/nar.png?w=320'],
  ])('HEAD %s has the headers of GET', async (url) => {
    const accept = 'text/html, image/avif'
    const head = await app.inject({ method: 'HEAD', url, headers: { accept } })
    const { statusCode, headers } = await get(url, { accept })
    const { date, ...same } = headers
    expect(head).toMatchObject({ statusCode, headers: same })
  })

  test.each(['/lobby', '/Settings.json'])('%s is not sent again to a client with its tag', async (url) => {
    const { etag } = (await get(url, page)).headers
    for (const tags of [`${etag}`, `"x", ${etag}`, `${etag}`.slice('W/'.length), '*'])
      expect((await get(url, { ...page, 'if-none-match': tags })).statusCode, tags).toBe(304)
    expect((await get(url, { ...page, 'if-none-match': '"x"' })).statusCode).toBe(200)
  })

  test('only who reads a page gets the app', async () => {
    const post = await app.inject({ method: 'POST', url: '/lobby', headers: page })
    for (const answer of [
      await get('/lobby', { accept: 'application/json' }),
      post,
      await get('/api/nothing'),
      await get('/x.js', page),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ code: 60013, ErrorMessage: 'There is no such thing here', params: {} })
    }
  })
})

describe('headers', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

  test('the policy permits what index.html contains and Settings.json names, and nothing else', async () => {
    const header = String((await get('/', page)).headers['content-security-policy'])
    const policy = Object.fromEntries(
      header.split(';').map((rule) => {
        const [name = '', ...values] = rule.split(' ')
        return [name, values]
      }),
    )
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'", hash(BOOT)],
      'style-src': ["'self'", hash(''), hash(SPLASH)],
      'connect-src': ["'self'", 'https://machines.example:444', 'wss://machines.example:444'],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
    })
    expect(header).not.toMatch(/unsafe/)
  })

  test.each(INFO)('%s may be framed by the app, and runs no script', async (url) => {
    const { statusCode, headers } = await get(url, { ...page, 'accept-encoding': 'gzip' })
    expect(statusCode).toBe(200)
    const policy = String(headers['content-security-policy'])
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'none'",
        `style-src 'self' ${hash(SPLASH)}`,
        "frame-ancestors 'self'",
      ]),
    )
    expect(policy).not.toMatch(/unsafe/)
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(headers['cache-control']).toBe('no-cache')
  })

  test.each(['/other.html', '/paytables', '/Settings.json'])('%s may not be framed', async (url) => {
    const { headers } = await get(url, page)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-frame-options']).toBe('DENY')
  })

  test('send no referrer, and HSTS only behind TLS', async () => {
    const plain = await get('/api/nothing')
    expect(plain.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(plain.headers['strict-transport-security']).toBeUndefined()
    const secure = await get('/', { 'x-forwarded-proto': 'https' })
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
  })
})
