import type { Page } from '@playwright/test'
import type { SignedIn } from '../fixtures/api-client.ts'
import { leaveCredit, openSignedIn } from '../fixtures/open-game.ts'
import { type PlantedWin, plantWins } from '../fixtures/plant-wins.ts'
import type { Platform, Player } from '../fixtures/platform.ts'
import { withSettings } from '../fixtures/settings.ts'
import type { Each } from '../fixtures/test.ts'
import type { Locale } from '../fixtures/texts.ts'
import type { Scene, Stage } from '../scenes/scene.ts'

interface Given extends Pick<Each, 'guard'> {
  page: Page
  platform: Platform
  player: Player
  account: SignedIn
  /** How its wins are planted; by default in what the page receives. */
  plant?: Stage['plant']
}

/** Resolves when requests and fonts have loaded and two frames were drawn; gives up on requests after 2 s. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {})
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

/**
 * Runs in the page. A kiosk's browser starts in full screen. Entering it closes the popover that the first
 * touch opens.
 */
function refuseFullScreen(): void {
  Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'))
}

/** Opens a scene in a language; resolves when it is drawn. */
export async function openScene(
  scene: Scene,
  language: Locale,
  { page, platform, player, account, guard, plant: ownPlant }: Given,
): Promise<void> {
  const context = page.context()
  // In scenes of a failure the browser reports the failed requests.
  guard.allow(/Failed to load resource|ERR_|WebSocket connection/)
  await context.addInitScript((chosen) => {
    // A frame with an opaque origin has no storage.
    if (origin !== 'null') localStorage.setItem('reelcast.language', chosen)
  }, language)
  // A kiosk returns to its operator's language.
  await withSettings(context, { arabic: true, ...(scene.kiosk && { language }), ...scene.settings })
  if (scene.seated !== undefined) await leaveCredit(platform, account, scene.seated)
  let change: ((next: PlantedWin) => void) | undefined
  const plant = async (stakes: number) => {
    if (change) change({ stakes })
    else change = await plantWins(page, { stakes })
  }
  const stage = { page, context, player, language, plant: ownPlant ?? plant }
  await scene.before?.(stage)
  if (scene.kiosk) await context.addInitScript(refuseFullScreen)
  const path = scene.kiosk ? `${scene.path}?kiosk` : scene.path
  if (scene.guest) await page.goto(path)
  else await openSignedIn(page, platform, player, path)
  await settled(page)
  await scene.show?.(stage)
  await settled(page)
}
