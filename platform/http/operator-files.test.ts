import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagePolicy } from '../config/headers/csp.ts'
import { avifName } from '../config/posters.ts'
import { readPublicFiles } from '../config/public-files.ts'
import { openSettingsFile } from '../config/settings-file.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { createServer } from './server.ts'
import { readBuiltApp } from './static-files.ts'

const TERMS = '<!doctype html><style>p { color: red }</style><p>Our terms'
const STYLE = `.gold { color: gold }${' '.repeat(2000)}`

const scratch = scratchFolder()
let own: string
let app: FastifyInstance

const put = (folder: string, files: Readonly<Record<string, string>>) => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

beforeAll(async () => {
  const built = join(scratch, 'dist')
  own = join(scratch, 'public')
  put(built, {
    'index.html': '<!doctype html><p>App',
    'sw.js': 'worker',
    'assets/index-abcdefg.js': 'entry',
    'assets/index-abcdefg.css': 'style',
    'assets/machines/nar.png': 'shipped art',
    [`assets/machines/${avifName('nar.png', Buffer.from('shipped art')).replace(/.*\//, '')}`]:
      'shipped avif',
    'assets/machines/ocak.png': 'shipped ocak',
    'terms-of-use.html': '<!doctype html><p>Sample',
    'privacy-policy.html': '<!doctype html><p>Sample',
    'favicon.svg': '<svg/>',
    'Settings.json': '{"siteId": 1}',
  })
  put(own, {
    'Settings.json': '{"siteId": 2, "logo": "/our/logo.svg"}',
    'our/logo.svg': '<svg>our</svg>',
    'our/photo of us.jpg': 'photo',
    'operator.css': STYLE,
    'terms-of-use.html': TERMS,
    'terms-of-use.html.gz': gzipSync('stale').toString('latin1'),
    'assets/machines/nar.png': 'our art',
    'index.html': 'no app',
    'sw.js': 'no worker',
    'our/run.js': 'no script',
    'assets/index-abcdefg.css': 'no style',
    '.env': 'secret',
    '.git/config.json': 'secret',
  })
  put(scratch, { 'secret.txt': 'secret', 'public-old/page.html': 'secret' })
  symlinkSync(join(scratch, 'secret.txt'), join(own, 'outside.txt'))
  symlinkSync(scratch, join(own, 'up'))
  // A volume of Kubernetes: links to a folder whose name begins with two dots.
  put(own, { '..data/mounted.svg': '<svg>mounted</svg>' })
  symlinkSync('..data/mounted.svg', join(own, 'mounted.svg'))
  app = await createServer({
    logLevel: 'silent',
    trustProxy: [],
    publicDir: own,
    built: await readBuiltApp(built, await openSettingsFile(join(own, 'Settings.json'))),
  })
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test.each([
  ['/our/logo.svg', '<svg>our</svg>', 'image/svg+xml', 'public, max-age=3600'],
  ['/our/photo%20of%20us.jpg?v=2', 'photo', 'image/jpeg', 'public, max-age=3600'],
  ['/operator.css', STYLE, 'text/css; charset=utf-8', 'public, max-age=3600'],
  ['/terms-of-use.html', TERMS, 'text/html; charset=utf-8', 'no-cache'],
  ['/assets/machines/nar.png?w=320', 'our art', 'image/png', 'public, max-age=3600'],
  ['/mounted.svg', '<svg>mounted</svg>', 'image/svg+xml', 'public, max-age=3600'],
])("%s is the operator's own file", async (url, content, type, cached) => {
  const answer = await get(url, { accept: 'image/avif,*/*' })
  expect([answer.statusCode, answer.body]).toEqual([200, content])
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'cache-control': cached,
    'x-content-type-options': 'nosniff',
  })
  const { etag } = answer.headers
  expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(304)
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.headers['content-type']]).toEqual([200, type])
})

test("the settings are the operator's, and what the folder does not have is the build's", async () => {
  expect((await get('/Settings.json')).json()).toMatchObject({ siteId: 2 })
  expect((await get('/privacy-policy.html')).body).toContain('Sample')
  expect((await get('/assets/machines/ocak.png')).body).toBe('shipped ocak')
  expect((await get('/favicon.svg')).body).toBe('<svg/>')
})

test.each([
  ['/', 'App'],
  ['/index.html', 'App'],
  ['/sw.js', 'worker'],
  ['/assets/index-abcdefg.css', 'style'],
])('%s stays the file of the build', async (url, content) => {
  expect((await get(url, { accept: 'text/html' })).body).toContain(content)
})

test.each([
  '/our/run.js',
  '/.env',
  '/.git/config.json',
  '/outside.txt',
  '/up/secret.txt',
  '/..data/mounted.svg',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/our/..%2f..%2fsecret.txt',
  '/our%5c..%5c..%5csecret.txt',
  '/../public-old/page.html',
  '/assets%2findex-abcdefg.css',
  '/our/logo.svg%00.txt',
  '/our/logo.svg/',
  '/our//logo.svg',
  '/%',
])('%s is not served', async (url) => {
  const { statusCode, body } = await get(url)
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(body).not.toContain('secret')
})

test('a page has the policy of an information page, with its styles as they are now, and can be framed', async () => {
  for (const text of [TERMS, TERMS.replace('red', 'blue')]) {
    writeFileSync(join(own, 'terms-of-use.html'), text)
    const { body, headers } = await get('/terms-of-use.html')
    expect(body).toBe(text)
    expect(headers['content-security-policy']).toBe(pagePolicy(text))
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  }
})

test('a text is compressed, and never sent from a compressed copy in the folder', async () => {
  const style = await get('/operator.css', { 'accept-encoding': 'br, gzip' })
  expect(style.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(style.rawPayload.length).toBeLessThan(STYLE.length / 10)
  expect((await get('/terms-of-use.html', { 'accept-encoding': 'gzip' })).body).toContain('Our terms')
})

test('a text is read and compressed once for each time and size of its file', async () => {
  const file = join(own, 'large.css')
  const [first, second] = ['red', 'tan'].map((colour) => `.x { color: ${colour} }`.repeat(500))
  const write = (text = '', at: number) => {
    writeFileSync(file, text)
    utimesSync(file, at, at)
  }
  const sent = async () => {
    const { rawPayload } = await get('/large.css', { 'accept-encoding': 'br' })
    return brotliDecompressSync(rawPayload).toString()
  }
  write(first, 1)
  expect(await sent()).toBe(first)
  write(second, 1)
  expect(await sent()).toBe(first)
  write(second, 2)
  expect(await sent()).toBe(second)
})

test('a part of a file is sent, as Safari asks for sounds', async () => {
  const { statusCode, body, headers } = await get('/our/logo.svg', { range: 'bytes=1-3' })
  expect([statusCode, body]).toEqual([206, 'svg'])
  expect(headers).toMatchObject({ 'content-range': 'bytes 1-3/14', 'cache-control': 'public, max-age=3600' })
})

test('other methods and calls are not answered with a file', async () => {
  expect((await app.inject({ method: 'POST', url: '/our/logo.svg' })).statusCode).toBe(404)
})

test('every file that is not served is named with its reason', async () => {
  const { files } = await readPublicFiles(own)
  const named = files.flatMap(({ name, refusal }) => refusal && `${name} is not served: ${refusal}`)
  expect(named.filter(Boolean).sort()).toEqual([
    '.env is not served: its name begins with a dot',
    '.git/config.json is not served: its name begins with a dot',
    'assets/index-abcdefg.css is not served: it would replace code of the app',
    'index.html is not served: it would replace code of the app',
    'our/run.js is not served: files that end in ".js" are not served',
    'outside.txt is not served: it leads out of the folder',
    'sw.js is not served: files that end in ".js" are not served',
    'terms-of-use.html.gz is not served: files that end in ".gz" are not served',
    'up is not served: files that end in "" are not served',
  ])
  await expect(readPublicFiles(join(own, 'nowhere'))).rejects.toThrow('PUBLIC_DIR names')
})
