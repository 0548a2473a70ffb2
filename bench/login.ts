import type { Browser } from '@playwright/test'
import { type NetworkProfile, throttledPage } from './browser.ts'
import { buildComparison, DIST } from './build-comparison.ts'
import { probeLogin } from './login-probe.ts'
import { serve } from './static-server.ts'
import { type Figure, formatFigure, summarize, type Table } from './table.ts'

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

/**
 * Measures the first paint and the time until usable in ms, of the login and of the same screen in React 19
 * and Fluent.
 */
export async function loginBench(browser: Browser, runs: number): Promise<Table> {
  const [ours, theirs] = await Promise.all([
    serve([DIST], (_, path) => (path.startsWith('/api/') ? { code: 10 } : undefined)),
    serve([await buildComparison()]),
  ])
  const rows: string[][] = []
  for (const { name, network } of NETWORKS) {
    const samples: Record<'ours' | 'theirs', { paint: number[]; usable: number[] }> = {
      ours: { paint: [], usable: [] },
      theirs: { paint: [], usable: [] },
    }
    // The pages take turns, so that other load on the machine affects both alike.
    for (let run = 0; run < runs; run++) {
      for (const [build, url] of [
        ['ours', `${ours.url}/login`],
        ['theirs', `${theirs.url}/login/`],
      ] as const) {
        const { paint, usable } = await measureOnce(browser, url, network)
        samples[build].paint.push(paint)
        samples[build].usable.push(usable)
      }
    }
    const figures = (build: 'ours' | 'theirs'): [Figure, Figure] => [
      summarize(samples[build].paint),
      summarize(samples[build].usable),
    ]
    const [ourPaint, ourUsable] = figures('ours')
    const [theirPaint, theirUsable] = figures('theirs')
    const ratio = theirUsable.median / ourUsable.median
    rows.push([
      name,
      'Reelcast',
      formatFigure(ourPaint),
      formatFigure(ourUsable),
      `${ratio.toFixed(1)} times faster`,
    ])
    rows.push([name, 'React 19 + Fluent', formatFigure(theirPaint), formatFigure(theirUsable), ''])
  }
  ours.server.close()
  theirs.server.close()
  return {
    title: 'Login on a slow phone',
    note: `First contentful paint and time until usable in ms, with an empty cache and a ${SLOWER} times slower processor. Usable: the submit button is enabled after two valid fields were typed. The two builds are measured in turns; median of ${runs} runs.`,
    head: ['network', 'built with', 'first paint', 'usable', 'compared'],
    rows,
  }
}
