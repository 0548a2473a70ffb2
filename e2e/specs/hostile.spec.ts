import { expect, type Page, test } from '@playwright/test'
import type { Case } from '../fixtures/hostile-cases.ts'
import { ACKS, CALLS, type Channel, PUSHES } from '../fixtures/hostile-models.ts'
import { type HostileServer, startHostileServer } from '../fixtures/hostile-server.ts'
import { HostileVisit, problemOf } from '../fixtures/hostile-visit.ts'
import { text } from '../fixtures/texts.ts'
import { GamePage } from '../pages/game-page.ts'

/*
 * A server that sends one wrong field after another, over real HTTP, sockets and WHEP. Its cases are derived
 * from the schemas of the contract. HOSTILE_SEED repeats a run, HOSTILE_CASES sets the number of pushes, and
 * HOSTILE_ROUNDS the number of walks through the app.
 */
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_122)
const PUSHES_SENT = Number(process.env.HOSTILE_CASES ?? 10_000)
const ROUNDS = Number(process.env.HOSTILE_ROUNDS ?? (process.env.E2E_SET === 'matrix' ? 10 : 6))
const BATCH = 300

const PAGES = ['/lobby', '/lobby/1/Nar', '/transactions', '/slot-sessions', '/profile'] as const
const GAME = '/game/1/Nar'
/** The app reads no answer to `auth`, and sends `time` only while the video carries capture times. */
const NOT_READ = /^acknowledgement of (auth|time) /
/**
 * Of own limits, of the login from a phone, of a kiosk's attract mode and of a cabinet's buttons, which this
 * visit does not use yet.
 */
const NOT_VISITED =
  /^((GET|POST) \/api\/(attract|login\/link|player\/(link|limits|pause))|acknowledgement of press )/
/** Events that end the visit and are therefore sent separately. */
const LEAVES = ['quit']

test.describe('a hostile server', () => {
  let server: HostileServer
  let visit: HostileVisit
  let errors: string[]
  let lines: string[]

  test.use({ reducedMotion: 'reduce' } as object)
  test.beforeAll(async () => {
    server = await startHostileServer(SEED)
  })
  test.afterAll(() => server.close())

  test.beforeEach(async ({ page }) => {
    errors = []
    lines = []
    visit = new HostileVisit(page, server)
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)))
    page.on('console', (message) => lines.push(message.text()))
    await page.addInitScript(() => {
      // The live chat's frame has no storage access.
      if (window !== window.top) return
      if (location.pathname === '/login')
        for (const storage of [localStorage, sessionStorage]) storage.removeItem('reelcast.token')
      else sessionStorage.setItem('reelcast.token', 'hostile')
    })
    // Replaces the page of the live chat's provider.
    await page.route('https://**', (route) => route.fulfill({ contentType: 'text/html', body: 'chat' }))
  })

  function behave(): void {
    server.answers.setHostile(false)
    server.sockets.setHostile()
    server.pictures.setHostile(false)
  }

  /** Throws with the last sent cases if the page has a problem. */
  async function holds(page: Page, at: string): Promise<void> {
    // An empty page may be the splash; wait for the page after it.
    const isShown = async () => (await page.locator('body').innerText()).trim().length >= 20
    await expect.poll(isShown, { message: 'the page shows something', intervals: [20, 100] }).toBe(true)
    const problem = await problemOf(page, errors)
    const said = server.cases.takeRecent().slice(-40)
    if (problem) throw new Error(`${problem}\nseed ${SEED}, ${at}: ${JSON.stringify(said).slice(0, 4000)}`)
  }

  /** Pushes a new wallet until the page shows it: an answer on the other socket may carry a newer one. */
  async function showsWallet(page: Page, channel: Channel): Promise<void> {
    await expect(async () => {
      const cents = server.sockets.pushWallet(channel)
      const shown = `${new Intl.NumberFormat('tr').format(cents / 100)},00`
      await expect(page.locator('body'), 'the page works off what is pushed').toContainText(shown, {
        timeout: 2000,
      })
    }).toPass({ timeout: 15_000 })
  }

  /** Sends a batch and waits until the page has handled it. */
  async function sendBatch(page: Page, channel: Channel, cases: readonly Case[]): Promise<void> {
    server.sockets.push(channel, cases)
    await showsWallet(page, channel)
  }

  async function isConnected(page: Page, channel: Channel): Promise<void> {
    await expect.poll(() => server.sockets.has(channel)).toBe(true)
    await showsWallet(page, channel)
  }

  async function open(page: Page, path: string): Promise<void> {
    behave()
    await page.goto(server.address + path)
    await isConnected(page, path === GAME ? 'game' : 'notification')
  }

  /**
   * Bisects a failing batch down to the one case that fails alone on a fresh page; returns the batch if none
   * does.
   */
  async function bisect(page: Page, channel: Channel, path: string, cases: readonly Case[]) {
    const fails = async (some: readonly Case[]) => {
      await open(page, path)
      await sendBatch(page, channel, some)
      return problemOf(page, errors)
    }
    let suspects = cases
    while (suspects.length > 1) {
      const half = Math.ceil(suspects.length / 2)
      const [first, second] = [suspects.slice(0, half), suspects.slice(half)]
      if (await fails(first)) suspects = first
      else if (await fails(second)) suspects = second
      else break
    }
    return JSON.stringify(suspects.slice(0, 5)).slice(0, 2000)
  }

  async function pushAll(page: Page, channel: Channel, path: string, total: number): Promise<void> {
    for (let sent = 0; sent < total; sent += BATCH) {
      const cases = server.sockets.pushCases(channel, BATCH, LEAVES)
      await sendBatch(page, channel, cases)
      const problem = await problemOf(page, errors)
      if (problem)
        throw new Error(`${problem}\nseed ${SEED}, ${path}: ${await bisect(page, channel, path, cases)}`)
      server.cases.takeRecent()
    }
  }

  const isReady = (page: Page) =>
    page.waitForFunction(() => document.querySelector('button[data-state=ready]') !== null)

  /** Presses until the request is acknowledged, and waits until the next one can be sent. */
  async function command(page: Page, request: 'load' | 'spin' | 'cashout', press: () => Promise<unknown>) {
    const name = `${request} (game)`
    const before = server.sockets.answered(name)
    server.sockets.setHostile(name)
    // A closing dialog may swallow a press.
    await expect(async () => {
      await press()
      const answered = () => server.sockets.answered(name)
      await expect.poll(answered, { intervals: [10], timeout: 1000 }).toBeGreaterThan(before)
    }).toPass({ timeout: 10_000 })
    await isReady(page)
    await holds(page, request)
  }

  async function playWrongly(page: Page, rounds: number): Promise<void> {
    const game = new GamePage(page)
    await isReady(page)
    for (let round = 0; round < rounds; round++) {
      for (let spin = 0; spin < 3; spin++)
        await command(page, 'spin', () => game.spinButton.evaluate((one: HTMLElement) => one.click()))
      await command(page, 'cashout', () => visit.press(game.cashOutButton))
      await visit.press(game.receipt)
      await command(page, 'load', async () => {
        if (!(await game.dialog.isVisible())) await visit.press(game.loadButton)
        await game.dialog.locator('#load-amount').fill('5', { timeout: 1000 })
        await game.dialog.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
      })
      // A refusal leaves the dialog open.
      await visit.press(game.dialog.getByRole('button', { name: text('tr', 'dialogs.cancel') }))
      await expect(game.dialog).toHaveCount(0)
      if (round % 10 === 9) {
        server.sockets.setHostile()
        server.sockets.pushCut('game')
        await page.waitForFunction(() => document.querySelector('button[data-state=ready]') === null)
        await isReady(page)
      }
    }
    server.sockets.setHostile()
  }

  /** Joins repeatedly, with wrong answers to `init` and to the offer, and `quit` as the end. */
  async function joinWrongly(page: Page, rounds: number): Promise<void> {
    await visit.go('/lobby')
    for (let round = 0; round < rounds; round++) {
      behave()
      const before = server.sockets.answered('init (game)')
      if (round % 2 === 0) server.sockets.setHostile('init (game)')
      else server.pictures.setHostile(true)
      await visit.go(GAME)
      await expect
        .poll(() => server.sockets.answered('init (game)'), { intervals: [10] })
        .toBeGreaterThan(before)
      await visit.settle()
      await holds(page, `join ${round}`)
      if (round % 3 === 2) server.sockets.pushOne('game', 'quit')
      await visit.go('/lobby')
    }
    behave()
  }

  /** A player's actions on each page of the lobby, taken in turns. */
  const ERRANDS: readonly (readonly (() => Promise<unknown>)[])[] = [
    [
      () => visit.claim('discount'),
      () => visit.claim('bonus'),
      () => visit.chat(),
      () => visit.chooseStatus(),
    ],
    [
      () => visit.closePanel(),
      () => visit.quickPanel(),
      () => visit.closePanel(),
      () => visit.favourite(),
      () => visit.search(),
    ],
  ]

  async function walkWrongly(page: Page, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      server.answers.setHostile(true)
      server.sockets.setHostile('init (notification)')
      if (round % 4 === 3) server.sockets.drop()
      for (const path of PAGES) {
        await visit.go(path)
        await holds(page, `round ${round}, ${path}`)
        if (path !== '/lobby/1/Nar') continue
        for (const [at, errand] of (ERRANDS[round % ERRANDS.length] ?? []).entries()) {
          await errand()
          await holds(page, `round ${round}, errand ${at}`)
        }
      }
      const [machine_status, way] =
        round % 2 ? (['playing', 'kick'] as const) : (['waiting', 'cashout'] as const)
      server.sockets.pushGood('notification', 'session', { machine_status })
      await visit.leaveHeld(way)
      await holds(page, `round ${round}, a machine is held`)
    }
    behave()
  }

  /** Starts and logins: the country check, the token renewal, and the calls of every new login. */
  async function enterWrongly(page: Page, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      behave()
      // Every other round allows the country, so that the renewal is sent.
      server.answers.setHostile(true, round % 2 ? 'GET /check' : undefined)
      server.sockets.setHostile('init (notification)')
      // Only a start sends these two calls, so it needs a reload.
      await page.goto(`${server.address}/lobby`)
      await visit.settle()
      await holds(page, `start ${round}`)
    }
    for (let round = 0; round < rounds; round++) {
      behave()
      // A logout reloads the page too.
      await page.goto(`${server.address}/login`)
      await page.locator('#username').waitFor()
      server.answers.setHostile(true)
      for (let attempt = 0; attempt < 3; attempt++) {
        await visit.logIn()
        await holds(page, `login ${round}`)
      }
      for (const errand of [() => visit.search(), () => visit.chat(), () => visit.liveChat()]) {
        await errand()
        await holds(page, `after login ${round}`)
      }
    }
    behave()
  }

  /** The parts of the contract for which no wrong field has been sent yet. */
  function missing(): string[] {
    const models = [...Object.values(ACKS), ...Object.values(PUSHES)].flatMap((one) => Object.values(one))
    const sources = [...models, ...CALLS.flatMap(({ model }) => model ?? [])].map(({ source }) => source)
    return sources.filter(
      (source) => !NOT_READ.test(source) && !NOT_VISITED.test(source) && !server.cases.counts().has(source),
    )
  }

  test('breaks nothing', async ({ page }) => {
    // Thousands of cases; each wait has its own, shorter limit.
    test.setTimeout(300_000)
    test.info().annotations.push({ type: 'seed', description: String(SEED) })
    await test.step('pushes in the lobby', async () => {
      await open(page, '/lobby/1/Nar')
      await pushAll(page, 'notification', '/lobby/1/Nar', PUSHES_SENT * 0.6)
    })
    await test.step('a machine with a name of a thousand letters is in the held state', async () => {
      await open(page, '/lobby/1/Nar')
      const name = 'W'.repeat(1000)
      server.sockets.pushGood('notification', 'session', { machine_status: 'waiting', name })
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(name)
      const title = dialog.getByRole('heading')
      expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      await visit.press(dialog.getByRole('button', { name: text('tr', 'held-machine.later') }))
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('main')).toContainText(name)
      await holds(page, 'a machine with a long name is held')
    })
    await test.step('pushes in a game', async () => {
      await open(page, GAME)
      await pushAll(page, 'game', GAME, PUSHES_SENT * 0.4)
    })
    await test.step('acknowledgements of load, spin and cash-out', async () => {
      await open(page, GAME)
      await playWrongly(page, ROUNDS)
    })
    await test.step('rules and last spins', async () => {
      server.answers.setHostile(true)
      for (let round = 0; round < ROUNDS; round++) {
        await visit.infoPanel()
        await holds(page, `information panel ${round}`)
      }
      behave()
    })
    await test.step('joins', () => joinWrongly(page, ROUNDS))
    await test.step('answers', () => walkWrongly(page, ROUNDS))

    await test.step('starts and logins', () => enterWrongly(page, Math.ceil(ROUNDS / 4)))
    // A wrong answer may remove the control for another call; further rounds reach it.
    for (let more = 0; more < 10 && missing().length > 0; more++) {
      await open(page, '/lobby')
      await walkWrongly(page, 2)
      await enterWrongly(page, 2)
    }
    await test.step('with correct answers again the game continues', async () => {
      await open(page, '/lobby')
      await holds(page, 'the end')
    })
    expect(missing()).toEqual([])
    expect(server.cases.total(), 'joins and answers add to the pushes').toBeGreaterThan(PUSHES_SENT)
    const named = lines.filter((line) => line.startsWith('reelcast: unreadable: '))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((line) => /666|onerror|\u202e/.test(line))).toEqual([])
    test.info().annotations.push({ type: 'cases', description: String(server.cases.total()) })
  })
})
