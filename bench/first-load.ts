import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type SignedIn, signIn } from '../e2e/fixtures/api-client.ts'
import { type Platform, startPlatform } from '../e2e/fixtures/platform.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { type NetworkProfile, newPage, throttlePage, waitForQuiet } from './browser.ts'
import { probe } from './first-load-probe.ts'
import { startLatencyProxy } from './latency-proxy.ts'
import { probeLogin } from './login-probe.ts'
import { RELEASE, startRelease } from './release.ts'
import { countRoundTrips } from './round-trips.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const SLOWER = 6
const NETWORKS: readonly { name: string; network: NetworkProfile }[] = [
  { name: '400 kbit/s, 400 ms', network: { bitsPerSecond: 400_000, latencyMs: 400 } },
  { name: '10 Mbit/s, 100 ms', network: { bitsPerSecond: 10_000_000, latencyMs: 100 } },
]
/** A second visit runs through a proxy: the emulation does not reach the requests of a service worker. */
const SECOND_VISIT_ROUND_TRIP_MS = 400
/** How long a finger rests on a card before the click. */
const PRESS_MS = 80
const TIMEOUT_MS = 120_000

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
  readonly account: SignedIn
}

async function openBuild(platform: Platform): Promise<Build> {
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  return { platform, account: await signIn(platform, player) }
}

/** A phone with an empty cache, in which a player is signed in. */
async function openContext(browser: Browser, token: string, serviceWorkers: 'allow' | 'block' = 'block') {
  const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 2, locale: 'tr-TR', serviceWorkers }
  const { page, context } = await newPage(browser, phone)
  page.setDefaultTimeout(TIMEOUT_MS)
  await context.addInitScript(probe)
  if (token) await context.addInitScript((value) => sessionStorage.setItem('reelcast.token', value), token)
  return { page, context }
}

/** Cancels the reservations that a closed page leaves to its player. */
async function leaveMachines({ account }: Build): Promise<void> {
  for (const { id, reservation } of await account.machines())
    if (reservation) await account.post('/player/cancel', { machineId: id })
}

async function gamePath({ account }: Build): Promise<string> {
  const free = await account.freeMachine()
  return `/game/${free.id}/x`
}

async function withPage<T>(
  { page, context }: { page: Page; context: BrowserContext },
  network: NetworkProfile,
  run: (page: Page) => Promise<T>,
): Promise<T> {
  await throttlePage(page, { slower: SLOWER, network })
  const result = await run(page)
  await context.close()
  return result
}

/** Measures every moment once, each with an empty cache and without a service worker. */
async function measureCold(browser: Browser, build: Build, network: NetworkProfile): Promise<Times> {
  const { address } = build.platform
  const { token } = build.account
  const open = async (path: string) => {
    const { page, context } = await openContext(browser, path === '/login' ? '' : token)
    if (path === '/login') await context.addInitScript(probeLogin)
    return { page, context, go: () => page.goto(address + path, { waitUntil: 'commit' }) }
  }
  const login = await open('/login')
  const usable = await withPage(login, network, async (page) => {
    await login.go()
    return timeOf(page, ['usable'])
  })
  const lobby = await open('/lobby')
  const [brands, live] = await withPage(lobby, network, async (page) => {
    await lobby.go()
    return [await timeOf(page, ['brands']), await timeOf(page, ['live', 'art'])] as const
  })
  const game = await open(await gamePath(build))
  const frame = await withPage(game, network, async (page) => {
    await game.go()
    return timeOf(page, ['frame'])
  })
  await leaveMachines(build)
  const press = await open('/lobby')
  const pressed = await withPage(press, network, async (page) => {
    await press.go()
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

/** Opens the lobby and a game in a browser that visited both before, with an active service worker. */
async function measureSecondVisit(browser: Browser, build: Build): Promise<Times> {
  const proxy = await startLatencyProxy(build.platform.address, SECOND_VISIT_ROUND_TRIP_MS)
  const { page: first, context } = await openContext(browser, build.account.token, 'allow')
  const path = await gamePath(build)
  for (const visited of ['/lobby', path]) {
    await first.goto(proxy.url + visited)
    await timeOf(first, [visited === path ? 'frame' : 'live'])
    await first.evaluate(async () => void (await navigator.serviceWorker.ready))
    await waitForQuiet(first)
  }
  await first.close()
  await leaveMachines(build)
  const visit = async (path: string, marks: readonly string[]) => {
    const page = await context.newPage()
    await throttlePage(page, { slower: SLOWER })
    await page.goto(proxy.url + path, { waitUntil: 'commit' })
    const ms = await timeOf(page, marks)
    await page.close()
    return ms
  }
  const live = await visit('/lobby', ['live', 'art'])
  const frame = await visit(await gamePath(build), ['frame'])
  await context.close()
  proxy.close()
  await leaveMachines(build)
  return { 'second visit: lobby live': live, 'second visit: game, first frame': frame }
}

/** Compares each route's moments in this build with those in RELEASE. */
export async function firstLoadBench(browser: Browser, runs: number): Promise<Table> {
  const platforms = [await startRelease(), await startPlatform()] as const
  const builds = await Promise.all(platforms.map(openBuild))
  const rows: string[][] = []
  const measureRows = async (
    name: string,
    moments: readonly Moment[],
    measure: (build: Build) => Promise<Times>,
  ) => {
    const samples = builds.map(() => [] as Times[])
    // The builds take turns, so that other load on the machine affects both alike.
    for (let run = 0; run < runs; run++)
      for (const [i, build] of builds.entries()) samples[i]?.push(await measure(build))
    for (const moment of moments) {
      const [release, current] = samples.map((times) => summarize(times.map((t) => t[moment] ?? Number.NaN)))
      if (!release || !current) continue
      const ratio = (current.median / release.median).toFixed(2)
      rows.push([moment, name, formatFigure(release), formatFigure(current), ratio])
    }
  }
  for (const { name, network } of NETWORKS)
    await measureRows(name, MOMENTS, (build) => measureCold(browser, build, network))
  await measureRows(`${SECOND_VISIT_ROUND_TRIP_MS} ms`, SECOND_VISIT, (build) =>
    measureSecondVisit(browser, build),
  )
  const [earlier, current] = [
    await countRoundTrips(browser, platforms[0]),
    await countRoundTrips(browser, platforms[1]),
  ]
  for (const moment of Object.keys(current) as (keyof typeof current)[]) {
    const [before, now] = [earlier[moment].length, current[moment].length]
    rows.push([moment, 'round trips in a row', `${before}`, `${now}`, (now / before).toFixed(2)])
  }
  for (const platform of platforms) {
    await platform.stop()
    platform.remove()
  }
  return {
    title: 'First load beside an earlier release',
    note: `In ms, on a phone with a ${SLOWER} times slower processor, over HTTP/1.1. The first moments have an empty cache and no service worker; the network is Chromium's emulation, which adds its latency to each request and to media over UDP, but none to TCP or to a socket's messages; every build's picture comes over UDP. Pressed: from the click of a finger that rested for ${PRESS_MS} ms. Second visit: the service worker is in charge, and a proxy delays every byte by a round trip of ${SECOND_VISIT_ROUND_TRIP_MS} ms, also those of sockets. The two builds are measured in turns; median of ${runs} runs. Round trips in a row: a proxy holds all answers until the page waits for nothing else, so the count does not depend on the machine; a socket's upgrade, handshake and first request are one each, TCP and media (ICE, DTLS) none.`,
    head: ['moment', 'network', RELEASE.version, 'this build', 'ratio'],
    rows,
  }
}
