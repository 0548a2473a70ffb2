import type { Browser } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { newPage } from './browser.ts'
import type { Table } from './table.ts'

const LIMIT = 5
/** Cycles of the scene have their loud moments: fewer seconds would be a matter of luck. */
const LEAST_S = 10

/** What a kiosk costs while nobody is there: attract mode in 1080x1920, by Chromium's own count of each process. */
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
  const whole = await browser.newBrowserCDPSession()
  const own = await context.newCDPSession(page)
  await own.send('Performance.enable')
  const take = async () => {
    const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
    const { metrics } = await own.send('Performance.getMetrics')
    return {
      at: performance.now(),
      used: new Map(processInfo.map(({ id, type, cpuTime }) => [id, { type, cpuTime }])),
      main: new Map(metrics.map(({ name, value }) => [name, value])),
    }
  }
  const before = await take()
  await new Promise((done) => setTimeout(done, Math.max(seconds, LEAST_S) * 1000))
  const after = await take()
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
  const shown = (value: number) => value.toFixed(1)
  return {
    title: 'Attract mode of a kiosk',
    note: `Share of one core over ${elapsed.toFixed(0)} s in 1080x1920, nobody logged in. The page: ${shown(renderer)} % (limit ${LIMIT} %). Without a graphics chip the browser paints in its GPU process on the processor.`,
    head: ['what', '% of one core'],
    rows: [
      ["page's process", shown(renderer)],
      ['its main thread', shown(metric('TaskDuration'))],
      ['its scripts', shown(metric('ScriptDuration'))],
      ...[...byType].filter(([type]) => type !== 'renderer').map(([type, value]) => [type, shown(value)]),
      ['all of the browser', shown(all)],
    ],
  }
}
