import type { Browser, CDPSession, Page } from '@playwright/test'
import { signIn, standUp } from '../e2e/fixtures/api-client.ts'
import type { Platform, Player } from '../e2e/fixtures/platform.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { throttledPage } from './browser.ts'

/*
 * What a phone's browser requests from the platform on its way to a usable page: cold cache, no service worker. The
 * slow network makes the moments of the snapshots repeatable. Sockets count as one request each; their frames and the
 * picture's packets do not count.
 */

const NETWORK = { bitsPerSecond: 400_000, latencyMs: 400 }
/** A page is complete when it has requested nothing for this long, ms. */
const QUIET_MS = 2_500
const TIMEOUT_MS = 90_000
/** How long a finger rests on a card before the click. */
const PRESS_MS = 80

export interface Snapshot {
  /** Requests sent until then. */
  readonly requests: number
  /** Bytes of the answers received until then, with their headers. */
  readonly bytes: number
}

export type Moment =
  | 'login usable'
  | 'login, all'
  | 'lobby, brands drawn'
  | 'lobby, live with art'
  | 'lobby, all'
  | 'game, first frame'
  | 'game, all'
  | 'game pressed in the lobby, first frame'

interface Counter {
  snapshot(): Snapshot
  /** Requests since `before`. */
  since(before: Snapshot): Snapshot
  /** Resolves with the first Socket.IO event or acknowledgement that a socket receives. */
  readonly live: Promise<void>
  /** Resolves when nothing has been requested for QUIET_MS. */
  quiet(): Promise<void>
  /** The addresses requested so far, in order. */
  readonly urls: readonly string[]
}

/** Counts a page's requests, through the DevTools protocol. */
async function countRequests(session: CDPSession): Promise<Counter> {
  const urls: string[] = []
  let bytes = 0
  let lastRequest = Date.now()
  const add = (url: string) => {
    if (!/^(https?|wss?):/.test(url)) return
    urls.push(url)
    lastRequest = Date.now()
  }
  session.on('Network.requestWillBeSent', ({ request }) => add(request.url))
  session.on('Network.webSocketCreated', ({ url }) => add(url))
  session.on('Network.webSocketHandshakeResponseReceived', ({ response }) => {
    bytes += response.headersText?.length ?? 0
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const live = new Promise<void>((done) => {
    session.on('Network.webSocketFrameReceived', ({ response }) => {
      if (/^4[23]/.test(response.payloadData)) done()
    })
  })
  await session.send('Network.enable')
  const snapshot = () => ({ requests: urls.length, bytes })
  return {
    urls,
    live,
    snapshot,
    since: (before) => ({ requests: urls.length - before.requests, bytes: bytes - before.bytes }),
    quiet: () =>
      new Promise((done) => {
        lastRequest = Date.now()
        const timer = setInterval(() => {
          if (Date.now() - lastRequest < QUIET_MS) return
          clearInterval(timer)
          done()
        }, 100)
      }),
  }
}

/** Resolves with the first frame that a video element presents. */
const firstFrame = (page: Page) =>
  page.waitForFunction(
    () => {
      const video = document.querySelector('video')
      return video !== null && video.videoWidth > 0 && video.readyState >= 2
    },
    undefined,
    { timeout: TIMEOUT_MS, polling: 'raf' },
  )

/** Resolves when every image in view is drawn. */
const artInView = (page: Page) =>
  page.waitForFunction(
    () => {
      const inView = [...document.images].filter((image) => {
        const { top, bottom } = image.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      })
      return inView.length > 0 && inView.every((image) => image.complete && image.naturalWidth > 0)
    },
    undefined,
    { timeout: TIMEOUT_MS, polling: 'raf' },
  )

async function phone(browser: Browser): Promise<{ page: Page; counter: Counter; close(): Promise<void> }> {
  const { page, context } = await throttledPage(browser, {
    network: NETWORK,
    locale: 'tr-TR',
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  })
  page.setDefaultTimeout(TIMEOUT_MS)
  const session = await context.newCDPSession(page)
  return { page, counter: await countRequests(session), close: () => context.close() }
}

/** Stores a session before the page opens, as a player has who was here before. */
async function storeToken(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => sessionStorage.setItem('reelcast.token', value), token)
}

/** Counts every moment once. `log` receives the addresses behind each figure. */
export async function measureWire(
  browser: Browser,
  platform: Pick<Platform, 'address'>,
  player: Player,
  log: (moment: Moment, urls: readonly string[]) => void = () => {},
): Promise<Record<Moment, Snapshot>> {
  const { address } = platform
  const account = await signIn(platform as Platform, player)
  const found: Partial<Record<Moment, Snapshot>> = {}
  const take = (moment: Moment, counter: Counter) => {
    found[moment] = counter.snapshot()
    log(moment, counter.urls.slice())
  }

  const login = await phone(browser)
  await login.page.goto(`${address}/login`, { waitUntil: 'commit' })
  await login.page.locator('#username').fill(player.username)
  await login.page.locator('#password').fill(player.password)
  await login.page.locator('[type=submit]:enabled').waitFor()
  take('login usable', login.counter)
  await login.counter.quiet()
  take('login, all', login.counter)
  await login.close()

  const open = async (path: string) => {
    const visit = await phone(browser)
    await storeToken(visit.page, account.token)
    await visit.page.goto(`${address}${path}`, { waitUntil: 'commit' })
    return visit
  }

  const lobby = await open('/lobby')
  await new LobbyPage(lobby.page).brands.first().waitFor()
  take('lobby, brands drawn', lobby.counter)
  await lobby.counter.live
  await artInView(lobby.page)
  take('lobby, live with art', lobby.counter)
  await lobby.counter.quiet()
  take('lobby, all', lobby.counter)
  await lobby.close()

  const free = (await account.machines()).find(({ status }) => status === 'available')
  if (!free) throw new Error('there is no free machine')
  const game = await open(`/game/${free.id}/x`)
  await firstFrame(game.page)
  take('game, first frame', game.counter)
  await game.counter.quiet()
  take('game, all', game.counter)
  await game.close()
  await standUp(platform as Platform, player)

  const pressed = await open('/lobby')
  const { brands, freeMachine } = new LobbyPage(pressed.page)
  await brands.first().click()
  const link = freeMachine.getByRole('link').first()
  await link.waitFor()
  await pressed.counter.quiet()
  const before = pressed.counter.urls.length
  const start = pressed.counter.snapshot()
  await link.click({ delay: PRESS_MS })
  await firstFrame(pressed.page)
  found['game pressed in the lobby, first frame'] = pressed.counter.since(start)
  log('game pressed in the lobby, first frame', pressed.counter.urls.slice(before))
  await pressed.close()
  await standUp(platform as Platform, player)
  return found as Record<Moment, Snapshot>
}
