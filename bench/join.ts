import type { Browser, Page } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { type SignedIn, signIn } from '../e2e/fixtures/wire.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { newPage } from './browser.ts'
import { distance } from './distance.ts'
import { figure, show, type Table } from './table.ts'

const ROUND_TRIPS_MS = [0, 50, 100, 200]
/**
 * What the protocols need one after the other over TCP before the picture can be asked for and answered: the game
 * socket's connection, its WebSocket handshake, Socket.IO's connect, init; then WHEP's POST on a connection that is open.
 */
const FEWEST = 5

/** ms that a finger rests on what it presses. */
const PRESS_MS = 80

/** Notes when a video element presents its first frame, and the last click before it. */
function stopwatch() {
  const state = window as unknown as { tapped?: number; first?: number }
  addEventListener(
    'click',
    () => {
      state.tapped = performance.now()
    },
    true,
  )
  const look = () => {
    const video = document.querySelector('video')
    if (!video) return
    seen.disconnect()
    video.requestVideoFrameCallback(() => {
      state.first = performance.now()
    })
  }
  const seen = new MutationObserver(look)
  seen.observe(document, { childList: true, subtree: true })
}

/**
 * `cold`: the game's address with an empty cache, from the start of the navigation. `click`: from the lobby by a click
 * out of nothing, such as a script's, so that nothing could be prepared. `press`: from the lobby as a finger does it.
 */
const WAYS = ['cold', 'click', 'press'] as const
type Way = (typeof WAYS)[number]

async function go(page: Page, url: string, way: Way, account: SignedIn): Promise<void> {
  const { token } = account
  if (way === 'cold') {
    const free = (await account.machines()).find(({ status }) => status === 'available')
    await page.goto(`${url}/game/${free?.id}/x?token=${token}`, { waitUntil: 'commit' })
    return
  }
  await page.goto(`${url}/lobby?token=${token}`)
  const lobby = new LobbyPage(page)
  await lobby.brand('Kervan').click()
  const free = lobby.machines
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('link')
  await free.waitFor()
  // Whatever the app fetches ahead of a tap has had its time, as it has while a person looks around.
  await page.waitForLoadState('networkidle')
  if (way === 'press') await free.click({ delay: PRESS_MS })
  else await free.evaluate((link: HTMLElement) => link.click())
}

/** ms to the first decoded frame, through a line of this length. */
async function once(browser: Browser, url: string, way: Way, account: SignedIn): Promise<number> {
  const { page, context } = await newPage(browser, { locale: 'tr-TR' })
  await page.addInitScript(stopwatch)
  await go(page, url, way, account)
  const times = await page.waitForFunction(() => {
    const { tapped = 0, first } = window as unknown as { tapped?: number; first?: number }
    return first === undefined ? undefined : first - tapped
  })
  const seen = await times.jsonValue()
  await context.close()
  if (seen === undefined) throw new Error('no picture')
  return seen
}

/** The slope of y over x: with x the line's round trip, how many of them lie one after the other. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)]
  const over = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  return over / points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
}

/** To a machine's first decoded frame by every way there, on lines of several lengths. */
export async function joinBench(browser: Browser, runs: number): Promise<Table> {
  const platform = await startPlatform()
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  const account = await signIn(platform, player)
  const rows: string[][] = []
  const points: Record<Way, [number, number][]> = { cold: [], click: [], press: [] }
  for (const roundTrip of ROUND_TRIPS_MS) {
    const seen: Record<Way, number[]> = { cold: [], click: [], press: [] }
    // In turns, so that whatever else the machine does falls on all alike.
    for (let run = 0; run < runs; run++) {
      for (const way of WAYS) {
        const line = await distance(platform.address, roundTrip)
        const first = await once(browser, line.url, way, account)
        line.close()
        for (const { id, reservation } of await account.machines()) {
          if (reservation) await account.post('/player/cancel', { machineId: id })
        }
        seen[way].push(first)
        points[way].push([roundTrip, first])
      }
    }
    rows.push([`${roundTrip} ms`, ...WAYS.map((way) => show(figure(seen[way])))])
  }
  await platform.stop()
  platform.remove()
  rows.push(['round trips in a row', ...WAYS.map((way) => slope(points[way]).toFixed(1))])
  return {
    title: 'To the first decoded frame of a machine',
    note: `ms, by the round trip of the line to the platform (calls and sockets; the picture itself comes directly). Cold: the game's address with an empty cache, from the start of the navigation. From the lobby: from the click; pressed means that a finger rested on the card for ${PRESS_MS} ms before, in which peer, offer and line are made ready. The round trips are the slope; over TCP the protocols need ${FEWEST} where nothing is ready. Median and spread of ${runs} runs.`,
    head: ['round trip', 'cold', 'from the lobby, unprepared', 'from the lobby, pressed'],
    rows,
  }
}
