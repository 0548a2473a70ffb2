import type { Page, Route } from '@playwright/test'
import { capturePeers } from '../fixtures/capture-peers.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import { expect, test } from '../fixtures/test.ts'

/*
 * The calls that the page sends for a stored login while its code is still loading (src/net/early-calls.ts).
 */

const CODE = /\/assets\/[^/]+\.js$/
/** Records the paths of the first check and of every connection of a page. */
function startsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/validate') paths.push(pathname)
  })
  page.on('websocket', (ws) => paths.push(new URL(ws.url()).pathname))
  return paths
}
const EACH_ONCE = ['/api/validate', '/socket.io/']

/** Holds the app's code until the returned function is called. */
async function holdCode(page: Page, files = CODE): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isOpen = false
  await page.route(files, async (route) => {
    if (isOpen) await route.continue()
    else held.push(route)
  })
  return async () => {
    isOpen = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

/** Records, before each frame, what the page shows in place of the brands. */
function watchForWaits(): void {
  const waits = new Set<string>()
  Object.assign(window, { waits })
  const look = () => {
    for (const wait of document.querySelectorAll('#root .waiting, #root main [aria-busy=true]'))
      waits.add(wait.outerHTML)
    requestAnimationFrame(look)
  }
  look()
}

for (const [at, list] of [
  ['/lobby', 'brands'],
  ['/', 'brands'],
  ['/lobby/1/x', 'machines'],
] as const) {
  test(`${list} that arrive before the code are in the first frame at ${at}, and each call is sent once`, async ({
    page,
    account,
    lobbyPage,
  }) => {
    await page.addInitScript(watchForWaits)
    const starts = startsOf(page)
    const release = await holdCode(page)
    await openWithToken(page, at, account.token, { waitUntil: 'commit' })
    const answers = () =>
      page.evaluate(async () => {
        const answers = await Promise.all(Object.values(window.reelcastEarly?.calls ?? {}))
        return answers.map(([{ status }]) => status)
      })
    await expect.poll(answers).toEqual(list === 'brands' ? [200, 200] : [200, 200, 200])
    await expect.poll(() => starts.toSorted()).toEqual(EACH_ONCE)
    await release()
    await expect(lobbyPage[list]).not.toHaveCount(0)
    await expect(lobbyPage.balance).toBeVisible()
    expect(starts.toSorted()).toEqual(EACH_ONCE)
    expect(await page.evaluate(() => [...Reflect.get(window, 'waits')])).toEqual([])
  })
}

const OFETCH = /\/assets\/ofetch[^/]+\.js$/

test('a lobby is drawn without ofetch, and a press waits for it', async ({ page, account, lobbyPage }) => {
  const release = await holdCode(page, OFETCH)
  await openWithToken(page, '/lobby', account.token, { waitUntil: 'commit' })
  const loaded = page.waitForResponse(OFETCH)
  await lobbyPage.brands.first().click()
  await expect(page.locator('main [aria-busy=true]')).toBeVisible()
  await release()
  await loaded
  await expect(lobbyPage.machines).not.toHaveCount(0)
})

/** Records the statuses of the answers to this page's offers. */
function offersOf(page: Page): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && /\/whep\/\d+$/.test(response.url()))
      statuses.push(response.status())
  })
  return statuses
}

/** The states of the peer connections that this page has created since `capturePeers`. */
const peerStates = (page: Page) => page.evaluate(() => window.peers.map((peer) => peer.connectionState))

test("a game's picture connects before the app's code has loaded, and the app keeps it", async ({
  page,
  account,
  gamePage,
}) => {
  const free = await account.freeMachine()
  const offers = offersOf(page)
  const starts = startsOf(page)
  await page.addInitScript(capturePeers)
  const release = await holdCode(page, /\/assets\/(?!early-offer)[^/]+\.js$/)
  await openWithToken(page, `/game/${free.id}/x`, account.token, { waitUntil: 'commit' })
  await expect.poll(() => peerStates(page)).toEqual(['connected'])
  await expect.poll(() => starts.toSorted()).toEqual(EACH_ONCE)
  await release()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  expect(await peerStates(page)).toEqual(['connected'])
  expect(starts.filter((path) => path === '/api/validate')).toHaveLength(1)
  expect(offers).toEqual([201])
})

test('the picture connects while the player joins, without a frame, and is shown with the seat', async ({
  page,
  account,
  gamePage,
}) => {
  const free = await account.freeMachine()
  const offers = offersOf(page)
  let letJoin: (() => void) | undefined
  await page.routeWebSocket(/\/socket\.io\//, (ws) => {
    const server = ws.connectToServer()
    ws.onMessage((message) => {
      if (/^42\d*\["init"/.test(`${message}`)) letJoin = () => server.send(message)
      else server.send(message)
    })
  })
  await page.addInitScript(capturePeers)
  await openWithToken(page, `/game/${free.id}/x`, account.token)
  await expect.poll(() => peerStates(page)).toEqual(['connected'])
  expect((await account.machines()).find(({ id }) => id === free.id)?.status).toBe('available')
  const received = () =>
    page.evaluate(async () => {
      const stats = await window.peers[0]?.getStats()
      const inbound = [...(stats?.values() ?? [])].filter(({ type }) => type === 'inbound-rtp')
      return inbound.reduce((sum, { packetsReceived }) => sum + packetsReceived, 0)
    })
  expect(await received()).toBe(0)
  await expect.poll(() => letJoin).toBeDefined()
  letJoin?.()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  expect(await received()).toBeGreaterThan(0)
  expect(await peerStates(page)).toEqual(['connected'])
  expect(offers).toEqual([201])
})
