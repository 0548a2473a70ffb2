import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { PARSERS } from '../../testing/config/headers/printed-headers.ts'
import { scratchFolder } from '../../testing/lib/scratch-folder.ts'
import { printHeaders } from '../settings/print-headers.ts'
import { corsRules } from './cors.ts'
import { pagePolicy } from './csp.ts'
import { INFO_PAGES, siteHeaders, valueFor } from './header-set.ts'
import { readSiteFiles } from './site-files.ts'

const HTML = '<!doctype html><style>a{}</style><script>go()</script>'
const INFO_HTML = '<!doctype html><style>p{}</style><p>Words'
const SETTINGS = {
  apiUrl: 'https://api.example/v1/',
  machineUrl: 'wss://m.example:8443',
  notificationUrl: 'http://n.example/',
  videoUrl: 'https://video.example/live/{id}/whep',
  logo: 'https://pictures.example/logo.svg',
  liveChat: 'tawk',
}
const PATHS = [
  '/',
  '/index.html',
  '/lobby/3/Nar',
  '/Settings.json',
  '/sw.js',
  '/manifest.webmanifest',
  '/info.css',
  '/our/logo.svg',
  '/assets/machines/nar.png',
  '/assets/index-BGG6qnT.js',
  '/assets/my-logo.png',
  ...INFO_PAGES.map((name) => `/${name}`),
]

const dir = scratchFolder()
beforeAll(() => {
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), HTML)
  for (const name of INFO_PAGES) writeFileSync(join(dir, name), INFO_HTML)
})

test.each(['text', 'nginx', 'caddy'] as const)(
  '%s configures the header set for every path',
  async (format) => {
    const files = await readSiteFiles(dir)
    for (const [settings, reportUrl] of [
      [{}],
      [SETTINGS],
      [SETTINGS, 'https://reports.example/csp'],
    ] as const) {
      const printed = PARSERS[format](printHeaders(format, files, settings, reportUrl))
      const expected = siteHeaders(files, settings, reportUrl)
      for (const path of PATHS)
        expect(printed.site(path)).toEqual(
          Object.fromEntries(expected.map((header) => [header.name.toLowerCase(), valueFor(header, path)])),
        )
      for (const { origin, paths, headers } of corsRules(settings))
        for (const path of paths)
          expect(printed.cors(origin + path)).toEqual(
            Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
          )
      expect(printed.cors('https://other.example/')).toBeUndefined()
    }
  },
)

test("the operator's pages have the policies of their own styles, also those beside the information pages", async () => {
  const own = scratchFolder()
  mkdirSync(join(own, 'our'))
  const terms = '<!doctype html><style>p{color:red}</style><p>Our terms'
  writeFileSync(join(own, 'terms-of-use.html'), terms)
  writeFileSync(join(own, 'our/cup.html'), terms)
  for (const name of ['index.html', '.draft.html', 'our/logo.svg']) writeFileSync(join(own, name), terms)
  const files = await readSiteFiles(dir, own)
  expect(files.html).toBe(HTML)
  for (const format of ['text', 'nginx', 'caddy'] as const) {
    const { site } = PARSERS[format](printHeaders(format, files, {}))
    const policyOf = (path: string) => site(path)['content-security-policy']
    for (const path of ['/terms-of-use.html', '/our/cup.html']) {
      expect(policyOf(path)).toBe(pagePolicy(terms))
      expect(site(path)['x-frame-options']).toBe('SAMEORIGIN')
    }
    expect(policyOf('/privacy-policy.html')).toBe(pagePolicy(INFO_HTML))
    for (const path of ['/.draft.html', '/our/logo.svg']) expect(policyOf(path)).toBe(policyOf('/'))
  }
  writeFileSync(join(own, 'our cup.html'), terms)
  await expect(readSiteFiles(dir, own)).rejects.toThrow('no server can be told the headers of "our cup.html"')
})

test('comments are wrapped at the page width', async () => {
  const files = await readSiteFiles(dir)
  for (const format of ['text', 'nginx', 'caddy'] as const)
    for (const line of printHeaders(format, files, SETTINGS).split('\n'))
      if (line.startsWith('#')) expect(line.length).toBeLessThanOrEqual(110)
})

test('every directive of both policies is explained', async () => {
  const files = await readSiteFiles(dir)
  const [policy] = siteHeaders(files, SETTINGS)
  const text = printHeaders('text', files, SETTINGS)
  for (const { name, reason } of policy?.directives ?? []) {
    expect(reason.length).toBeGreaterThan(10)
    expect(text).toContain(`#   ${name}: `)
  }
  expect(policy?.directives?.length).toBeGreaterThan(10)
  expect(valueFor(policy ?? { name: '', value: '', reason: '' }, '/paytables.html')).toContain(
    "frame-ancestors 'self'",
  )
})

test.each([
  ['/sw.js', 'no-cache'],
  ['/lobby', 'no-cache'],
  ['/Settings.json', 'no-cache'],
  ['/assets/index-BGG6qnT.js', 'public, max-age=31536000, immutable'],
  ['/assets/index-BGG6qnT.css', 'public, max-age=31536000, immutable'],
  ['/assets/my-logo.png', 'public, max-age=3600'],
  ['/assets/machines/nar-vA1b2C3d.png', 'public, max-age=3600'],
])('%s has Cache-Control %s', async (path, value) => {
  const cache = siteHeaders(await readSiteFiles(dir), {}).find(({ name }) => name === 'Cache-Control')
  expect(cache && valueFor(cache, path)).toBe(value)
})

test('reports go to the configured endpoint, of the app and of the information pages', async () => {
  const files = await readSiteFiles(dir)
  const names = siteHeaders(files, {}).map(({ name }) => name)
  expect(names).not.toContain('Reporting-Endpoints')
  const headers = siteHeaders(files, {}, '/csp-reports')
  const value = (name: string, path: string) => {
    const header = headers.find((other) => other.name === name)
    return header && valueFor(header, path)
  }
  expect(value('Reporting-Endpoints', '/')).toBe('csp="/csp-reports"')
  for (const path of ['/', '/terms-of-use.html'])
    expect(value('Content-Security-Policy', path)).toMatch(/;report-to csp;report-uri \/csp-reports$/)
})

test('only servers of other origins need CORS', () => {
  const places = (settings: unknown) =>
    corsRules(settings).map(({ origin, paths }) => paths.map((path) => origin + path))
  expect(places({})).toEqual([])
  expect(places({ apiUrl: '/api', machineUrl: '' })).toEqual([])
  expect(places(SETTINGS)).toEqual([
    ['https://api.example/v1/', 'https://api.example/check'],
    ['https://video.example/live/'],
  ])
  expect(places({ machineUrl: 'wss://m.example' })).toEqual([['https://m.example/whep/']])
  expect(places({ machineUrl: 'https://m.example', videoUrl: '/video/{id}' })).toEqual([
    ['https://m.example/video/'],
  ])
  expect(places({ machineUrl: 'https://m.example', videoUrl: 'https://v.example:99999/{id}' })).toEqual([])
  // An answer contains the code and the time to wait.
  const [calls] = corsRules(SETTINGS)
  expect(calls?.headers).toMatchObject({
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Expose-Headers': 'Retry-After',
  })
})

test('without a build the error is one line', async () => {
  await expect(readSiteFiles(join(dir, 'none'))).rejects.toThrow(
    /^there is no built app in .*: run "npm run build"/,
  )
})
