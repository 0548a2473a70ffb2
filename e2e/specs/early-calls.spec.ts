import type { BrowserContext, Page, Route } from '@playwright/test'
import { signIn, standUp } from '../fixtures/api-client.ts'
import { capturePeers } from '../fixtures/capture-peers.ts'
import { openWithToken } from '../fixtures/open-with-token.ts'
import type { Platform } from '../fixtures/platform.ts'
import { playerOf, tokenIn } from '../fixtures/session.ts'
import { expect, test } from '../fixtures/test.ts'
import { LobbyPage } from '../pages/lobby-page.ts'

/*
 * The calls that the page sends for a stored login while its code is still loading (src/net/early-calls.ts).
 */

const CODE = /\/assets\/[^/]+\.js$/
const isCall = (url: string) => /\/(api|socket\.io)\//.test(url)

/** Records every call and connection of a page: its path and its token. */
function callsOf(page: Page): { path: string; token: string }[] {
  const calls: { path: string; token: string }[] = []
  page.on('request', (request) => {
    const { authorization = '' } = request.headers()
    if (isCall(request.url()))
      calls.push({ path: new URL(request.url()).pathname, token: authorization.replace('Bearer ', '') })
  })
  page.on('websocket', (ws) => calls.push({ path: new URL(ws.url()).pathname, token: '' }))
  return calls
}

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

const paths = (calls: { path: string }[]) => calls.map(({ path }) => path).sort()

test('a lobby sends its first calls before its code has loaded, and each of them once', async ({
  page,
  account,
  lobbyPage,
}) => {
  const calls = callsOf(page)
  const release = await holdCode(page)
  await openWithToken(page, '/lobby', account.token, { waitUntil: 'commit' })
  const early = ['/api/machine/brands', '/api/validate', '/socket.io/']
  await expect.poll(() => paths(calls)).toEqual(early)
  await release()
  await expect(lobbyPage.brands).not.toHaveCount(0)
  await expect(lobbyPage.balance).toBeVisible()
  expect(paths(calls).filter((path) => /validate|socket/.test(path))).toEqual(early.slice(1))
})

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
  test(`${list} that arrive before the code are in the first frame at ${at}`, async ({
    page,
    account,
    lobbyPage,
  }) => {
    await page.addInitScript(watchForWaits)
    const release = await holdCode(page)
    await openWithToken(page, at, account.token, { waitUntil: 'commit' })
    const answers = () =>
      page.evaluate(async () => {
        const answers = await Promise.all(Object.values(window.reelcastEarly?.calls ?? {}))
        return answers.map(([{ status }]) => status)
      })
    await expect.poll(answers).toEqual(list === 'brands' ? [200, 200] : [200, 200, 200])
    await release()
    await expect(lobbyPage[list]).not.toHaveCount(0)
    expect(await page.evaluate(() => [...Reflect.get(window, 'waits')])).toEqual([])
  })
}

test('a game that takes over the early connection shows its picture', async ({ page, account, gamePage }) => {
  const free = await account.freeMachine()
  const calls = callsOf(page)
  const release = await holdCode(page)
  await openWithToken(page, `/game/${free.id}/x`, account.token, { waitUntil: 'commit' })
  await expect.poll(() => paths(calls)).toEqual(['/api/validate', '/socket.io/'])
  await release()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  expect(paths(calls).filter((path) => path === '/api/validate')).toHaveLength(1)
})

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
  await page.addInitScript(capturePeers)
  const release = await holdCode(page, /\/assets\/(?!early-offer)[^/]+\.js$/)
  await openWithToken(page, `/game/${free.id}/x`, account.token, { waitUntil: 'commit' })
  await expect.poll(() => peerStates(page)).toEqual(['connected'])
  await release()
  await expect(gamePage.status).toHaveAttribute('data-video-status', 'live')
  expect(await peerStates(page)).toEqual(['connected'])
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

const playerIdOf = (token: string): string =>
  JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).sub

/** Answers this browser's brand lists with one brand, named after the token's player. */
async function nameBrandsByPlayer(context: BrowserContext, names: Record<string, string>): Promise<void> {
  await context.route('**/api/machine/brands', async (route) => {
    const response = await route.fetch()
    const [brand] = await response.json()
    const token = route.request().headers().authorization?.replace('Bearer ', '') ?? ''
    // A renewed token names the same player.
    const sub = playerIdOf(token)
    await route.fulfill({ response, json: [{ ...brand, name: names[sub] ?? `nobody ${sub}` }] })
  })
}

/** Signs in Deniz and Emine. The lists of each contain one brand with the player's name. */
async function signInTwo(context: BrowserContext, platform: Platform) {
  const [first, second] = [playerOf(platform, 'deniz'), playerOf(platform, 'emine')]
  for (const one of [first, second]) await standUp(platform, one)
  const tokens = [(await signIn(platform, first)).token, (await signIn(platform, second)).token] as const
  await nameBrandsByPlayer(context, { [playerIdOf(tokens[0])]: 'Deniz', [playerIdOf(tokens[1])]: 'Emine' })
  return { first, second, tokens }
}

test('a player who logs in in another tab while early calls run sees nothing of the player before', async ({
  page,
  context,
  platform,
}) => {
  const { second, tokens } = await signInTwo(context, platform)
  const [left, next] = tokens
  await context.addInitScript((token) => {
    const isFirst = location.protocol.startsWith('http') && localStorage.getItem('reelcast.token') === null
    if (isFirst) localStorage.setItem('reelcast.token', token)
  }, left)
  const calls = callsOf(page)
  const release = await holdCode(page)
  await page.goto('/lobby', { waitUntil: 'commit' })
  await expect.poll(() => paths(calls)).toEqual(['/api/machine/brands', '/api/validate', '/socket.io/'])
  // Another tab stores the second player's token.
  await page.evaluate((token) => localStorage.setItem('reelcast.token', token), next)
  calls.splice(0)
  await release()
  await expect(new LobbyPage(page).brands.filter({ hasText: 'Emine' })).toHaveCount(1)
  await new LobbyPage(page).isOf(second)
  expect(calls.map(({ token }) => token)).not.toContain(left)
  expect(playerIdOf(await tokenIn(page))).toBe(playerIdOf(next))
})
