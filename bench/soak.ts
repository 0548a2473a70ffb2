import { type Player, startPlatform } from '../e2e/fixtures/platform.ts'
import { type BarePage, openBarePage } from './bare.ts'
import { logIn, logOut, playAndLeave } from './soak-visit.ts'
import type { Table } from './table.ts'
import { type Weight, weigh } from './weigh.ts'

/** Visits between two weighings; in a short run, which is there to be looked at, more often. */
const EVERY = { short: 10, long: 25 }
/** What a page grows in its first visits is what it keeps; from here on it is to be flat. */
const WARM = { short: 20, long: 50 }
const SHORT = 100
const LIMIT_MB = 5
/** Visits to machines by one player without a logout, which loads the page anew; and how often it is weighed. */
const JOINS = 20
const JOINS_EVERY = 5

/** In the page, as a text: counts the peer connections that were opened and not closed; none may be missed, and none kept alive. */
const countPeers = `{
  const open = new Set()
  let made = 0
  window.RTCPeerConnection = class extends RTCPeerConnection {
    #number = ++made
    constructor(...given) {
      super(...given)
      open.add(this.#number)
    }
    close() {
      open.delete(this.#number)
      super.close()
    }
  }
  window.openPeers = () => open.size
}`

const row = (when: string, { heap, nodes, listeners, documents, own }: Weight, peers: unknown) => [
  when,
  heap.toFixed(2),
  own?.toFixed(1) ?? '–',
  `${nodes}`,
  `${listeners}`,
  `${documents}`,
  `${peers}`,
]

/** One player goes from machine to machine: nothing is loaded anew in between. Answers what the page held on the way. */
async function oneEvening(
  page: BarePage,
  player: Player,
  note: (when: string) => Promise<Weight>,
): Promise<Weight[]> {
  const held: Weight[] = []
  await logIn(page, player)
  for (let join = 1; join <= JOINS; join++) {
    await playAndLeave(page, join)
    // As the mark leads there: the page is not loaded anew.
    await page.evaluate(`history.pushState(null, '', '/lobby')`)
    if (join % JOINS_EVERY === 0) held.push(await note(`one player, ${join} machines`))
  }
  return held
}

/** What a soak measured: the table, and the growth that it judges. */
export interface Soak {
  table: Table
  grownMb: number
  limitMb: number
  openPeers: number
}

/**
 * Whole visits, one after the other, on one kiosk page: what does it hold afterwards that it did not before? No test
 * tool drives it, for each page that is loaded would be given that tool's scripts as well, and the process keep them.
 */
export async function soak(executable: string, visits: number): Promise<Soak> {
  const platform = await startPlatform()
  const page = await openBarePage(executable, 1080, 1920)
  await page.send('Page.enable')
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: countPeers })
  await page.send('Page.navigate', { url: `${platform.address}/login?kiosk` })
  const rows: string[][] = []
  const note = async (when: string): Promise<Weight> => {
    const weight = await weigh(page.send, page.browser)
    rows.push(row(when, weight, await page.evaluate('openPeers()')))
    console.log(rows.at(-1)?.join('  '))
    return weight
  }
  const player = (turn: number) => {
    const one = platform.players[turn % platform.players.length]
    if (!one) throw new Error('the platform has no demo players')
    return one
  }
  const span = visits < SHORT ? 'short' : 'long'
  const seen: { visit: number; weight: Weight }[] = []
  const began = performance.now()
  for (let visit = 1; visit <= visits; visit++) {
    await logIn(page, player(visit))
    await playAndLeave(page, visit)
    await logOut(page)
    if (visit % EVERY[span] === 0) seen.push({ visit, weight: await note(`after visit ${visit}`) })
  }
  const perVisit = (performance.now() - began) / 1000 / visits

  const held = await oneEvening(page, player(0), note)
  await page.close()
  await platform.stop()
  platform.remove()

  const warm = seen.find(({ visit }) => visit >= WARM[span]) ?? seen[0]
  const end = seen.at(-1)
  const [first] = held
  const last = held.at(-1)
  if (!warm || !end || !first || !last) throw new Error(`a soak needs ${EVERY[span]} visits`)
  const grown = (of: (weight: Weight) => number) => of(end.weight) - of(warm.weight)
  const own = grown((weight) => weight.own ?? Number.NaN)
  const process = Number.isNaN(own) ? '' : `, of its whole process ${own.toFixed(1)} MB`
  const table: Table = {
    title: `${visits} whole visits on one kiosk page`,
    note: `Login, join, load, spin, cash out, leave, logout in 1080x1920, ${perVisit.toFixed(1)} s each; no test tool in the page; heap in MB after a forced collection. Growth from visit ${warm.visit} to ${end.visit}: ${grown(({ heap }) => heap).toFixed(2)} MB (limit ${LIMIT_MB})${process}. Of one player's page, which is not loaded anew, from machine ${JOINS_EVERY} to ${JOINS}: ${(last.heap - first.heap).toFixed(2)} MB.`,
    head: ['when', 'heap, MB', "process's own, MB", 'nodes', 'listeners', 'documents', 'peers open'],
    rows,
  }
  return {
    table,
    grownMb: grown(({ heap }) => heap),
    limitMb: LIMIT_MB,
    openPeers: Number(rows.at(-1)?.at(-1)),
  }
}

/** The soak as a bench. */
export const soakBench = async (executable: string, visits: number): Promise<Table> =>
  (await soak(executable, visits)).table
