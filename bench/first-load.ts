import type { Browser, Page } from '@playwright/test'
import { type Platform, startPlatform } from '../e2e/fixtures/platform.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { type NetworkProfile, throttlePage, waitForQuiet } from './browser.ts'
import { gamePath, openPhone, probeLogin, TIMEOUT_MS } from './first-load-probe.ts'
import { type Account, signInPlayer } from './machine-setup.ts'
import { startRelay } from './relay.ts'
import { formatFigure, summarize, type Table } from './table.ts'

interface Phone {
  readonly name: string
  /** How many times slower its processor is than this machine's. */
  readonly slower: number
  readonly network: NetworkProfile
}
const PHONES: readonly Phone[] = [
  { name: '400 kbit/s, 400 ms, 6×', slower: 6, network: { bitsPerSecond: 400_000, latencyMs: 400 } },
  { name: '9 Mbit/s, 100 ms, 4×', slower: 4, network: { bitsPerSecond: 9_000_000, latencyMs: 100 } },
]
/** How long a finger rests on a card before the click. */
const PRESS_MS = 80

const MOMENTS = [
  'login usable',
  'lobby, brands drawn',
  'lobby live, art in view drawn',
  'game by its address, first frame',
  'game pressed in the lobby, first frame',
] as const
const SECOND_VISIT = ['second visit: lobby live', 'second visit: game, first frame'] as const
type Moment = (typeof MOMENTS)[number] | (typeof SECOND_VISIT)[number]
type Times = Partial<Record<Moment, number>>

/** Waits until all of these marks are set and returns the time of the last one. */
async function timeOf(page: Page, names: readonly string[], since = ''): Promise<number> {
  const found = await page.waitForFunction(
    ({ names, since }) => {
      const marks: Record<string, number> = Reflect.get(window, 'marks')
      const times = names.map((name) => marks[name] ?? Number.NaN)
      const last = Math.max(...times)
      return Number.isNaN(last) ? undefined : { ms: last - (marks[since] ?? 0) }
    },
    { names, since },
    { timeout: TIMEOUT_MS },
  )
  return (await found.jsonValue())?.ms ?? Number.NaN
}

interface Build {
  readonly platform: Platform
  readonly account: Account
}

/** Cancels the reservations that a closed page leaves to its player. */
async function leaveMachines({ account }: Build): Promise<void> {
  for (const { id, reservation } of await account.machines())
    if (reservation) await account.post('/player/cancel', { machineId: id })
}

/** Measures every moment once, each with an empty cache and without a service worker. */
async function measureCold(browser: Browser, build: Build, { slower, network }: Phone): Promise<Times> {
  const visit = async <T>(path: string, run: (page: Page) => Promise<T>): Promise<T> => {
    const isLogin = path === '/login'
    const { page, context } = await openPhone(browser, isLogin ? undefined : build.account)
    if (isLogin) await context.addInitScript(probeLogin)
    await throttlePage(page, { slower, network })
    await page.goto(build.platform.address + path, { waitUntil: 'commit' })
    const result = await run(page)
    await context.close()
    return result
  }
  const usable = await visit('/login', (page) => timeOf(page, ['usable']))
  const [brands, live] = await visit(
    '/lobby',
    async (page) => [await timeOf(page, ['brands']), await timeOf(page, ['live', 'art'])] as const,
  )
  const frame = await visit(await gamePath(build.account), (page) => timeOf(page, ['frame']))
  await leaveMachines(build)
  const pressed = await visit('/lobby', async (page) => {
    const { brands, freeMachine } = new LobbyPage(page)
    await brands.first().click()
    const link = freeMachine.getByRole('link').first()
    await link.waitFor()
    // A player who reads the list gives the app time to finish its prefetching.
    await waitForQuiet(page)
    await link.click({ delay: PRESS_MS })
    return timeOf(page, ['frame'], 'click')
  })
  await leaveMachines(build)
  return {
    'login usable': usable,
    'lobby, brands drawn': brands,
    'lobby live, art in view drawn': live,
    'game by its address, first frame': frame,
    'game pressed in the lobby, first frame': pressed,
  }
}

/**
 * Opens the lobby and a game in a browser that visited both before, with an active service worker. A relay
 * delays the bytes: the emulation does not reach the requests of a service worker.
 */
async function measureSecondVisit(
  browser: Browser,
  build: Build,
  { slower, network }: Phone,
): Promise<Times> {
  const relay = await startRelay(build.platform.address, { roundTripMs: network.latencyMs })
  const { page: first, context } = await openPhone(browser, build.account, 'allow')
  const path = await gamePath(build.account)
  for (const visited of ['/lobby', path]) {
    await first.goto(relay.url + visited)
    await timeOf(first, [visited === path ? 'frame' : 'live'])
    await first.evaluate(async () => void (await navigator.serviceWorker.ready))
    await waitForQuiet(first)
  }
  await first.close()
  await leaveMachines(build)
  const visit = async (path: string, marks: readonly string[]) => {
    const page = await context.newPage()
    await throttlePage(page, { slower })
    await page.goto(relay.url + path, { waitUntil: 'commit' })
    const ms = await timeOf(page, marks)
    await page.close()
    return ms
  }
  const live = await visit('/lobby', ['live', 'art'])
  const frame = await visit(await gamePath(build.account), ['frame'])
  await context.close()
  relay.close()
  await leaveMachines(build)
  return { 'second visit: lobby live': live, 'second visit: game, first frame': frame }
}

/** Measures when each page can be used on a slow phone. */
export async function firstLoadBench(browser: Browser, runs: number): Promise<Table> {
  const platform = await startPlatform()
  const build = { platform, account: await signInPlayer(platform) }
  const rows: string[][] = []
  const addRows = async (phone: string, moments: readonly Moment[], measure: () => Promise<Times>) => {
    const samples: Times[] = []
    for (let run = 0; run < runs; run++) samples.push(await measure())
    for (const moment of moments) {
      const figure = summarize(samples.map((times) => times[moment] ?? Number.NaN))
      rows.push([moment, phone, formatFigure(figure)])
    }
  }
  for (const phone of PHONES) await addRows(phone.name, MOMENTS, () => measureCold(browser, build, phone))
  for (const phone of PHONES)
    await addRows(`${phone.network.latencyMs} ms, ${phone.slower}×`, SECOND_VISIT, () =>
      measureSecondVisit(browser, build, phone),
    )
  await platform.stop()
  platform.remove()
  return {
    title: 'First load on a slow phone',
    note: `Time in ms on a processor that is ${PHONES.map(({ slower }) => slower).join(' or ')} times (×) slower, over HTTP/1.1 and Chromium's network emulation, which delays requests and media but no messages of sockets. The cache is empty. Pressed: from the click of a finger that rested for ${PRESS_MS} ms. Second visit: the service worker is active, and a proxy delays all bytes. Median of ${runs} runs. \`npm run bytes\` counts the round trips.`,
    head: ['moment', 'line, processor', 'ms'],
    rows,
  }
}
