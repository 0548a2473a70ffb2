import type { Browser, Page } from '@playwright/test'
import { type SignedIn, signIn } from '../e2e/fixtures/api-client.ts'
import { openWithToken } from '../e2e/fixtures/open-with-token.ts'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { newPage, waitForQuiet } from './browser.ts'
import { startLatencyProxy } from './latency-proxy.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const ROUND_TRIPS_MS = [0, 50, 100, 200]
/** How long a finger rests on a card before the click. */
const PRESS_MS = 80

/** Runs in the page: records when a video element presents its first frame, and the last click before it. */
export function stopwatch() {
  const state = window as unknown as { clicked?: number; first?: number }
  addEventListener(
    'click',
    () => {
      state.clicked = performance.now()
    },
    true,
  )
  const watchVideo = () => {
    const video = document.querySelector('video')
    if (!video) return
    observer.disconnect()
    video.requestVideoFrameCallback(() => {
      state.first = performance.now()
    })
  }
  const observer = new MutationObserver(watchVideo)
  observer.observe(document, { childList: true, subtree: true })
}

/**
 * `cold`: the game's URL with an empty cache, from the start of the navigation. `click`: from the lobby by a
 * scripted click, before which the app can prepare nothing. `press`: from the lobby by a touch that lasts
 * PRESS_MS.
 */
const WAYS = ['cold', 'click', 'press'] as const
type Way = (typeof WAYS)[number]

async function go(page: Page, url: string, way: Way, account: SignedIn): Promise<void> {
  const { token } = account
  if (way === 'cold') {
    const free = await account.freeMachine()
    await openWithToken(page, `${url}/game/${free.id}/x`, token, { waitUntil: 'commit' })
    return
  }
  await openWithToken(page, `${url}/lobby`, token)
  const lobby = new LobbyPage(page)
  await lobby.brand('Kervan').click()
  const free = lobby.machines
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('link')
  await free.waitFor()
  // A player who reads the list gives the app time to finish its prefetching.
  await waitForQuiet(page)
  if (way === 'press') await free.click({ delay: PRESS_MS })
  else await free.evaluate((link: HTMLElement) => link.click())
}

/** Reads the stopwatch: ms to the first frame, from the last click or the start of the navigation. */
export async function firstFrameMs(page: Page): Promise<number> {
  const times = await page.waitForFunction(() => {
    const { clicked = 0, first } = window as unknown as { clicked?: number; first?: number }
    return first === undefined ? undefined : first - clicked
  })
  const elapsedMs = await times.jsonValue()
  if (elapsedMs === undefined) throw new Error('no frame was decoded')
  return elapsedMs
}

/** ms to the first decoded frame at `url`. */
async function measureOnce(browser: Browser, url: string, way: Way, account: SignedIn): Promise<number> {
  const { page, context } = await newPage(browser, { locale: 'tr-TR' })
  await page.addInitScript(stopwatch)
  await go(page, url, way, account)
  const elapsedMs = await firstFrameMs(page)
  await context.close()
  return elapsedMs
}

/** The least-squares slope; over the round trip it is the number of sequential round trips. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)]
  const covariance = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  return covariance / points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
}

/** Measures the time to a machine's first decoded frame, for each way to open it and several round trips. */
export async function joinBench(browser: Browser, runs: number): Promise<Table> {
  const platform = await startPlatform()
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  const account = await signIn(platform, player)
  const rows: string[][] = []
  const points: Record<Way, [number, number][]> = { cold: [], click: [], press: [] }
  for (const roundTrip of ROUND_TRIPS_MS) {
    const samples: Record<Way, number[]> = { cold: [], click: [], press: [] }
    // The cases take turns, so that other load on the machine affects all alike.
    for (let run = 0; run < runs; run++) {
      for (const way of WAYS) {
        const proxy = await startLatencyProxy(platform.address, roundTrip)
        const first = await measureOnce(browser, proxy.url, way, account)
        proxy.close()
        for (const { id, reservation } of await account.machines()) {
          if (reservation) await account.post('/player/cancel', { machineId: id })
        }
        samples[way].push(first)
        points[way].push([roundTrip, first])
      }
    }
    rows.push([`${roundTrip} ms`, ...WAYS.map((way) => formatFigure(summarize(samples[way])))])
  }
  await platform.stop()
  platform.remove()
  rows.push(['sequential round trips', ...WAYS.map((way) => slope(points[way]).toFixed(1))])
  return {
    title: 'Time to the first decoded frame of a machine',
    note: `In ms, by the network round trip to the platform (HTTP and sockets; the media path has no added delay). Cold: the game's URL with an empty cache, from the start of the navigation. From the lobby: from the click, either scripted, so that nothing is prepared, or after a finger has rested on the card for ${PRESS_MS} ms, during which the app prepares the peer connection, the offer and the game socket. Sequential round trips: the slope over the round trip. Median of ${runs} runs.`,
    head: ['round trip', 'cold', 'from the lobby, unprepared', 'from the lobby, pressed'],
    rows,
  }
}
