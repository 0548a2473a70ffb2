import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { newPage, openBrowser } from '../../bench/browser.ts'
import { playOnce } from '../fixtures/open-game.ts'
import { startPlatform } from '../fixtures/platform.ts'
import { skipTour } from '../fixtures/skip-once.ts'
import { GamePage } from '../pages/game-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'
import { LANGUAGES, takeAllScreens } from './all-screens.ts'
import { plantStops, STOPS_FILE } from './plant-stops.ts'

/*
 * `npm run screens` takes the pictures in docs/pictures/ from the real app and platform. `npm run screens --
 * all [names ...] [--language=tr] [--size=phone] [--zoom] [--forced-colors]` takes every scene in the three
 * languages into .cache/screens/.
 */

// The layout has the device's size; the device scale keeps the files small.
const SIZES = [
  { name: 'phone', width: 360, height: 640, deviceScaleFactor: 1, hasTouch: true, isMobile: true },
  { name: 'desktop', width: 1366, height: 768, deviceScaleFactor: 0.6 },
  { name: 'kiosk', width: 1080, height: 1920, deviceScaleFactor: 0.4, hasTouch: true },
]
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
mkdirSync(folder, { recursive: true })

plantStops(undefined)
// Without the marker of the tests, as players see it.
const platform = await startPlatform({ VIDEO_MARKER: '', STOPS_FILE })
const { browser } = await openBrowser()

const [mode, ...names] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const optionValue = (option: string) =>
  process.argv.find((argument) => argument.startsWith(`${option}=`))?.slice(option.length + 1)
const language = optionValue('--language')
const size = optionValue('--size')
if (mode === 'all') {
  const languages = LANGUAGES.filter((code) => !language || code === language)
  const failed = await takeAllScreens(browser, platform, {
    names,
    languages,
    sizes: size ? [size] : [],
    isZoomed: process.argv.includes('--zoom'),
    hasForcedColors: process.argv.includes('--forced-colors'),
  })
  for (const line of failed) console.log(line)
  console.log(failed.length ? `${failed.length} screens failed` : 'all screens are in .cache/screens/')
  await end(failed.length ? 1 : 0)
}

async function end(code: number): Promise<never> {
  await browser.close()
  await platform.stop()
  platform.remove()
  process.exit(code)
}

for (const [i, { name, width, height, ...device }] of SIZES.entries()) {
  const player = platform.players[i]
  if (!player) throw new Error('the platform has too few demo players')
  const { page, context } = await newPage(browser, {
    ...device,
    viewport: { width, height },
    locale: 'en-GB',
  })
  await skipTour(context)
  const capture = async (screen: string) => {
    // A lazy image reports `complete` before its request starts; the browser never requests one without
    // layout space.
    await page.waitForFunction(() =>
      [...document.images]
        .filter((image) => {
          const { top, width, height } = image.getBoundingClientRect()
          return top < innerHeight && width * height > 0 && image.offsetParent?.clientHeight
        })
        .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    )
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await page.screenshot({ path: `${folder}${screen}-${name}.png`, animations: 'disabled' })
  }
  await page.goto(`${platform.address}/login`)
  await page.getByRole('button', { name: 'English' }).click()
  const login = new LoginPage(page, 'en')
  await login.submit.waitFor()
  await capture('login')
  await login.logIn(player)
  const lobby = new LobbyPage(page, 'en')
  await lobby.brand('Kervan').waitFor()
  await page.waitForLoadState('networkidle')
  await capture('lobby')
  await lobby.openBrand('Kervan')
  await page.locator('main img[src^="blob:"]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await capture('machines')
  await lobby.machines
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('link')
    .click()
  const game = new GamePage(page, 'en')
  await game.frames(30)
  await game.load('500')
  plantStops(4)
  await playOnce(game)
  await page.locator('[data-winning=yes]').waitFor()
  plantStops(undefined)
  await game.frames(20)
  await capture('game')
  await context.close()
}
await end(0)
