import type { Browser, Locator, Page } from '@playwright/test'
import { signIn } from '../e2e/fixtures/api-client.ts'
import { openWithToken } from '../e2e/fixtures/open-with-token.ts'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { text } from '../e2e/fixtures/texts.ts'
import { newPage, throttlePage, waitForQuiet } from './browser.ts'
import { openFundedGame } from './machine-setup.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const SLOWER = 6
/** An opening takes at most this long, ms. */
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

/** Clicks the button and closes the window again; ms until it is painted and has the focus. */
async function openOnce(page: Page, button: Locator): Promise<number> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is not visible')
  await page.evaluate(watchOpening)
  // By the mouse alone: a locator's click has the page look at what is under the pointer, which takes time of its own.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
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

/** The first opening of a page and the later ones, ms. */
async function measure(page: Page, openers: readonly Opener[], runs: number): Promise<string[][]> {
  await throttlePage(page, { slower: SLOWER })
  const rows: string[][] = []
  for (const { name, button } of openers) {
    const first = await openOnce(page, button)
    const later: number[] = []
    for (let run = 0; run < runs; run++) later.push(await openOnce(page, button))
    const figure = summarize(later)
    const isWithin = Math.max(first, figure.median) <= MAX_OPEN_MS
    rows.push([name, `${Math.round(first)}`, formatFigure(figure), isWithin ? 'yes' : 'no'])
  }
  return rows
}

/** From the click that opens a window to the frame that shows it, with the focus inside. */
export async function windowsBench(browser: Browser, runs: number): Promise<Table> {
  const platform = await startPlatform()
  const button = (page: Page, key: string) =>
    page.getByRole('button', { name: text('tr', key), exact: true }).first()

  const game = await newPage(browser, SIZE)
  await openFundedGame(game.page, platform, 0)
  // The windows' code is loaded while the player looks at the first picture.
  await waitForQuiet(game.page)
  const rows = await measure(
    game.page,
    [
      { name: 'load credit (Fluent)', button: button(game.page, 'game.load') },
      { name: 'leave with credit (Fluent)', button: button(game.page, 'game.leave') },
    ],
    runs,
  )
  await game.context.close()

  const player = platform.players[1]
  if (!player) throw new Error('the platform has too few demo players')
  const lobby = await newPage(browser, SIZE)
  const account = await signIn(platform, player)
  await openWithToken(lobby.page, `${platform.address}/lobby`, account.token)
  await lobby.page.locator('footer a').first().waitFor()
  await waitForQuiet(lobby.page)
  rows.push(
    ...(await measure(
      lobby.page,
      [{ name: 'information page (native)', button: lobby.page.locator('footer a').first() }],
      runs,
    )),
  )
  await lobby.context.close()
  await platform.stop()
  platform.remove()
  return {
    title: 'Windows: click to visible, with the focus inside',
    note: `In ms, on a ${SLOWER} times slower processor, once the page has been quiet for 2.5 s. First: the page's first opening of that window; later: median of ${runs} more. The limit is ${MAX_OPEN_MS} ms.`,
    head: ['window', 'first', 'later', `within ${MAX_OPEN_MS} ms`],
    rows,
  }
}
