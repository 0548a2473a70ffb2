import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { newPage } from '../../bench/browser.ts'
import { LOCALE_CODES, type Locale } from '../../src/contract/locales.ts'
import { signIn, standUp } from '../fixtures/api-client.ts'
import type { Platform, Player } from '../fixtures/platform.ts'
import { skipTour } from '../fixtures/skip-once.ts'
import { openScene } from '../matrix/open-scene.ts'
import { plantStops } from './plant-stops.ts'
import type { Scene } from './scene.ts'
import { SCENES } from './scenes.ts'

const touch = { hasTouch: true, isMobile: true }
/** Extra sizes, mainly for the game's layout; a scene that is named is taken at them too. */
const GAME_SCENES_ONLY = /^game/
const NO_KIOSK_SCENES = /^(?!kiosk-)/
const SIZES = [
  { size: 'phone', viewport: { width: 360, height: 640 }, ...touch, only: NO_KIOSK_SCENES },
  { size: 'desktop', viewport: { width: 1366, height: 768 }, only: NO_KIOSK_SCENES },
  {
    size: 'kiosk',
    viewport: { width: 1080, height: 1920 },
    hasTouch: true,
    deviceScaleFactor: 0.5,
    only: /./,
  },
  { size: 'wide', viewport: { width: 2560, height: 1440 }, deviceScaleFactor: 0.5, only: NO_KIOSK_SCENES },
  { size: 'tall', viewport: { width: 390, height: 844 }, ...touch, only: GAME_SCENES_ONLY },
  { size: 'landscape', viewport: { width: 844, height: 390 }, ...touch, only: GAME_SCENES_ONLY },
]
/** A desktop's window of 1280x1024 at 400 % zoom, and one of 1366x768 at 300 %. */
const ZOOMED = [
  { size: 'zoom-400', viewport: { width: 320, height: 256 }, only: NO_KIOSK_SCENES },
  { size: 'zoom-300', viewport: { width: 455, height: 256 }, only: NO_KIOSK_SCENES },
]
export const LANGUAGES: readonly Locale[] = LOCALE_CODES
const root = fileURLToPath(new URL('../../.cache/screens/', import.meta.url))

export interface Selection {
  /** Of scenes; empty for all. */
  names: readonly string[]
  languages: readonly Locale[]
  /** Of the sizes by their names; empty for all. */
  sizes: readonly string[]
  /** The two sizes of a zoomed desktop in place of the others. */
  isZoomed: boolean
  /** In the few colours that the player's system chooses, as in Windows' contrast themes. */
  hasForcedColors: boolean
}

/**
 * Takes a screenshot of every scene, or of the named ones, in the given languages at four sizes, and of game
 * scenes at two more: .cache/screens/<language>/<scene>-<size>.png. Returns one line with the reason for each
 * scene that failed.
 */
export async function takeAllScreens(
  browser: Browser,
  platform: Platform,
  { names, languages, sizes, isZoomed, hasForcedColors }: Selection,
): Promise<string[]> {
  const failed: string[] = []
  // In the given order: after `game`, `sessions` has rows.
  const named = names.flatMap((given) => SCENES.filter(({ name }) => name === given))
  const selected = names.length > 0 ? named : SCENES
  for (const [at, { size, only, ...device }] of (isZoomed ? ZOOMED : SIZES).entries()) {
    const isNamed = names.length > 0 && only === GAME_SCENES_ONLY
    const scenes = selected.filter(({ name }) => isNamed || only.test(name))
    if (!scenes.length || (sizes.length > 0 && !sizes.includes(size))) continue
    const player = platform.players[at % platform.players.length]
    if (!player) throw new Error('the platform has too few demo players')
    const contextOptions = {
      ...device,
      locale: 'tr-TR',
      ...(hasForcedColors && { forcedColors: 'active' as const }),
    }
    for (const language of languages) {
      mkdirSync(`${root}${language}`, { recursive: true })
      for (const scene of scenes) {
        const name = `${language}/${scene.name}-${size}${hasForcedColors ? '-forced' : ''}`
        try {
          await takeScene(scene, `${root}${name}.png`)
        } catch (reason) {
          failed.push(`${name}: ${reason instanceof Error ? reason.message.split('\n')[0] : reason}`)
        }
      }

      async function takeScene(scene: Scene, file: string): Promise<void> {
        const { page, context } = await newPage(browser, { ...contextOptions, baseURL: platform.address })
        page.setDefaultTimeout(15_000)
        try {
          await skipTour(context)
          plantStops(undefined)
          await standUp(platform, player as Player)
          const account = await signIn(platform, player as Player)
          const shown = size === 'kiosk' ? { ...scene, kiosk: true as const } : scene
          const guard = { allow: () => {}, complaints: () => [] }
          const given = { page, guard, platform, player: player as Player, account, plant: plantStops }
          await openScene(shown, language, given)
          await page.screenshot({ path: file, animations: 'disabled' })
        } finally {
          await context.close()
        }
      }
    }
  }
  return failed
}
