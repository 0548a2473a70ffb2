import type { Browser, Locator, Page } from '@playwright/test'
import { signIn, standUp } from '../e2e/fixtures/api-client.ts'
import { openWithToken } from '../e2e/fixtures/open-with-token.ts'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { text } from '../e2e/fixtures/texts.ts'
import { newPage, throttlePage, waitForQuiet } from './browser.ts'
import { openFundedGame } from './machine-setup.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const SLOWER = 6
/** Number of pages; each yields one first opening of every window. */
const PAGES = 5
/** Limit of an opening, ms. */
const MAX_OPEN_MS = 100
const SIZE = { viewport: { width: 1280, height: 800 }, locale: 'tr-TR' }

interface Opener {
  name: string
  button: Locator
}

/** ms from a click to the first frame that shows a window, and to the focus inside it. */
interface Opening {
  shown: number
  focused: number
}

/** Runs in the page: measures from the next click. */
function watchOpening() {
  const windows = '[role=dialog], [role=alertdialog], dialog[open]'
  const opening: Partial<Opening> = {}
  Object.assign(window, { opening })
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const onFocus = () => {
        if (!document.activeElement?.closest(windows)) return
        opening.focused = performance.now() - timeStamp
        removeEventListener('focusin', onFocus)
      }
      addEventListener('focusin', onFocus)
      const frame = () => {
        const isShown = [...document.querySelectorAll(windows)].some((dialog) =>
          dialog.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        )
        if (!isShown) {
          requestAnimationFrame(frame)
          return
        }
        // A message sent in a frame callback is handled after that frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => Object.assign(opening, { shown: performance.now() - timeStamp })
        port2.postMessage(0)
      }
      requestAnimationFrame(frame)
    },
    { once: true, capture: true },
  )
}

/** Clicks the button, waits for the window and closes it. Returns the ms until it is painted and focused. */
async function openOnce(page: Page, button: Locator): Promise<number> {
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is not visible')
  // Uses the mouse directly: a locator's click makes the page hit-test the pointer, which takes time of its
  // own.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.evaluate(watchOpening)
  // A hand hovers over the button before it presses; the page handles that first.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  await page.mouse.down()
  await page.mouse.up()
  const result = await page.waitForFunction(
    () => {
      const { opening } = window as unknown as { opening: Partial<Opening> }
      return opening.shown !== undefined && opening.focused !== undefined ? (opening as Opening) : undefined
    },
    undefined,
    { polling: 100 },
  )
  const opening = await result.jsonValue()
  if (!opening) throw new Error('the opening was not measured')
  await page.keyboard.press('Escape')
  await page
    .locator('[role=dialog], [role=alertdialog], dialog[open]')
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'hidden' })
  return Math.max(opening.shown, opening.focused)
}

/** Measures the first opening in each of PAGES pages, and the later openings in the last of them, ms. */
async function measure(
  browser: Browser,
  open: (page: Page) => Promise<Opener[]>,
  runs: number,
): Promise<string[][]> {
  const openings = new Map<string, { first: number[]; later: number[] }>()
  for (let at = 0; at < PAGES; at++) {
    const { page, context } = await newPage(browser, SIZE)
    const openers = await open(page)
    for (const { button } of openers) await button.scrollIntoViewIfNeeded()
    // The code of the windows loads while the player looks at the first picture.
    await waitForQuiet(page)
    await throttlePage(page, { slower: SLOWER })
    for (const { name, button } of openers) {
      const { first, later } = openings.get(name) ?? { first: [], later: [] }
      openings.set(name, { first, later })
      first.push(await openOnce(page, button))
      for (let run = 0; at === PAGES - 1 && run < runs; run++) later.push(await openOnce(page, button))
    }
    await context.close()
  }
  return [...openings].map(([name, { first, later }]) => {
    const figures = [summarize(first), summarize(later)]
    const isWithin = figures.every(({ median }) => median <= MAX_OPEN_MS)
    return [name, ...figures.map((figure) => formatFigure(figure)), isWithin ? 'yes' : 'no']
  })
}

/** Measures from the click that opens a window to the frame that shows it with the focus inside. */
export async function windowsBench(browser: Browser, runs: number): Promise<Table> {
  const platform = await startPlatform()
  const button = (page: Page, key: string) =>
    page.getByRole('button', { name: text('tr', key), exact: true }).first()
  const [inGame, inLobby] = platform.players
  if (!inGame || !inLobby) throw new Error('the platform has too few demo players')
  const game = await measure(
    browser,
    async (page) => {
      await standUp(platform, inGame)
      await openFundedGame(page, platform, 0)
      return [
        { name: 'load credit (Fluent)', button: button(page, 'game.load') },
        { name: 'leave with credit (Fluent)', button: button(page, 'game.leave') },
      ]
    },
    runs,
  )
  const lobby = await measure(
    browser,
    async (page) => {
      const { token } = await signIn(platform, inLobby)
      await openWithToken(page, `${platform.address}/lobby`, token)
      const link = page.locator('footer a').first()
      await link.waitFor()
      return [{ name: 'information page (native)', button: link }]
    },
    runs,
  )
  await platform.stop()
  platform.remove()
  return {
    title: 'Windows: click to visible, with the focus inside',
    note: `In ms, on a ${SLOWER} times slower processor, once the page has been quiet for 2.5 s: median (least to most). First: the first opening of that window in each of ${PAGES} pages; later: ${runs} more in the last of them. The limit is ${MAX_OPEN_MS} ms.`,
    head: ['window', 'first', 'later', `within ${MAX_OPEN_MS} ms`],
    rows: [...game, ...lobby],
  }
}
