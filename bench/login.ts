import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { stampPage } from '../platform/config/settings/stamp-page.ts'
import { type NetworkProfile, throttledPage } from './browser.ts'
import { buildComparison, DIST } from './build-comparison.ts'
import { probeLogin } from './login-probe.ts'
import { serve } from './static-server.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const NETWORKS: readonly { name: string; network: NetworkProfile }[] = [
  { name: '400 kbit/s, 400 ms', network: { bitsPerSecond: 400_000, latencyMs: 400 } },
  { name: '1.6 Mbit/s, 150 ms', network: { bitsPerSecond: 1_600_000, latencyMs: 150 } },
]
const SLOWER = 6

async function measureOnce(
  browser: Browser,
  url: string,
  network: NetworkProfile,
): Promise<{ paint: number; usable: number }> {
  const { page, context } = await throttledPage(browser, { slower: SLOWER, network, locale: 'tr-TR' })
  await page.addInitScript(probeLogin)
  await page.goto(url, { waitUntil: 'commit' })
  const both = await page.waitForFunction(
    () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const { usable }: { usable?: number } = Reflect.get(window, 'marks')
      return paint && usable !== undefined ? { paint: paint.startTime, usable } : undefined
    },
    null,
    { timeout: 60_000 },
  )
  const seen = await both.jsonValue()
  await context.close()
  if (!seen) throw new Error('the login never became usable')
  return seen
}

/** A folder with the page that `npm run settings -- --page` prints. */
function makeStampedPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelcast-login-'))
  const read = (name: string) => readFileSync(join(DIST, name), 'utf8')
  const html = stampPage(read('index.html'), read('Settings.json'))
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(html))
  return folder
}

/**
 * Measures the first paint and the time until usable in ms, of the login and of the same screen in React 19
 * and Fluent, all from a static file server.
 */
export async function loginBench(browser: Browser, runs: number): Promise<Table> {
  const answer = (_: string, path: string) => (path.startsWith('/api/') ? { code: 10 } : undefined)
  const stamped = makeStampedPage()
  const [ours, asBuilt, theirs] = await Promise.all([
    serve([stamped, DIST], answer),
    serve([DIST], answer),
    serve([await buildComparison()]),
  ])
  const builds = [
    { name: 'Reelcast', url: `${ours.url}/login` },
    { name: 'Reelcast, page without the settings', url: `${asBuilt.url}/login` },
    { name: 'React 19 + Fluent', url: `${theirs.url}/login/` },
  ]
  const rows: string[][] = []
  for (const { name: line, network } of NETWORKS) {
    const samples = builds.map(() => ({ paint: [] as number[], usable: [] as number[] }))
    // The pages take turns, so that other load on the machine affects all alike.
    for (let run = 0; run < runs; run++) {
      for (const [at, { url }] of builds.entries()) {
        const { paint, usable } = await measureOnce(browser, url, network)
        samples[at]?.paint.push(paint)
        samples[at]?.usable.push(usable)
      }
    }
    const figures = samples.map(({ paint, usable }) => [summarize(paint), summarize(usable)] as const)
    const slowest = figures.at(-1)?.[1].median ?? Number.NaN
    for (const [at, [paint, usable]] of figures.entries()) {
      const ratio = at < builds.length - 1 ? `${(slowest / usable.median).toFixed(1)} times faster` : ''
      rows.push([line, builds[at]?.name ?? '', formatFigure(paint), formatFigure(usable), ratio])
    }
  }
  for (const { server } of [ours, asBuilt, theirs]) server.close()
  rmSync(stamped, { recursive: true })
  return {
    title: 'Login on a slow phone',
    note: `First contentful paint and time until usable in ms, from a static file server, with an empty cache and a ${SLOWER} times slower processor. Usable: the submit button is enabled after two valid fields were typed. The page of Reelcast is the one that \`npm run settings -- --page\` prints; without the settings in it, as it is built, the login waits for Settings.json. The pages are measured in turns; median of ${runs} runs.`,
    head: ['network', 'built with', 'first paint', 'usable', 'compared'],
    rows,
  }
}
