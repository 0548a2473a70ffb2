import type { Browser, Page } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { newPage } from './browser.ts'
import type { Table } from './table.ts'
import { BRANDS, playAndLeave, screensOf, wholeVisit } from './visit.ts'
import { scales, type Weight } from './weigh.ts'

/** Visits between two weighings; in a short run, which is there to be looked at, more often. */
const EVERY = { short: 10, long: 25 }
/** What a page grows in its first visits is what it keeps; from here on it is to be flat. */
const WARM = { short: 20, long: 50 }
const SHORT = 100
const LIMIT_MB = 5
/** Visits to machines by one player without a logout, which loads the page anew; and how often it is weighed. */
const JOINS = 20
const JOINS_EVERY = 5

/** Counts the peer connections of a page that were opened and not closed; none may be missed, and none kept alive. */
function countPeers() {
  const open = new Set<number>()
  const Native = window.RTCPeerConnection
  let made = 0
  window.RTCPeerConnection = class extends Native {
    private readonly number = ++made
    constructor(...given: ConstructorParameters<typeof Native>) {
      super(...given)
      open.add(this.number)
    }
    override close() {
      open.delete(this.number)
      super.close()
    }
  }
  Object.assign(window, { openPeers: () => open.size })
}

const openPeers = (page: Page) =>
  page.evaluate(() => (window as unknown as { openPeers: () => number }).openPeers())

const row = (when: string, { heap, nodes, listeners, documents, own }: Weight, peers: number) => [
  when,
  heap.toFixed(2),
  own?.toFixed(0) ?? '–',
  `${nodes}`,
  `${listeners}`,
  `${documents}`,
  `${peers}`,
]

/** Whole visits, one after the other, on one kiosk page: what does it hold afterwards that it did not before? */
export async function soakBench(browser: Browser, visits: number): Promise<Table> {
  const platform = await startPlatform()
  const { page, context } = await newPage(browser, {
    viewport: { width: 1080, height: 1920 },
    hasTouch: true,
    serviceWorkers: 'allow',
    locale: 'tr-TR',
  })
  await context.addInitScript(countPeers)
  const weigh = await scales(browser, page)
  const { login, lobby } = screensOf(page)
  await page.goto(`${platform.address}/login?kiosk`)
  const span = visits < SHORT ? 'short' : 'long'
  const rows: string[][] = []
  const seen: { visit: number; weight: Weight }[] = []
  const began = performance.now()
  for (let visit = 1; visit <= visits; visit++) {
    const player = platform.players[visit % platform.players.length]
    const brand = BRANDS[visit % BRANDS.length]
    if (!player || !brand) throw new Error('the platform has no demo players')
    await wholeVisit(page, player, brand)
    if (visit % EVERY[span]) continue
    const weight = await weigh()
    seen.push({ visit, weight })
    rows.push(row(`after visit ${visit}`, weight, await openPeers(page)))
    const seconds = (performance.now() - began) / 1000 / visit
    console.log(`${rows.at(-1)?.join('  ')}  (${seconds.toFixed(2)} s a visit)`)
  }
  const perVisit = (performance.now() - began) / 1000 / visits

  // The page of one player who goes from machine to machine: nothing is loaded anew in between.
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  await login.logIn(player)
  await lobby.brands.first().waitFor()
  const held: Weight[] = []
  for (let join = 1; join <= JOINS; join++) {
    await playAndLeave(page, BRANDS[join % BRANDS.length] ?? 'Kervan')
    // As the mark leads there: the page is not loaded anew.
    await page.evaluate(() => history.pushState(null, '', '/lobby'))
    if (join % JOINS_EVERY) continue
    const weight = await weigh()
    held.push(weight)
    rows.push(row(`one player, ${join} machines`, weight, await openPeers(page)))
    console.log(rows.at(-1)?.join('  '))
  }
  await context.close()
  await platform.stop()
  platform.remove()

  const warm = seen.find(({ visit }) => visit >= WARM[span]) ?? seen[0]
  const end = seen.at(-1)
  const [first] = held
  const last = held.at(-1)
  if (!warm || !end || !first || !last) throw new Error(`a soak needs ${EVERY[span]} visits`)
  const grown = (of: (weight: Weight) => number) => of(end.weight) - of(warm.weight)
  const own = grown((weight) => weight.own ?? Number.NaN)
  const process = Number.isNaN(own)
    ? ''
    : `; of its process, which holds what the browser and the test tool keep besides: ${own.toFixed(1)} MB`
  return {
    title: `${visits} whole visits on one kiosk page`,
    note: `Login, join, load, spin, cash out, leave, logout in 1080x1920, ${perVisit.toFixed(1)} s each; heap in MB after a forced collection. Growth from visit ${warm.visit} to ${end.visit}: ${grown(({ heap }) => heap).toFixed(2)} MB (limit ${LIMIT_MB})${process}. Of one player's page, which is not loaded anew, from machine ${JOINS_EVERY} to ${JOINS}: ${(last.heap - first.heap).toFixed(2)} MB.`,
    head: ['when', 'heap, MB', "process's own, MB", 'nodes', 'listeners', 'documents', 'peers open'],
    rows,
  }
}
