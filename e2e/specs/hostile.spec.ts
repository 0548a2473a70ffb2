import { expect, type Page, test } from '@playwright/test'
import { type Case, UNREAD_DIGITS } from '../fixtures/hostile-cases.ts'
import { type Channel, type HostileServer, startHostileServer } from '../fixtures/hostile-server.ts'

/*
 * A server that is wrong in one field after another, over real HTTP and sockets, in one page. HOSTILE_SEED repeats a run;
 * HOSTILE_CASES sets how many pushes are sent.
 */
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_122)
const PUSHES = Number(process.env.HOSTILE_CASES ?? 9000)
const BATCH = 300

const PAGES = ['/lobby', '/lobby/1/Nar', '/transactions', '/slot-sessions', '/profile'] as const

declare global {
  interface Window {
    markupRan?: number
  }
}

/** What is wrong with the page as it is; undefined where nothing is. */
async function problemOf(page: Page, errors: string[]): Promise<string | undefined> {
  if (errors.length > 0) return errors.splice(0).join('\n')
  const screen = page.viewportSize()?.width ?? 0
  const seen = await page.evaluate(
    (screen) => ({
      text: document.body.innerText,
      path: location.pathname,
      ran: window.markupRan === 1 || document.querySelector('img[src="x"]') !== null,
      width: document.documentElement.scrollWidth,
      wide: [...document.querySelectorAll('body *')]
        .filter((one) => one.getBoundingClientRect().right > screen + 1)
        .map((one) => `${one.tagName}.${one.className} ${Math.round(one.getBoundingClientRect().width)}`)
        .slice(0, 12),
    }),
    screen,
  )
  const { text, path, ran, width, wide } = seen
  if (ran) return 'markup ran'
  if (text.trim().length < 20) return `the page is blank: ${JSON.stringify(text)}`
  if (path.includes('error-500')) return 'the page crashed'
  if (width > screen) return `the page is ${width} px wide on a screen of ${screen}: ${wide.join(', ')}`
  const nonsense = /\bNaN\b|undefined|\[object|Infinity|∞|Invalid Date/.exec(text)
  if (nonsense) return `the page shows "${nonsense[0]}": ${around(text, nonsense.index)}`
  const digits = text.replaceAll(/(?<=\d)[.,\s](?=\d)/g, '').indexOf(UNREAD_DIGITS)
  return digits >= 0 ? `the page shows an unread amount: ${text.slice(0, 600)}` : undefined
}
const around = (text: string, at: number) => text.slice(Math.max(0, at - 60), at + 60)

let balance = 1_000_000
/** A balance that was not shown before, as the app writes it. */
function nextBalance(): { cents: number; text: string } {
  balance += 100
  if (String(balance).includes('66')) balance += 10_000
  return { cents: balance, text: `${new Intl.NumberFormat('tr').format(balance / 100)},00` }
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, path)
}

/** Sends a batch and waits until the page has worked it off. */
async function sendBatch(
  page: Page,
  server: HostileServer,
  channel: Channel,
  cases: readonly Case[],
  timeout = 10_000,
): Promise<void> {
  const { cents, text } = nextBalance()
  server.push(channel, cases, cents)
  await expect(page.locator('body'), 'the page works off what is pushed').toContainText(text, { timeout })
}

/** The one case of a failing batch that fails alone on a fresh page, by halves; else the batch. */
async function bisect(
  fails: (cases: readonly Case[]) => Promise<string | undefined>,
  cases: readonly Case[],
) {
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

test.describe('a hostile server', () => {
  let server: HostileServer
  let errors: string[]
  let lines: string[]

  test.use({ reducedMotion: 'reduce' } as object)
  test.beforeAll(async () => {
    server = await startHostileServer(SEED)
  })
  test.afterAll(() => server.close())

  async function open(page: Page, path: string): Promise<void> {
    server.setHostile(false)
    await page.goto(`${server.address}${path}${path.includes('?') ? '&' : '?'}token=hostile`)
    await expect.poll(() => server.has(path.startsWith('/game') ? 'game' : 'notification')).toBe(true)
    // The page may still change its socket while it starts.
    const channel = path.startsWith('/game') ? 'game' : 'notification'
    await expect(() => sendBatch(page, server, channel, [], 2000)).toPass({ timeout: 15_000 })
  }

  test.beforeEach(({ page }) => {
    errors = []
    lines = []
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)))
    page.on('console', (message) => lines.push(message.text()))
  })

  test('breaks nothing', async ({ page }) => {
    test.info().annotations.push({ type: 'seed', description: String(SEED) })
    await open(page, '/lobby/1/Nar')

    for (const [channel, path, share] of [
      ['notification', '/lobby/1/Nar', 0.6],
      ['game', '/game/1/Nar', 0.4],
    ] as const) {
      await open(page, path)
      for (let sent = 0; sent < PUSHES * share; sent += BATCH) {
        const cases = server.pushCases(channel, BATCH)
        const fails = async (some: readonly Case[]) => {
          await open(page, path)
          await sendBatch(page, server, channel, some)
          return problemOf(page, errors)
        }
        await sendBatch(page, server, channel, cases)
        const problem = await problemOf(page, errors)
        if (problem) throw new Error(`${problem}\nseed ${SEED}, ${path}: ${await bisect(fails, cases)}`)
      }
    }

    await open(page, '/lobby')
    server.takeRecent()
    for (let round = 0; round < 40; round++) {
      server.setHostile(true)
      if (round % 4 === 3) server.dropSockets()
      for (const path of PAGES) {
        await go(page, path)
        await expect.poll(() => server.isIdle(), { intervals: [20] }).toBe(true)
        const problem = await problemOf(page, errors)
        const said = () => JSON.stringify(server.takeRecent().slice(-60)).slice(0, 3000)
        if (problem) throw new Error(`${problem}\nseed ${SEED}, round ${round}, ${path}: ${said()}`)
      }
      server.takeRecent()
    }

    // It still plays by the rules with a server that does.
    await open(page, '/lobby')
    expect(await problemOf(page, errors)).toBeUndefined()
    expect(server.count()).toBeGreaterThan(PUSHES + 1000)
    const named = lines.filter((line) => line.startsWith('reelcast: unreadable: '))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((line) => /666|onerror|\u202e/.test(line))).toEqual([])
    test.info().annotations.push({ type: 'cases', description: String(server.count()) })
  })
})
