import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import type { Browser } from '@playwright/test'
import { type SignedIn, signIn } from '../e2e/fixtures/api-client.ts'
import { type Coturn, startCoturn, turnObstacle } from '../e2e/fixtures/coturn.ts'
import { openWithToken } from '../e2e/fixtures/open-with-token.ts'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { withSettings } from '../e2e/fixtures/settings.ts'
import { newPage } from './browser.ts'
import { delaysOf, readFrames, readStampedFrames } from './glass.ts'
import { firstFrameMs, stopwatch } from './join.ts'
import { formatFigure, quantile, summarize, type Table } from './table.ts'

const SECRET = 'the-secret-that-both-share'
const WARM_UP_MS = 3000
const PATHS = { all: 'direct', relay: 'TURN (coturn, UDP)' } as const
type Path = keyof typeof PATHS

interface Sample {
  firstMs: number
  /** ms from drawing to presentation. */
  latencyMs: number
  /** CPU use of the TURN server, in percent of one core. */
  cpuPercent: number
}

/** CPU time in ms of a process; NaN without /proc. */
function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

async function measureOnce(
  browser: Browser,
  address: string,
  path: Path,
  account: SignedIn,
  turn: Coturn,
  seconds: number,
): Promise<Sample> {
  const { page, context } = await newPage(browser, { locale: 'tr-TR' })
  await withSettings(context, { iceTransportPolicy: path })
  await page.addInitScript(stopwatch)
  const free = await account.freeMachine()
  await openWithToken(page, `${address}/game/${free.id}/x`, account.token, { waitUntil: 'commit' })
  const firstMs = await firstFrameMs(page)
  await page.waitForTimeout(WARM_UP_MS)
  const [before, began] = [cpuMs(turn.pid()), performance.now()]
  await page.evaluate(readFrames)
  await page.waitForTimeout(seconds * 1000)
  const delays = delaysOf(await readStampedFrames(page))
  const cpuPercent = (100 * (cpuMs(turn.pid()) - before)) / (performance.now() - began)
  await context.close()
  for (const { id, reservation } of await account.machines()) {
    if (reservation) await account.post('/player/cancel', { machineId: id })
  }
  return { firstMs, latencyMs: quantile(delays, 0.5), cpuPercent }
}

/**
 * Compares the direct picture with the picture through a TURN server. The two take turns, so that other load
 * affects both alike.
 */
export async function turnBench(browser: Browser, runs: number, seconds: number): Promise<Table> {
  if (turnObstacle) throw new Error(turnObstacle)
  const [load = 0] = loadavg()
  const turn = await startCoturn(SECRET)
  const env = { ICE_SERVERS: turn.url('udp'), TURN_SECRET: SECRET, VIDEO_MARKER: 'time' }
  const platform = await startPlatform(env)
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  const account = await signIn(platform, player)
  const samples: Record<Path, Sample[]> = { all: [], relay: [] }
  for (let run = 0; run < runs; run++) {
    for (const path of ['all', 'relay'] as const)
      samples[path].push(await measureOnce(browser, platform.address, path, account, turn, seconds))
  }
  await platform.stop()
  platform.remove()
  await turn.close()
  const figure = (path: Path, pick: (sample: Sample) => number, digits = 0) =>
    formatFigure(summarize(samples[path].map(pick)), digits)
  const isBusy = load > availableParallelism() / 4
  const busy = isBusy
    ? ` Other programs kept this machine busy (load ${load.toFixed(1)} before the first run): compare the rows with each other only.`
    : ''
  return {
    title: 'The picture through a TURN server',
    note: `One viewer, whose browser, platform and TURN server are on one machine. First frame: from the start of the navigation to a game's URL with an empty cache. Latency: from drawing to presentation, read from the pixels, for ${seconds} s. CPU: of the TURN server, in percent of a core. Median of ${runs} runs, in turns.${busy}`,
    head: ['path', 'first frame, ms', 'latency, ms', 'CPU of the TURN server, %'],
    rows: (['all', 'relay'] as const).map((path) => [
      PATHS[path],
      figure(path, ({ firstMs }) => firstMs),
      figure(path, ({ latencyMs }) => latencyMs),
      figure(path, ({ cpuPercent }) => cpuPercent, 1),
    ]),
  }
}
