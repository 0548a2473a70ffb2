import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { stampPage } from '../platform/config/settings/stamp-page.ts'
import { LOCALE_CODES, type Locale } from '../src/contract/locales.ts'
import { type NetworkProfile, throttledPage } from './browser.ts'
import { buildComparison, DIST } from './build-comparison.ts'
import { probeLogin } from './login-probe.ts'
import { buildRelease, RELEASE } from './release.ts'
import { serve } from './static-server.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const NETWORKS: readonly { name: string; network: NetworkProfile }[] = [
  { name: '400 kbit/s, 400 ms', network: { bitsPerSecond: 400_000, latencyMs: 400 } },
  { name: '1.6 Mbit/s, 150 ms', network: { bitsPerSecond: 1_600_000, latencyMs: 150 } },
]
const SLOWER = 6

/** The ms from the navigation until the login is usable. */
async function measureOnce(browser: Browser, url: string, network: NetworkProfile): Promise<number> {
  const { page, context } = await throttledPage(browser, { slower: SLOWER, network, locale: 'tr-TR' })
  await page.addInitScript(probeLogin)
  await page.goto(url, { waitUntil: 'commit' })
  const usable = await page.waitForFunction(
    (): number | undefined => Reflect.get(window, 'marks')?.usable,
    null,
    { timeout: 60_000 },
  )
  const ms = await usable.jsonValue()
  await context.close()
  if (ms === undefined) throw new Error('the login never became usable')
  return Math.round(ms)
}

/**
 * A folder that lies over a build's: Settings.json with this language, and the page that
 * `npm run settings -- --page` prints from it if `isStamped`.
 */
function makeOverlay(dist: string, language: Locale, isStamped: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelcast-login-'))
  const read = (name: string) => readFileSync(join(dist, name), 'utf8')
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
  }
  const settings = JSON.stringify({ ...JSON.parse(read('Settings.json')), language }, null, 2)
  write('Settings.json', settings)
  if (isStamped) write('index.html', stampPage(read('index.html'), settings))
  return folder
}

/**
 * Measures the time until usable in ms, of the login in each language, of the login of
 * RELEASE and of the same screen in React 19 and Fluent, all from a static file server.
 */
export async function loginBench(browser: Browser, runs: number): Promise<Table> {
  const answer = (_: string, path: string) => (path.startsWith('/api/') ? { code: 10 } : undefined)
  const release = join(buildRelease(), 'dist')
  const comparison = await serve([await buildComparison()])
  const overlays: string[] = []
  const servers = [comparison.server]
  const serveOverlay = async (dist: string, language: Locale, isStamped: boolean) => {
    const overlay = makeOverlay(dist, language, isStamped)
    overlays.push(overlay)
    const { server, url } = await serve([overlay, dist], answer)
    servers.push(server)
    return `${url}/login`
  }
  const rows: string[][] = []
  for (const { name: line, network } of NETWORKS)
    for (const language of LOCALE_CODES) {
      const urls = [
        await serveOverlay(DIST, language, true),
        await serveOverlay(DIST, language, false),
        await serveOverlay(release, language, false),
        `${comparison.url}/login/`,
      ]
      const samples = urls.map(() => [] as number[])
      // The pages take turns, so that other load on the machine affects all alike.
      for (let run = 0; run < runs; run++)
        for (const [at, url] of urls.entries()) samples[at]?.push(await measureOnce(browser, url, network))
      const usable = samples.map(summarize)
      const [stamped = Number.NaN, built = Number.NaN, earlier = Number.NaN, react = Number.NaN] = usable.map(
        ({ median }) => median,
      )
      rows.push([
        line,
        language,
        ...usable.map((figure) => formatFigure(figure)),
        `${(earlier / stamped).toFixed(1)}, ${(earlier / built).toFixed(1)}`,
        `${(react / stamped).toFixed(1)}, ${(react / built).toFixed(1)}`,
      ])
    }
  for (const server of servers) server.close()
  for (const overlay of overlays) rmSync(overlay, { recursive: true })
  return {
    title: 'Login on a slow phone',
    note: `Time until usable in ms, from a static file server, with an empty cache and a ${SLOWER} times slower processor. Usable: the submit button is enabled after two valid fields were typed. The language is the one of Settings.json; the screen in React 19 and Fluent is in Turkish. ${RELEASE.version} is usable in Turkish before its texts of another language have come, and changes its language later. The page of Reelcast is the one that \`npm run settings -- --page\` prints; without the settings in it, as it is built, the login waits for Settings.json. Times sooner: of the page with the settings, and of the page as it is built. The pages are measured in turns; median of ${runs} runs.`,
    head: [
      'network',
      'language',
      'Reelcast',
      'as it is built',
      RELEASE.version,
      'React 19 + Fluent',
      `times sooner than ${RELEASE.version}`,
      'times sooner than React 19',
    ],
    rows,
  }
}
