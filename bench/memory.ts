import type { Browser } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { newPage } from './browser.ts'
import { figure, show, type Table } from './table.ts'
import { screensOf, sitDownAt, spinOnce } from './visit.ts'
import { type Weight, weigh } from './weigh.ts'

const LIMIT_MB = 120
/** Between two weighings, ms: each throws away what nobody needs, as the browser does by itself when it is short of it. */
const EVERY_MS = 5_000

/** The memory of a phone's page while it is played: Chromium's own count of its process, and the heap within it. */
export async function memoryBench(browser: Browser, seconds: number): Promise<Table> {
  const platform = await startPlatform()
  const { page, context } = await newPage(browser, {
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    locale: 'tr-TR',
  })
  const session = await context.newCDPSession(page)
  const whole = await browser.newBrowserCDPSession()
  const weighed = () => weigh(session.send.bind(session), whole.send.bind(whole))
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  const { login, lobby, game } = screensOf(page)
  const rows: string[][] = []
  const note = (when: string, weights: readonly Weight[]) => {
    const own = weights.map((weight) => weight.own ?? Number.NaN)
    rows.push([
      when,
      Number.isNaN(own[0]) ? '–' : show(figure(own)),
      show(figure(weights.map(({ heap }) => heap)), 1),
      show(figure(weights.map(({ nodes }) => nodes))),
    ])
  }
  await page.goto(`${platform.address}/login`)
  await login.username.waitFor()
  note('login', [await weighed()])
  await login.logIn(player)
  await lobby.brands.first().waitFor()
  await page.waitForLoadState('networkidle')
  note('lobby', [await weighed()])
  await sitDownAt(page, 'Kervan')
  await game.load('500')
  const playing: Weight[] = []
  const began = performance.now()
  let next = began + EVERY_MS
  while (performance.now() - began < seconds * 1000) {
    await spinOnce(game)
    if (performance.now() < next) continue
    playing.push(await weighed())
    next = performance.now() + EVERY_MS
  }
  note(`${seconds} s of play`, playing)
  await context.close()
  await platform.stop()
  platform.remove()
  const most = Math.max(...playing.map(({ own }) => own ?? Number.NaN))
  return {
    title: 'Memory of the page on a phone',
    note: `MB in 360x640 at twice the density: what is the page's process's own (Chromium's "memory footprint"), and JavaScript's heap after a collection. Most while playing: ${most.toFixed(0)} MB (limit ${LIMIT_MB}). A collection every ${EVERY_MS / 1000} s.`,
    head: ['at', "process's own, MB", 'heap, MB', 'nodes'],
    rows,
  }
}
