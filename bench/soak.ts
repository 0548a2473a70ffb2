import type { Browser, Page } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { newPage } from './browser.ts'
import type { Table } from './table.ts'
import { BRANDS, playAndLeave, screensOf, wholeVisit } from './visit.ts'
import { scales, type Weight } from './weigh.ts'

const EVERY = 25
/** What a page grows in its first visits is what it keeps; from here on it is to be flat. */
const WARM = 50
const LIMIT_MB = 5
/** Visits to machines by one player without a logout, which loads the page anew. */
const JOINS = 20

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
  const rows: string[][] = []
  const seen: { visit: number; weight: Weight }[] = []
  const began = performance.now()
  for (let visit = 1; visit <= visits; visit++) {
    const player = platform.players[visit % platform.players.length]
    const brand = BRANDS[visit % BRANDS.length]
    if (!player || !brand) throw new Error('the platform has no demo players')
    await wholeVisit(page, player, brand)
    if (visit % EVERY) continue
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
  let first: Weight | undefined
  for (let join = 1; join <= JOINS; join++) {
    await playAndLeave(page, BRANDS[join % BRANDS.length] ?? 'Kervan')
    // As the mark leads there: the page is not loaded anew.
    await page.evaluate(() => history.pushState(null, '', '/lobby'))
    if (join === 5) first = await weigh()
  }
  const last = await weigh()
  rows.push(row(`${JOINS} machines, one player`, last, await openPeers(page)))
  await context.close()
  await platform.stop()
  platform.remove()

  const warm = seen.find(({ visit }) => visit >= WARM) ?? seen[0]
  const end = seen.at(-1)
  if (!warm || !end || !first) throw new Error(`a soak needs ${EVERY} visits`)
  const growth = end.weight.heap - warm.weight.heap
  return {
    title: `${visits} whole visits on one kiosk page`,
    note: `Login, join, load, spin, cash out, leave, logout in 1080x1920, ${perVisit.toFixed(1)} s each; heap in MB after a forced collection. Growth from visit ${warm.visit} to ${end.visit}: ${growth.toFixed(2)} MB (limit ${LIMIT_MB}).`,
    head: ['when', 'heap, MB', "process's own, MB", 'nodes', 'listeners', 'documents', 'peers open'],
    rows,
  }
}
