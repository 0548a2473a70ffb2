import { type Player, startPlatform } from '../e2e/fixtures/platform.ts'
import { run } from '../e2e/run/step.ts'
import { type CdpPage, openCdpPage } from './cdp-page.ts'
import { type MemorySample, sampleMemory } from './memory-sample.ts'
import { logIn, logOut, playAndLeave } from './soak-session.ts'
import type { Table } from './table.ts'

/** Sessions between two memory samples. */
const SAMPLE_INTERVAL = { short: 10, long: 50 }
/** Caches fill during the first sessions; growth counts from this session. */
const WARM_UP = { short: 20, long: 50 }
/** A run with fewer sessions than this is a short one. */
const MIN_LONG_SESSIONS = 100
const MAX_GROWTH_MB = 5
/**
 * Number of machines that one player joins without a logout (a logout reloads the page), and the machines
 * between two samples.
 */
const JOINS = 20
const JOIN_SAMPLE_INTERVAL = 5

/** Source that runs in the page: counts open peer connections without holding a reference to them. */
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

const row = (
  when: string,
  { heap, nodes, listeners, documents, footprint }: MemorySample,
  peers: unknown,
) => [
  when,
  heap.toFixed(2),
  footprint?.toFixed(1) ?? '–',
  `${nodes}`,
  `${listeners}`,
  `${documents}`,
  `${peers}`,
]

/** One player joins machine after machine without a page reload; returns the memory samples. */
async function joinInSequence(
  page: CdpPage,
  player: Player,
  addRow: (when: string) => Promise<MemorySample>,
): Promise<MemorySample[]> {
  const samples: MemorySample[] = []
  await logIn(page, player)
  for (let join = 1; join <= JOINS; join++) {
    await playAndLeave(page, join)
    // Navigates on the client, as the logo's link does.
    await page.evaluate(`history.pushState(null, '', '/lobby')`)
    if (join % JOIN_SAMPLE_INTERVAL === 0) samples.push(await addRow(`one player, ${join} machines`))
  }
  return samples
}

/** The table of a soak, and the growth that decides whether it passes. */
export interface Soak {
  table: Table
  grownMb: number
  limitMb: number
  openPeers: number
  /** Returns the audit's verdict on the books that the sessions leave behind. */
  books: { right: boolean; verdict: string }
}

async function auditBooks(dataDir: string): Promise<Soak['books']> {
  const args = ['--import', 'tsx', 'platform/commands/cli.ts', 'books']
  const { code, output } = await run(process.execPath, args, { DATA_DIR: dataDir, DATABASE_URL: '' })
  return { right: code === 0, verdict: output.trim() }
}

/**
 * Runs player sessions in sequence on one kiosk page and measures whether its memory grows. The DevTools
 * protocol drives the page, because a test framework would inject scripts at each page load, and the process
 * retains them.
 */
export async function soak(executable: string, sessions: number): Promise<Soak> {
  const platform = await startPlatform({ REELS: 'random' })
  const page = await openCdpPage(executable, 1080, 1920)
  await page.send('Page.enable')
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: countPeers })
  await page.send('Page.navigate', { url: `${platform.address}/login?kiosk` })
  const rows: string[][] = []
  const addRow = async (when: string): Promise<MemorySample> => {
    const sample = await sampleMemory(page.send, page.browser)
    rows.push(row(when, sample, await page.evaluate('openPeers()')))
    console.log(rows.at(-1)?.join('  '))
    return sample
  }
  const player = (turn: number) => {
    const found = platform.players[turn % platform.players.length]
    if (!found) throw new Error('the platform has no demo players')
    return found
  }
  const span = sessions < MIN_LONG_SESSIONS ? 'short' : 'long'
  const samples: { session: number; sample: MemorySample }[] = []
  const began = performance.now()
  for (let session = 1; session <= sessions; session++) {
    await logIn(page, player(session))
    await playAndLeave(page, session)
    await logOut(page)
    if (session % SAMPLE_INTERVAL[span] === 0)
      samples.push({ session, sample: await addRow(`after session ${session}`) })
  }
  const perSession = (performance.now() - began) / 1000 / sessions

  const joined = await joinInSequence(page, player(0), addRow)
  await page.close()
  await platform.stop()
  const books = await auditBooks(platform.dataDir)
  platform.remove()

  const warm = samples.find(({ session }) => session >= WARM_UP[span]) ?? samples[0]
  const end = samples.at(-1)
  const [first] = joined
  const last = joined.at(-1)
  if (!warm || !end || !first || !last) throw new Error(`a soak needs ${SAMPLE_INTERVAL[span]} sessions`)
  const growth = (read: (sample: MemorySample) => number) => read(end.sample) - read(warm.sample)
  const footprint = growth((sample) => sample.footprint ?? Number.NaN)
  const process = Number.isNaN(footprint) ? '' : `, process ${footprint.toFixed(1)} MB`
  const table: Table = {
    title: `${sessions} player sessions on one kiosk page`,
    note: `Each session logs in, joins a machine, loads, spins, cashes out, leaves and logs out at 1080x1920, in ${perSession.toFixed(1)} s on average. Heap: after a forced collection. Growth from session ${warm.session} to ${end.session}: heap ${growth(({ heap }) => heap).toFixed(2)} MB (limit ${MAX_GROWTH_MB})${process}. One player, from machine ${JOIN_SAMPLE_INTERVAL} to ${JOINS} without a reload: heap ${(last.heap - first.heap).toFixed(2)} MB. ${books.verdict}`,
    head: ['when', 'heap, MB', 'footprint, MB', 'nodes', 'listeners', 'documents', 'open peers'],
    rows,
  }
  return {
    table,
    grownMb: growth(({ heap }) => heap),
    limitMb: MAX_GROWTH_MB,
    openPeers: Number(rows.at(-1)?.at(-1)),
    books,
  }
}

/** The soak as a bench. Throws if the audit finds a fault in the books. */
export async function soakBench(executable: string, sessions: number): Promise<Table> {
  const { table, books } = await soak(executable, sessions)
  if (!books.right) throw new Error(books.verdict)
  return table
}
