import type { Browser } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { newPage } from './browser.ts'
import type { Table } from './table.ts'

const MAX_PAGE_PERCENT = 5
/** One cycle of the scene has busy and idle phases; a shorter measurement would not be repeatable. */
const MIN_SECONDS = 10

/** CPU use of attract mode at 1080x1920, by Chromium's own CPU time of each process. */
export async function attractBench(browser: Browser, seconds: number): Promise<Table> {
  const platform = await startPlatform()
  const { page, context } = await newPage(browser, {
    viewport: { width: 1080, height: 1920 },
    hasTouch: true,
    locale: 'tr-TR',
  })
  await context.route('**/Settings.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), kioskAttract: 5 } })
  })
  await page.goto(`${platform.address}/login?kiosk`)
  await page.locator('#kiosk-attract').waitFor({ timeout: 20_000 })
  const browserSession = await browser.newBrowserCDPSession()
  const pageSession = await context.newCDPSession(page)
  await pageSession.send('Performance.enable')
  const sample = async () => {
    const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo')
    const { metrics } = await pageSession.send('Performance.getMetrics')
    return {
      at: performance.now(),
      used: new Map(processInfo.map(({ id, type, cpuTime }) => [id, { type, cpuTime }])),
      main: new Map(metrics.map(({ name, value }) => [name, value])),
    }
  }
  const before = await sample()
  await new Promise((done) => setTimeout(done, Math.max(seconds, MIN_SECONDS) * 1000))
  const after = await sample()
  await context.close()
  await platform.stop()
  platform.remove()

  const elapsed = (after.at - before.at) / 1000
  const percent = (used: number) => (used / elapsed) * 100
  const byType = new Map<string, number>()
  for (const [id, { type, cpuTime }] of after.used)
    byType.set(type, (byType.get(type) ?? 0) + percent(cpuTime - (before.used.get(id)?.cpuTime ?? 0)))
  const metric = (name: string) => percent((after.main.get(name) ?? 0) - (before.main.get(name) ?? 0))
  const renderer = byType.get('renderer') ?? Number.NaN
  const all = [...byType.values()].reduce((sum, one) => sum + one, 0)
  const formatPercent = (value: number) => value.toFixed(1)
  return {
    title: 'Processor use of a kiosk in attract mode',
    note: `Share of one core over ${elapsed.toFixed(0)} s at 1080x1920 with nobody logged in. The page: ${formatPercent(renderer)} % (limit ${MAX_PAGE_PERCENT} %). Without a GPU, Chromium's GPU process rasterises on the CPU.`,
    head: ['process', '% of one core'],
    rows: [
      ['page (renderer process)', formatPercent(renderer)],
      ['of which main thread', formatPercent(metric('TaskDuration'))],
      ['of which scripts', formatPercent(metric('ScriptDuration'))],
      ...[...byType]
        .filter(([type]) => type !== 'renderer')
        .map(([type, value]) => [type, formatPercent(value)]),
      ['whole browser', formatPercent(all)],
    ],
  }
}
