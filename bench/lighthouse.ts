import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { LoginPage } from '../e2e/pages/login-page.ts'
import { BROWSER_ARGS } from '../e2e/run/browser.ts'
import { findExecutable } from './browser.ts'
import { figure, show, type Table } from './table.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof CATEGORIES)[number]
type Report = Record<Category, number> & { shift: number; wrong: string[] }

/** A port that a browser listens on is asked for by number; this one is in nobody's list of known services. */
const PORT = 9377

/** Lighthouse on one page, on its mobile profile as it comes; scores 0 to 100, and what cost points beside speed. */
async function look(url: string): Promise<Report> {
  const run = await lighthouse(url, {
    port: PORT,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    // Who is logged in stays so.
    disableStorageReset: true,
  })
  if (!run) throw new Error('Lighthouse has nothing to say')
  const { categories, audits } = run.lhr
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const wrong = CATEGORIES.slice(1).flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    wrong,
  }
}

/** Lighthouse on login and lobby, against the real platform. */
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
    const seen: Report[] = []
    for (let run = 0; run < runs; run++) seen.push(await look(`${platform.address}${path}`))
    const scores = CATEGORIES.map((category) => show(figure(seen.map((report) => report[category]))))
    const wrong = [...new Set(seen.flatMap((report) => report.wrong))]
    rows.push([
      name,
      ...scores,
      show(figure(seen.map(({ shift }) => shift)), 3),
      wrong.join(', ') || 'nothing',
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
    note: `Its mobile profile as it comes (slow 4G, a processor 4 times slower, simulated), from the package, against the built-in platform with live pushes. Median and spread of ${runs}.`,
    head: ['page', 'performance', 'accessibility', 'best practices', 'layout shift', 'found'],
    rows,
  }
}
