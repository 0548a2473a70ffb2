import { setTimeout } from 'node:timers/promises'
import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { type SignedIn, standUp } from '../e2e/fixtures/api-client.ts'
import { type Platform, startPlatform } from '../e2e/fixtures/platform.ts'
import type { Locale } from '../e2e/fixtures/texts.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { newPage, openBrowser, PHONE, throttlePage, waitForQuiet } from './browser.ts'
import { signInPlayer } from './machine-setup.ts'
import { checkRoundTrips } from './round-trips.ts'

/*
 * Counts the requests and bytes of a phone's browser on the wire until a page is usable: cold cache, no
 * service worker, headers included. The slow network makes the moments repeatable. A socket counts as one
 * request; its frames and the picture's packets do not count.
 */

const NETWORK = { bitsPerSecond: 400_000, latencyMs: 400 }
const TIMEOUT_MS = 90_000
/** How long a finger rests on a card before the click. */
const PRESS_MS = 80

/** Requests sent until a moment, and the bytes received by then. */
export interface Snapshot {
  readonly requests: number
  readonly bytes: number
  /** Each request's path, and the bytes received of it. */
  readonly list: readonly (readonly [path: string, bytes: number])[]
}

/**
 * The moments that are counted, and the budget of each. KB are 1024 bytes. A login is usable with index.html
 * and Settings.json; whether its script has arrived by then depends on the machine. So does whether the font
 * of the figures (4 KB) has arrived when the lobby is live: its budget holds with the font.
 */
export const MOMENTS = {
  'login usable (without its script)': { requests: 3, kb: 11 },
  'login, all that joins it': { requests: 10, kb: 65 },
  'login in English, usable': { requests: 5, kb: 11 },
  'login in English, all that joins it': { requests: 11, kb: 75 },
  'lobby, brands drawn (without art)': { requests: 14, kb: 55 },
  'lobby in English, brands drawn (without art)': { requests: 16, kb: 56 },
  'lobby live, art in view drawn': { requests: 20, kb: 110 },
  'lobby, all that joins it': { requests: 28, kb: 160 },
  'game by its address, first frame': { requests: 12, kb: 85 },
  'game, all that joins it': { requests: 26, kb: 205 },
  'game pressed in the lobby, first frame': { requests: 4, kb: 10 },
} as const satisfies Record<string, { requests: number; kb: number }>
export type Moment = keyof typeof MOMENTS

const isScript = (url: string) => new URL(url).pathname.endsWith('.js')
const isPicture = (url: string) => /\.(png|avif|webp|jpe?g|svg)$/.test(new URL(url).pathname)

interface Counter {
  /**
   * Requests sent until `at` (ms since 1970), and the bytes received until `until`, by default `at`. Requests
   * sent before `from` do not count.
   */
  count(at: number, options?: { from?: number; until?: number; without?: (url: string) => boolean }): Snapshot
  /** Resolves with the time of the first event or acknowledgement that a socket receives, ms since 1970. */
  readonly live: Promise<number>
}

/** Counts a page's requests, through the DevTools protocol. */
async function countRequests(session: CDPSession): Promise<Counter> {
  const requests: { id: string; url: string; at: number }[] = []
  /** Requests that select another layer during playback; their number depends on the network. */
  const isPictureControl = (url: string) => /\/whep\/[^/]+\/[^/]+\//.test(new URL(url).pathname)
  /** Requests served from the browser's own cache: the favicon, after each navigation. */
  const cached = new Set<string>()
  const received: { id: string; bytes: number; at: number }[] = []
  /** Offset from the browser's monotonic clock to ms since 1970. */
  let offset = 0
  const wall = (timestamp: number) => timestamp * 1000 + offset
  const add = (id: string, url: string, at: number) => {
    if (!/^(https?|wss?):/.test(url)) return
    requests.push({ id, url, at })
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    offset = (wallTime - timestamp) * 1000
    add(requestId, request.url, wallTime * 1000)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) cached.add(requestId)
  })
  session.on('Network.webSocketCreated', ({ requestId, url }) => add(requestId, url, Date.now()))
  session.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response, timestamp }) =>
    received.push({ id: requestId, bytes: response.headersText?.length ?? 0, at: wall(timestamp) }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
    received.push({ id: requestId, bytes: encodedDataLength, at: wall(timestamp) }),
  )
  const live = new Promise<number>((done) => {
    session.on('Network.webSocketFrameReceived', ({ response, timestamp }) => {
      if (/^4[23]/.test(response.payloadData)) done(wall(timestamp))
    })
  })
  await session.send('Network.enable')
  return {
    live,
    count(at, { from = 0, until = at, without = () => false } = {}) {
      const counted = requests.filter(
        ({ id, url, at: sent }) =>
          sent <= at && sent >= from && !cached.has(id) && !isPictureControl(url) && !without(url),
      )
      const bytes = new Map<string, number>()
      for (const answer of received)
        if (answer.at <= until) bytes.set(answer.id, (bytes.get(answer.id) ?? 0) + answer.bytes)
      const list = counted.map(({ id, url }) => {
        const { pathname, search } = new URL(url)
        return [`${pathname}${search}`.slice(0, 80), bytes.get(id) ?? 0] as const
      })
      return { requests: list.length, bytes: list.reduce((sum, [, size]) => sum + size, 0), list }
    },
  }
}

/** Runs in the page: stores the time at which a video element presents its first frame. */
function watchFirstFrame() {
  const watchVideo = () => {
    const video = document.querySelector('video')
    if (!video) return
    observer.disconnect()
    video.requestVideoFrameCallback(() => {
      Reflect.set(window, 'firstFrameAt', Date.now())
    })
  }
  const observer = new MutationObserver(watchVideo)
  observer.observe(document, { childList: true, subtree: true })
}

/** The time at which a condition first holds in the page, checked each frame, ms since 1970. */
async function timeOf(page: Page, condition: () => number | undefined): Promise<number> {
  const found = await page.waitForFunction(condition, undefined, { timeout: TIMEOUT_MS, polling: 'raf' })
  return Number(await found.jsonValue())
}

/**
 * Runs in the page: stores the time at which the login's fields react, to the page's first script and later
 * to the app. On a busy machine a check in each frame would report a later time.
 */
function watchLogin() {
  const observer = new MutationObserver(() => {
    if (!/^(login|app)$/.test(document.documentElement?.dataset.boot ?? '')) return
    observer.disconnect()
    Reflect.set(window, 'loginShownAt', Date.now())
  })
  observer.observe(document, { attributes: true, childList: true, subtree: true })
}

const loginShown = () => Reflect.get(window, 'loginShownAt') as number | undefined

const brandsDrawn = () => (document.querySelector('main li a[href*="/lobby/"]') ? Date.now() : undefined)

const firstFrame = () => Reflect.get(window, 'firstFrameAt') as number | undefined

function artDrawn() {
  const inView = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  const isDrawn = inView.length > 0 && inView.every((image) => image.complete && image.naturalWidth > 0)
  return isDrawn ? Date.now() : undefined
}

interface Visit {
  page: Page
  counter: Counter
  close(): Promise<void>
}

/** A phone with an empty cache. `token`: of an earlier login. `language`: the player's earlier choice. */
async function openPhone(
  browser: Browser,
  url: string,
  { token, language }: { token?: string; language?: Locale } = {},
): Promise<Visit> {
  const { page, context } = await newPage(browser, {
    ...PHONE,
    // For a platform with a self-signed certificate.
    ignoreHTTPSErrors: true,
  })
  await throttlePage(page, { network: NETWORK })
  page.setDefaultTimeout(TIMEOUT_MS)
  const counter = await countRequests(await context.newCDPSession(page))
  await page.addInitScript(watchFirstFrame)
  await page.addInitScript(watchLogin)
  if (token) await page.addInitScript((value) => sessionStorage.setItem('reelcast.token', value), token)
  if (language)
    await page.addInitScript((value) => localStorage.setItem('reelcast.language', value), language)
  await page.goto(url, { waitUntil: 'commit' })
  return { page, counter, close: () => context.close() }
}

/** Counts every request that a page sends by itself. */
async function countAll({ page, counter, close }: Visit): Promise<Snapshot> {
  await waitForQuiet(page)
  const all = counter.count(Date.now())
  await close()
  return all
}

async function countLogin(browser: Browser, address: string) {
  const login = await openPhone(browser, `${address}/login`)
  const usable = await timeOf(login.page, loginShown)
  const all = await countAll(login)
  // The login is usable before the last bytes of index.html arrive, but the whole file counts.
  const snapshot = login.counter.count(usable, { until: Date.now(), without: isScript })
  return { 'login usable (without its script)': snapshot, 'login, all that joins it': all }
}

/** In a language other than the build's, the app renders the login once its texts have loaded. */
async function countEnglish(browser: Browser, address: string, { token }: SignedIn) {
  const login = await openPhone(browser, `${address}/login`, { language: 'en' })
  const usable = login.counter.count(await timeOf(login.page, loginShown))
  const all = await countAll(login)
  const lobby = await openPhone(browser, `${address}/lobby`, { token, language: 'en' })
  const drawn = lobby.counter.count(await timeOf(lobby.page, brandsDrawn), { without: isPicture })
  await lobby.close()
  return {
    'login in English, usable': usable,
    'login in English, all that joins it': all,
    'lobby in English, brands drawn (without art)': drawn,
  }
}

async function countLobby(browser: Browser, address: string, { token }: SignedIn) {
  const lobby = await openPhone(browser, `${address}/lobby`, { token })
  // All three start at once: a check that starts later reports a later time.
  const [drawn, art, message] = await Promise.all([
    timeOf(lobby.page, brandsDrawn),
    timeOf(lobby.page, artDrawn),
    lobby.counter.live,
  ])
  const live = Math.max(art, message)
  return {
    'lobby, brands drawn (without art)': lobby.counter.count(drawn, { without: isPicture }),
    'lobby live, art in view drawn': lobby.counter.count(live),
    'lobby, all that joins it': await countAll(lobby),
  }
}

async function countGame(browser: Browser, address: string, account: SignedIn) {
  const free = await account.freeMachine()
  const game = await openPhone(browser, `${address}/game/${free.id}/x`, { token: account.token })
  const frame = await timeOf(game.page, firstFrame)
  return {
    'game by its address, first frame': game.counter.count(frame),
    'game, all that joins it': await countAll(game),
  }
}

/** Touches the target with a finger that rests for PRESS_MS. */
async function press(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('there is nothing to press')
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await setTimeout(PRESS_MS)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function countPress(browser: Browser, address: string, { token }: SignedIn) {
  const { page, counter, close } = await openPhone(browser, `${address}/lobby`, { token })
  const { brands, freeMachine } = new LobbyPage(page)
  await brands.first().click()
  const link = freeMachine.getByRole('link').first()
  await link.waitFor()
  await waitForQuiet(page)
  const from = Date.now()
  await press(page, link)
  const pressed = counter.count(await timeOf(page, firstFrame), { from })
  await close()
  return { 'game pressed in the lobby, first frame': pressed }
}

/** Counts every moment once, against a platform with demo players. */
async function measureWire(browser: Browser, platform: Platform): Promise<Record<Moment, Snapshot>> {
  const { address } = platform
  const account = await signInPlayer(platform)
  const login = await countLogin(browser, address)
  const english = await countEnglish(browser, address, account)
  const lobby = await countLobby(browser, address, account)
  const game = await countGame(browser, address, account)
  await standUp(platform, account)
  const press = await countPress(browser, address, account)
  return { ...login, ...english, ...lobby, ...game, ...press }
}

/**
 * Starts a platform and a browser, and prints each moment beside its budget, in requests, bytes and round
 * trips. Returns whether every budget is kept. `isListed` also prints the requests of moments within budget.
 */
export async function checkWire(isListed = false): Promise<boolean> {
  const { browser } = await openBrowser()
  const platform = await startPlatform()
  try {
    const found = await measureWire(browser, platform)
    let isWithin = true
    for (const [moment, budget] of Object.entries(MOMENTS)) {
      const { requests, bytes, list } = found[moment as Moment]
      const isOver = requests > budget.requests || bytes > budget.kb * 1024
      const figures = `${requests} of ${budget.requests} requests, ${(bytes / 1024).toFixed(1)} of ${budget.kb} KB`
      console.log(`${moment.padEnd(40)} ${figures}${isOver ? '   OVER BUDGET' : ''}`)
      if (isOver || isListed)
        console.log(list.map(([path, size]) => `${`${size}`.padStart(8)}  ${path}`).join('\n'))
      isWithin &&= !isOver
    }
    return (await checkRoundTrips(browser, platform, isListed)) && isWithin
  } finally {
    await platform.stop()
    platform.remove()
    await browser.close()
  }
}
