import { playOnce, raiseToast } from '../fixtures/open-game.ts'
import { overrideInit } from '../fixtures/override-init.ts'
import { KIOSK } from '../fixtures/screen-sizes.ts'
import { withSettings } from '../fixtures/settings.ts'
import { spaceBeside } from '../fixtures/space-beside.ts'
import { expect, test } from '../fixtures/test.ts'
import { text } from '../fixtures/texts.ts'
import { type Part, pictureDifference } from '../fixtures/video-frame.ts'

/* The layout of the game's page: no screen size may cut, cover or distort the reels. */

const PHONES = [
  [320, 568],
  [360, 640],
  [430, 932],
  [568, 320],
  [640, 360],
  [740, 360],
  [932, 430],
] as const

const SCREENS = [
  [360, 640],
  [640, 360],
  [800, 360],
  [412, 915],
  [768, 1024],
  [1024, 600],
  [1080, 1920],
  [1366, 768],
  [1920, 1080],
] as const

const WHOLE: Part = { x: 0, y: 0, width: 640, height: 360 }
/** The five reels, as the machine announces them. */
const REELS: Part = { x: 62, y: 46, width: 516, height: 300 }
/** Largest difference, of 255, between the screen and the decoded picture, for codec and scaling. */
const LIKE = 8

test('on every screen size nothing covers the video, is cut or scrolls; crop and rotation work', async ({
  page,
  guard,
  gamePage,
  openGame,
}) => {
  await openGame()
  const say = (key: string) => text('tr', `tools.${key}`)
  const stage = page.getByTestId('game')
  const nextBand = stage.locator('[data-at=bands] > button')
  await expect(nextBand).toBeVisible()
  await gamePage.load('100')
  const toast = await raiseToast(page, guard)
  await toast.hover()

  await test.step('nothing covers the picture, is cut or scrolls', async () => {
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height })
      const faults = () => page.evaluate(findFaults)
      await expect.poll(faults, { message: `${width}x${height}` }).toEqual([])
    }
  })

  await test.step('cropped to the reels, they fill the view, sharp and undistorted', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    const differs = (part: Part) => pictureDifference(page.getByTestId('view'), gamePage.video, part)
    await expect.poll(() => differs(WHOLE)).toBeLessThan(LIKE)
    // The whole machine is in view before the first tap.
    await expect(nextBand).toHaveText(say('band.cabinet'))
    await nextBand.click()
    await expect.poll(() => differs(REELS), { message: 'the reels in the view' }).toBeLessThan(LIKE)
    expect(await differs(WHOLE)).toBeGreaterThan(2 * LIKE)
    const { view, video } = await page.evaluate(boxes)
    const scale = view.width / REELS.width
    expect(video.width / scale).toBeCloseTo(640, 0)
    expect(video.height / scale).toBeCloseTo(360, 0)
    expect((view.x - video.x) / scale).toBeCloseTo(REELS.x, 0)
    expect((view.y - video.y) / scale).toBeCloseTo(REELS.y, 0)
    expect(view.height).toBeGreaterThan(200)
    await nextBand.click()
    const whole = await page.evaluate(boxes)
    expect(whole.view).toEqual(whole.video)
  })

  await test.step('rotated by the page, it follows the long side and touches hit what they point at', async () => {
    await page.evaluate(() => document.documentElement.toggleAttribute('data-rotated', true))
    const { video } = await page.evaluate(boxes)
    expect(video.height).toBeGreaterThan(video.width)
    const up = await gamePage.stakeUp.boundingBox()
    if (!up) throw new Error('the stake cannot be raised')
    const before = await gamePage.cents('stake')
    await page.touchscreen.tap(up.x + up.width / 2, up.y + up.height / 2)
    await expect.poll(() => gamePage.cents('stake')).toBeGreaterThan(before)
  })
})

for (const language of ['tr', 'ar'] as const)
  test(`on a phone sound, rotation and full screen take one tap and cover nothing: ${language}`, async ({
    page,
    context,
    openGame,
    gamePage,
  }) => {
    await withSettings(context, { arabic: true })
    await context.addInitScript((code) => localStorage.setItem('reelcast.language', code), language)
    await openGame()
    const tool = (key: string) =>
      page.getByTestId('game').getByRole('button', { name: text(language, `tools.${key}`), exact: true })
    await expect(tool('mute')).toBeVisible()
    for (const [width, height] of PHONES) {
      const screen = `${width}x${height}`
      await page.setViewportSize({ width, height })
      await expect.poll(() => page.evaluate(findFaults), { message: screen }).toEqual([])
      for (const key of width < height
        ? ['mute', 'rotate', 'enterFullScreen']
        : ['mute', 'enterFullScreen']) {
        const size = async () => {
          const box = await tool(key).boundingBox()
          return Math.min(box?.width ?? 0, box?.height ?? 0)
        }
        // The button grows while it appears.
        await expect.poll(size, `${key} on ${screen}`).toBeGreaterThanOrEqual(40)
      }
    }
    // A phone with a notch, on its side.
    await page.setViewportSize({ width: 800, height: 360 })
    const device = await context.newCDPSession(page)
    for (const side of ['left', 'right'] as const) {
      await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { [side]: 50 } })
      await expect
        .poll(() => spaceBeside(page, '[data-testid=game] button', side), `beside a notch on the ${side}`)
        .toBeGreaterThanOrEqual(50)
    }
    await device.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
    await page.setViewportSize({ width: 320, height: 568 })
    const isMuted = () => gamePage.video.evaluate((video: HTMLVideoElement) => video.muted)
    const before = await isMuted()
    await tool('mute').tap()
    await expect.poll(isMuted).toBe(!before)
    await tool('rotate').tap()
    await expect(tool('rotateBack')).toBeVisible()
    expect(await page.evaluate(findFaults)).toEqual([])
    await tool('rotateBack').tap()
    await expect(tool('rotate')).toBeVisible()
    await tool('enterFullScreen').tap()
    await expect(tool('exitFullScreen')).toBeVisible()
  })

for (const [zoom, width, height, tag] of [
  [400, 320, 256, ''],
  [300, 455, 256, ' @matrix-only'],
] as const)
  test(`at ${zoom} % zoom every control can be scrolled to and used @desktop-only${tag}`, async ({
    page,
    openGame,
    gamePage,
    account,
  }) => {
    await page.setViewportSize({ width, height })
    const start = await account.balance()
    await openGame()
    // Each click fails where something else lies over the control, or where it cannot be scrolled to.
    await gamePage.load('100')
    await gamePage.stakeUp.click()
    await playOnce(gamePage)
    await page.getByTestId('autoplay').click()
    const sheet = page.locator('dialog[open]')
    await sheet.getByRole('switch').check()
    await page.keyboard.press('Escape')
    await page.locator('[data-key=side]').click()
    await page.locator('#info-tab-session').click()
    await page.keyboard.press('Escape')
    const credit = await gamePage.cents('credit')
    await gamePage.cashOut()
    await expect.poll(() => gamePage.cents('balance')).toBe(start - 10_000 + credit)
    await gamePage.receipt.click()
    await gamePage.leave()
    await expect(page).toHaveURL(/\/lobby/)
  })

test('nine buttons of a cabinet and its stake leave room for all else', async ({ page, openGame }) => {
  const labels = [
    'Max',
    'Double',
    'Help',
    'Lines',
    'Info',
    'Sound',
    'Auto start',
    'Denomination',
    'Call attendant',
  ]
  const steps = ['stake-down', 'stake-up'].map((kind) => ({ id: kind, label: kind, kind }))
  const cabinetButtons = [...steps, ...labels.map((label) => ({ id: label, label }))]
  await overrideInit(page, {
    capabilities: { buttons: ['spin'], cabinetButtons, stakes: [], transfer: true, bands: [] },
    video: { type: 'camera' },
  })
  await openGame()
  await expect(page.locator('[data-at=bands] fieldset button')).toHaveCount(9)
  for (const [width, height] of [...PHONES, [360, 690], [399, 690], [479, 770], ...SCREENS] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(findFaults), { message: `${width}x${height}` }).toEqual([])
  }
  // A kiosk has room for each word of a label on one line.
  await page.setViewportSize(KIOSK)
  await expect.poll(() => page.locator('[data-at=bands] bdi').evaluateAll(findBrokenWords)).toEqual([])
})

/** Names the labels of one word that take more than one line. Runs in the page. */
const findBrokenWords = (labels: Element[]) =>
  labels.flatMap((label) => {
    const line = document.createRange()
    line.selectNodeContents(label)
    const tops = new Set([...line.getClientRects()].map(({ top }) => top))
    const word = label.textContent ?? ''
    return tops.size > 1 && !word.includes(' ') ? [word] : []
  })

const boxes = () => {
  const box = (selector: string) => {
    const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    return { x, y, width, height }
  }
  return { view: box('[data-testid=view]'), video: box('[data-testid=view] video') }
}

/** Describes the faults of the page's layout. Runs in the page. */
function findFaults(): string[] {
  const faults: string[] = []
  const main = document.querySelector('[data-testid=game]')
  const reels = document.querySelector('[data-testid=view]')?.getBoundingClientRect()
  if (!main || !reels || reels.width < 200) return ['no picture']
  const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const parts = [
    ...main.querySelectorAll(
      'button, [data-video-status], [data-at=wallet], [data-at=clock], dl > *, output, [data-testid=reason]',
    ),
    ...document.querySelectorAll('[class*=toast] > button'),
  ]
  for (const part of parts) {
    const { left, right, top, bottom, width, height } = part.getBoundingClientRect()
    if (width * height === 0 || !seen(part)) continue
    const name = part.getAttribute('aria-label') || part.textContent || part.className
    const onReels =
      Math.min(right, reels.right) - Math.max(left, reels.left) > 1 &&
      Math.min(bottom, reels.bottom) - Math.max(top, reels.top) > 1
    if (onReels) faults.push(`over the picture: ${name}`)
    // A cabinet's buttons are scrolled in their row.
    if (part.closest('[data-at=bands] fieldset')) continue
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      faults.push(`cut: ${name}`)
    if (part.matches('button') && part.scrollWidth > part.clientWidth + 2) faults.push(`text cut: ${name}`)
  }
  for (const box of [document.documentElement, document.body, main])
    if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
      faults.push(`scrolls: ${box.tagName}`)
  return faults
}
