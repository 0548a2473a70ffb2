import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { LoginPage } from '../e2e/pages/login-page.ts'
import { BROWSER_ARGS } from '../e2e/run/browser.ts'
import { findExecutable } from './browser.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof CATEGORIES)[number]
type Report = Record<Category, number> & { layoutShift: number; failedAudits: string[] }

/** Lighthouse needs a fixed debugging port; no well-known service uses this one. */
const PORT = 9377

/**
 * Runs Lighthouse's default mobile profile on one page: scores from 0 to 100, and failed audits other than
 * performance.
 */
async function audit(url: string): Promise<Report> {
  const run = await lighthouse(url, {
    port: PORT,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    // Lighthouse must not clear the storage, which holds the player's token.
    disableStorageReset: true,
  })
  if (!run) throw new Error('Lighthouse returned no report')
  const { runtimeError } = run.lhr
  if (runtimeError) throw new Error(`Lighthouse failed: ${runtimeError.message}`)
  const { categories, audits } = run.lhr
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const failedAudits = CATEGORIES.slice(1).flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    failedAudits,
  }
}

/** Runs Lighthouse on the login, the lobby and a brand, against the built-in platform. */
export async function lighthouseBench(runs: number): Promise<Table> {
  const platform = await startPlatform()
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  const context = await chromium.launchPersistentContext('', {
    executablePath: await findExecutable(),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${PORT}`],
    locale: 'tr-TR',
  })
  const rows: string[][] = []
  const bench = async (name: string, path: string) => {
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) reports.push(await audit(`${platform.address}${path}`))
    const scores = CATEGORIES.map((category) =>
      formatFigure(summarize(reports.map((report) => report[category]))),
    )
    const failed = [...new Set(reports.flatMap(({ failedAudits }) => failedAudits))]
    rows.push([
      name,
      ...scores,
      formatFigure(summarize(reports.map(({ layoutShift }) => layoutShift)), 3),
      failed.join(', ') || 'none',
    ])
  }
  try {
    await bench('login', '/login')
    const page = await context.newPage()
    await page.goto(`${platform.address}/login`)
    const login = new LoginPage(page)
    await login.remember.check()
    await login.logIn(player)
    await new LobbyPage(page).brand('Kervan').waitFor()
    await page.close()
    await bench('lobby', '/lobby')
    await bench('a brand', '/lobby/1/Kervan')
  } finally {
    await context.close()
    await platform.stop()
    platform.remove()
  }
  return {
    title: 'Lighthouse',
    note: `Lighthouse's default mobile profile (simulated slow 4G, 4 times slower processor) against the built-in platform with live updates. Median of ${runs} runs.`,
    head: ['page', 'performance', 'accessibility', 'best practices', 'layout shift', 'failed audits'],
    rows,
  }
}
