import type { Browser } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { signIn } from '../e2e/fixtures/wire.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { LoginPage } from '../e2e/pages/login-page.ts'
import { newPage } from './browser.ts'
import { distance } from './distance.ts'
import { figure, show, type Table } from './table.ts'

const ROUND_TRIPS_MS = [0, 50, 100, 200]
/**
 * What the protocols need one after the other over TCP before the picture can be asked for and answered: the game
 * socket's connection, its WebSocket handshake, Socket.IO's connect, init; then WHEP's POST on a connection that is open.
 */
const FEWEST = 5

interface Times {
  /** ms from the tap to the first decoded frame. */
  first: number
}

/** Notes when a video element presents its first frame after a tap anywhere. */
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

/** Logs in through a line of this length, sits down at a machine and waits for the picture. */
async function once(
  browser: Browser,
  url: string,
  player: { username: string; password: string },
): Promise<Times> {
  const { page, context } = await newPage(browser, { locale: 'tr-TR' })
  await page.addInitScript(stopwatch)
  await page.goto(`${url}/login`)
  await new LoginPage(page).logIn(player)
  const lobby = new LobbyPage(page)
  await lobby.brand('Kervan').click()
  const free = lobby.machines.filter({ has: page.getByRole('link') }).first()
  await free.waitFor()
  // Whatever the app fetches ahead of a tap has had its time, as it has while a person looks around.
  await page.waitForLoadState('networkidle')
  await free.getByRole('link').click()
  const times = await page.waitForFunction(() => {
    const { tapped, first } = window as unknown as { tapped?: number; first?: number }
    return tapped !== undefined && first !== undefined ? { first: first - tapped } : undefined
  })
  const seen = await times.jsonValue()
  await context.close()
  if (!seen) throw new Error('no picture')
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

/** From the tap on a machine to its first decoded frame, on lines of several lengths. */
export async function joinBench(browser: Browser, runs: number): Promise<Table> {
  const platform = await startPlatform()
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  const account = await signIn(platform, player)
  const rows: string[][] = []
  const points: [number, number][] = []
  for (const roundTrip of ROUND_TRIPS_MS) {
    const seen: number[] = []
    for (let run = 0; run < runs; run++) {
      const line = await distance(platform.address, roundTrip)
      const { first } = await once(browser, line.url, player)
      line.close()
      for (const { id, reservation } of await account.machines()) {
        if (reservation) await account.post('/player/cancel', { machineId: id })
      }
      seen.push(first)
      points.push([roundTrip, first])
    }
    rows.push([`${roundTrip} ms`, show(figure(seen))])
  }
  await platform.stop()
  platform.remove()
  const trips = slope(points)
  rows.push(['round trips in a row', `${trips.toFixed(1)} (the protocols need ${FEWEST})`])
  return {
    title: 'From the tap on a machine to its first decoded frame',
    note: `ms, by the round trip of the line to the platform (calls and sockets; the picture itself comes directly). The round trips are the slope. Median and spread of ${runs} runs.`,
    head: ['round trip', 'first frame'],
    rows,
  }
}
