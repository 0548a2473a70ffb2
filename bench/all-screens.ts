import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Platform, Player } from '../e2e/fixtures/platform.ts'
import type { Locale } from '../e2e/fixtures/texts.ts'
import { standUp } from '../e2e/fixtures/wire.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { LoginPage } from '../e2e/pages/login-page.ts'
import { newPage } from './browser.ts'
import type { Scene } from './scene.ts'
import { SCENES } from './scenes.ts'

const touch = { hasTouch: true, isMobile: true }
/** Where the stage fits differently: only what is played is looked at there. */
const STAGE = /^game/
const SIZES = [
  { size: 'phone', viewport: { width: 360, height: 640 }, ...touch, only: /./ },
  { size: 'desktop', viewport: { width: 1366, height: 768 }, only: /./ },
  {
    size: 'kiosk',
    viewport: { width: 1080, height: 1920 },
    hasTouch: true,
    deviceScaleFactor: 0.5,
    only: /./,
  },
  { size: 'tall', viewport: { width: 390, height: 844 }, ...touch, only: STAGE },
  { size: 'landscape', viewport: { width: 800, height: 360 }, ...touch, only: STAGE },
]
const SHIPPED = JSON.parse(readFileSync(new URL('../public/Settings.json', import.meta.url), 'utf8'))
export const LANGUAGES: readonly Locale[] = ['tr', 'en', 'ar']
const root = fileURLToPath(new URL('../.cache/screens/', import.meta.url))

/** Everything that was asked for is there, and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {})
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

/** What the browser keeps of a player who is to be remembered. */
async function loggedIn(
  browser: Browser,
  platform: Platform,
  player: Player,
  options: BrowserContextOptions,
) {
  const { page, context } = await newPage(browser, { ...options, baseURL: platform.address })
  await page.goto('/login')
  const login = new LoginPage(page)
  await login.remember.check()
  await login.logIn(player)
  await new LobbyPage(page).brands.first().waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/**
 * Takes every screen in every state (or the named ones), in these languages, at the three sizes, and a game at two more:
 * .cache/screens/<language>/<screen>-<size>.png. Answers those that could not be shown, with the reason.
 */
export async function takeAllScreens(
  browser: Browser,
  platform: Platform,
  { names, languages }: { names: readonly string[]; languages: readonly Locale[] },
): Promise<string[]> {
  const failed: string[] = []
  const wanted = SCENES.filter(({ name }) => names.length === 0 || names.includes(name))
  for (const [at, { size, only, ...device }] of SIZES.entries()) {
    const scenes = wanted.filter(({ name }) => only.test(name))
    if (!scenes.length) continue
    const player = platform.players[at % platform.players.length]
    if (!player) throw new Error('the platform has too few demo players')
    const device_ = { ...device, locale: 'tr-TR' }
    const storageState = await loggedIn(browser, platform, player, device_)
    for (const language of languages) {
      mkdirSync(`${root}${language}`, { recursive: true })
      for (const scene of scenes) {
        const name = `${language}/${scene.name}-${size}`
        try {
          await take(scene, `${root}${name}.png`)
        } catch (reason) {
          failed.push(`${name}: ${reason instanceof Error ? reason.message.split('\n')[0] : reason}`)
        }
      }

      async function take(scene: Scene, file: string): Promise<void> {
        const { page, context } = await newPage(browser, {
          ...device_,
          baseURL: platform.address,
          ...(scene.guest ? {} : { storageState }),
        })
        page.setDefaultTimeout(15_000)
        try {
          const stage = { page, context, player: player as Player, language, isPhone: 'isMobile' in device }
          await context.addInitScript((chosen) => {
            try {
              localStorage.setItem('reelcast.language', chosen)
            } catch {}
          }, language)
          await context.route('**/Settings.json', (route) =>
            route.fulfill({ json: { ...SHIPPED, arabic: true, ...scene.settings } }),
          )
          if (!scene.seated) await standUp(platform, stage.player)
          await scene.before?.(stage)
          await page.goto(scene.path)
          await settled(page)
          await scene.show?.(stage)
          await settled(page)
          await page.screenshot({ path: file, animations: 'disabled' })
        } finally {
          await context.close()
        }
      }
    }
  }
  return failed
}
