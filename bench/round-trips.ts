import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { standUp } from '../e2e/fixtures/api-client.ts'
import type { Platform } from '../e2e/fixtures/platform.ts'
import { gamePath, openPhone, TIMEOUT_MS } from './first-load-probe.ts'
import { type Account, signInPlayer } from './machine-setup.ts'
import { startTurnProxy, type TurnProxy } from './turn-proxy.ts'

/*
 * Counts the round trips in sequence until a page is usable: requests that each wait for the answer to an
 * earlier one. Media does not count: a game's picture also needs ICE and DTLS.
 */

/** The page counts as quiet when it sends nothing for this long with an idle main thread, ms. */
const QUIET_MS = 250
/** Limit from the answer to the offer until the first frame, ms. */
const MAX_MEDIA_MS = 20_000
/** Time for a closed page's last messages to reach the server, ms. */
const CLOSE_MS = 1_000
const MAX_TURNS = 30

/** The moments that are counted, and the budget of sequential round trips of each. */
const ROUND_TRIPS = {
  'lobby, brands drawn': 3,
  'lobby live, art in view drawn': 5,
  'game by its address, first frame': 4,
  'second visit: lobby live': 4,
  'second visit: game, first frame': 3,
} as const satisfies Record<string, number>
type RoundTripMoment = keyof typeof ROUND_TRIPS

/** The paths that each turn answered. */
type Turns = readonly (readonly string[])[]

/** Resolves when the page has finished the work that needs no further answer. */
async function idle(page: Page): Promise<void> {
  const rest = () =>
    new Promise<void>((done) => {
      const whenIdle = () => requestIdleCallback(() => done(), { timeout: 1_000 })
      if (document.readyState === 'loading')
        document.addEventListener('readystatechange', whenIdle, { once: true })
      else whenIdle()
    })
  // A navigation rejects the evaluation; that page is gone.
  await page.evaluate(rest).catch(() => {})
}

const marked = (page: Page, names: readonly string[], timeout: number) =>
  page
    .waitForFunction(
      (wanted) => {
        const marks: Record<string, number> = Reflect.get(window, 'marks') ?? {}
        return wanted.every((name) => marks[name] !== undefined)
      },
      names,
      { timeout },
    )
    .then(
      () => true,
      () => false,
    )

/** Opens a path and counts the turns until all of these marks hold. */
async function countTurns(
  proxy: TurnProxy,
  page: Page,
  path: string,
  names: readonly string[],
): Promise<Turns> {
  const turns: string[][] = []
  /** Before the commit there is no document to query. A document from the service worker needs no turn. */
  let isCommitted = false
  const navigation = page
    .goto(proxy.url + path, { waitUntil: 'commit', timeout: TIMEOUT_MS })
    .catch(() => {})
    .finally(() => {
      isCommitted = true
    })
  while (turns.length < MAX_TURNS) {
    await proxy.quiet(QUIET_MS)
    if (isCommitted) await idle(page)
    // The service worker serves the document without the network; wait for its commit.
    else if (!proxy.holds(`GET ${path}`)) continue
    await proxy.quiet(QUIET_MS)
    const isOffered = turns.flat().some((answered) => answered.startsWith('POST /whep'))
    // The picture also waits for the seat, so media counts only once the page is live.
    const waitsForMedia = names.includes('frame') && isOffered && (await marked(page, ['live'], 100))
    if (await marked(page, names, waitsForMedia ? MAX_MEDIA_MS : 100)) {
      await navigation
      return turns
    }
    const answered = proxy.release()
    if (answered.length) turns.push(answered)
  }
  throw new Error(`${path} has no ${names} after ${MAX_TURNS} round trips:\n${turns.join('\n')}`)
}

/** Releases answers continuously until `work` is done. */
async function settle(proxy: TurnProxy, work: Promise<unknown>): Promise<void> {
  const timer = setInterval(() => proxy.release(), 20)
  await work.finally(() => clearInterval(timer))
}

async function countCold(
  browser: Browser,
  platform: Platform,
  account: Account,
  path: string,
  names: readonly string[],
): Promise<Turns> {
  const proxy = await startTurnProxy(platform.address)
  const { page, context } = await openPhone(browser, account)
  try {
    return await countTurns(proxy, page, path, names)
  } finally {
    await settle(proxy, context.close())
    proxy.close()
  }
}

/** Counts the lobby and a game in a browser that visited both before, with an active service worker. */
async function countSecondVisit(
  browser: Browser,
  platform: Platform,
  account: Account,
): Promise<{ lobby: Turns; game: Turns }> {
  const proxy = await startTurnProxy(platform.address)
  const { page: first, context } = await openPhone(browser, account, 'allow')
  const visitAll = async () => {
    for (const [path, mark] of [
      ['/lobby', 'live'],
      [await gamePath(account), 'frame'],
    ] as const) {
      await first.goto(proxy.url + path)
      if (!(await marked(first, [mark], TIMEOUT_MS))) throw new Error(`${path} has no ${mark}`)
      await first.evaluate(async () => void (await navigator.serviceWorker.ready))
      await first.waitForLoadState('networkidle')
    }
    await first.close()
    // The server closes the page's connections before the next visit.
    await setTimeout(CLOSE_MS)
  }
  try {
    await settle(proxy, visitAll())
    const visit = async (path: string, names: readonly string[]) => {
      const page = await context.newPage()
      const turns = await countTurns(proxy, page, path, names)
      await settle(
        proxy,
        page.close().then(() => setTimeout(CLOSE_MS)),
      )
      return turns
    }
    await standUp(platform, account)
    const lobby = await visit('/lobby', ['live', 'art'])
    return { lobby, game: await visit(await gamePath(account), ['frame']) }
  } finally {
    await settle(proxy, context.close())
    proxy.close()
  }
}

/** Counts every moment once, against a platform with demo players. */
async function countRoundTrips(
  browser: Browser,
  platform: Platform,
): Promise<Record<RoundTripMoment, Turns>> {
  const account = await signInPlayer(platform)
  const cold = (path: string, names: readonly string[]) => countCold(browser, platform, account, path, names)
  await standUp(platform, account)
  const brands = await cold('/lobby', ['brands'])
  const live = await cold('/lobby', ['live', 'art'])
  const game = await cold(await gamePath(account), ['frame'])
  await standUp(platform, account)
  const second = await countSecondVisit(browser, platform, account)
  await standUp(platform, account)
  return {
    'lobby, brands drawn': brands,
    'lobby live, art in view drawn': live,
    'game by its address, first frame': game,
    'second visit: lobby live': second.lobby,
    'second visit: game, first frame': second.game,
  }
}

/** Counts and prints each moment beside its budget. Returns whether every budget is kept. */
export async function checkRoundTrips(
  browser: Browser,
  platform: Platform,
  isListed: boolean,
): Promise<boolean> {
  let isWithin = true
  for (const [moment, turns] of Object.entries(await countRoundTrips(browser, platform))) {
    const budget = ROUND_TRIPS[moment as RoundTripMoment]
    const isOver = turns.length > budget
    const figure = `${turns.length} of ${budget} round trips in a row`
    console.log(`${moment.padEnd(40)} ${figure}${isOver ? '   OVER BUDGET' : ''}`)
    if (isOver || isListed)
      for (const [i, answered] of turns.entries())
        console.log(`${`${i + 1}`.padStart(8)}  ${answered.join('  ')}`)
    isWithin &&= !isOver
  }
  return isWithin
}
