import type { Page, WebSocketRoute } from '@playwright/test'
import { coveredBy } from '../fixtures/covered-by.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { SIZES } from '../fixtures/screen-sizes.ts'
import { expect, test } from '../fixtures/test.ts'

/* What lies around the picture: nothing that is shown for a while moves or covers what a player uses. */

/** Positions and sizes of the parts of the page, px. Runs in the page. */
const parts = (selectors: readonly string[]) =>
  selectors.map((selector) => {
    const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    return [selector, ...[x, y, width, height].map(Math.round)].join(' ')
  })

const LAID_OUT = [
  '[data-at=picture]',
  '[data-at=meters]',
  '[data-at=transfer]',
  '[data-at=stake]',
  '[data-at=spin]',
]

/** The laid out parts, once they stand still for a while after a change of the screen. */
async function settledParts(page: Page): Promise<string[]> {
  let last: string[] = []
  await expect(async () => {
    const before = last
    last = await page.evaluate(parts, LAID_OUT)
    expect(last).toEqual(before)
  }).toPass({ intervals: [100] })
  return last
}

/** Cuts a page's sockets when the returned function is called, and refuses new ones from then on. */
async function openCut(page: Page): Promise<() => Promise<unknown>> {
  const open: WebSocketRoute[] = []
  let isCut = false
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    if (isCut) return socket.close({ code: 1006 })
    socket.connectToServer()
    open.push(socket)
  })
  return () => {
    isCut = true
    return Promise.all(open.map((socket) => socket.close({ code: 1006 })))
  }
}

test('a lost connection moves nothing on any screen @matrix', async ({ page, gamePage, openGame }) => {
  const cut = await openCut(page)
  await openGame()
  await gamePage.load('100')
  await page.getByTestId('autoplay').waitFor()
  await expect(gamePage.spinButton).toHaveAttribute('data-state', 'ready')
  const before: string[][] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    before.push(await settledParts(page))
  }
  await cut()
  await page.getByTestId('link-notice').filter({ hasText: /\S/ }).waitFor()
  for (const [at, size] of SIZES.entries()) {
    await page.setViewportSize(size)
    expect(await settledParts(page), `${size.width} px`).toEqual(before[at])
    expect(await page.getByTestId('link-notice').evaluate(isWithinPicture), `${size.width} px`).toBe(true)
  }
})

/** Runs in the page. */
function isWithinPicture(element: Element): boolean {
  const own = element.getBoundingClientRect()
  const picture = document.querySelector('[data-at=picture]')?.getBoundingClientRect() ?? new DOMRect()
  return own.top >= picture.top && own.bottom <= picture.bottom
}

const DESKTOPS = [
  [1366, 768],
  [1920, 1080],
  [1100, 760],
] as const

test('the late parts join the controls and move nothing on any screen', async ({
  page,
  gamePage,
  openGame,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/game-later-*.js', async (route) => {
    await held
    await route.continue()
  })
  await openGame()
  await expect(gamePage.spinButton).toBeVisible()
  const before: string[][] = []
  // The smallest desk too.
  const sizes = [
    ...SIZES,
    { width: 1000, height: 640 },
    { width: 800, height: 360 },
    { width: 412, height: 915 },
    { width: 768, height: 1024 },
    ...DESKTOPS.map(([width, height]) => ({ width, height })),
  ]
  for (const size of sizes) {
    await page.setViewportSize(size)
    before.push(await settledParts(page))
  }
  release()
  await page.getByTestId('autoplay').waitFor()
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size)
    expect.soft(await settledParts(page), `${size.width} px`).toEqual(before[at])
  }
})

test('on a desktop the bar has one height, Tab goes through it as it is read, and the receipt covers no control @desktop-only', async ({
  page,
  gamePage,
  openGame,
}) => {
  await openGame()
  await gamePage.load('100')
  await page.getByTestId('autoplay').waitFor()
  for (const [width, height] of DESKTOPS) {
    await page.setViewportSize({ width, height })
    const bar = await page.evaluate(() => {
      const boxes = [
        ...document.querySelectorAll('[data-at=controls] button, [data-at=stake], [data-at=meters] > div'),
      ]
        .filter((element) => element.parentElement?.dataset.at !== 'stake')
        .map((element) => element.getBoundingClientRect())
        .filter((box) => box.width > 0)
      return {
        heights: boxes.map((box) => Math.round(box.height)),
        tops: boxes.map((box) => Math.round(box.top)),
      }
    })
    expect(new Set(bar.heights), `heights at ${width}`).toEqual(new Set([64]))
    if (width >= 1200) expect(new Set(bar.tops).size, `tops at ${width}`).toBe(1)
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  const stops: { top: number; x: number }[] = []
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!element?.closest('main')) return undefined
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { top: (top + bottom) / 2 > innerHeight / 2 ? 1 : 0, x: (left + right) / 2 }
    })
    if (stop) stops.push(stop)
    else if (stops.length > 0) break
  }
  expect(stops.length).toBeGreaterThan(8)
  expect(stops).toEqual([...stops].sort((a, b) => a.top - b.top || a.x - b.x))

  await playOnce(gamePage)
  await gamePage.cashOut()
  await gamePage.receipt.waitFor()
  for (const [width, height] of DESKTOPS) {
    await page.setViewportSize({ width, height })
    await expect(gamePage.receipt.getByText('Kapat', { exact: true })).toBeVisible()
    const covered = () =>
      coveredBy(gamePage.receipt, 'main button, main [data-at=meters], main [data-at=stake]')
    // It slides in.
    await expect.poll(covered, { message: `${width}x${height}` }).toEqual([])
  }
  await gamePage.receipt.click()
  await expect(gamePage.receipt).toHaveCount(0)
})
