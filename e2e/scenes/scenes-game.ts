import { playOnce } from '../fixtures/open-game.ts'
import { overrideInit } from '../fixtures/override-init.ts'
import { plantWins } from '../fixtures/plant-wins.ts'
import { text } from '../fixtures/texts.ts'
import { GamePage } from '../pages/game-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import type { Scene, Stage } from './scene.ts'

/** Opens the first free machine without waiting for its video. */
const openMachine = ({ page, language }: Stage) =>
  new LobbyPage(page, language).freeMachine.getByRole('link').click()

/** Opens the first free machine; resolves after some decoded frames. */
async function joinMachine(stage: Stage): Promise<GamePage> {
  await openMachine(stage)
  const game = new GamePage(stage.page, stage.language)
  await game.frames(5)
  return game
}

/** A game with credit in one state, after its lazy chunks have loaded. */
const inGame = (
  name: string,
  show: (stage: Stage) => Promise<unknown>,
  settings?: Scene['settings'],
): Scene => ({
  name,
  path: '/lobby/1/x',
  ...(settings && { settings }),
  before: ({ context }) => context.addInitScript(breakOnEvent),
  show: async (stage) => {
    const game = await joinMachine(stage)
    await game.load('500')
    await stage.page.getByTestId('autoplay').waitFor()
    await show(stage)
  },
})

const side = (tab: 'rules' | 'spins' | 'session' | 'settings') =>
  inGame(`game-side-${tab}`, async ({ page }) => {
    await page.locator('[data-key=side]').click()
    await page.locator(`#info-tab-${tab}`).click()
  })

/** Runs in the page: custom events close its peer connections or its sockets, as a network failure would. */
function breakOnEvent(): void {
  let isDown = false
  addEventListener('scene:lose-link', () => {
    isDown = true
  })
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given)
      addEventListener('scene:lose-link', () => this.close())
      if (isDown) this.close()
    }
  }
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given)
      addEventListener('scene:lose-video', () => this.close())
    }
  }
}

/** Runs in the page: whether the amounts of a celebration have counted up. */
function areCounted(): boolean {
  const amounts = [...document.querySelectorAll('[data-part=amount]')]
  return amounts.every(({ firstChild, lastChild }) => firstChild?.textContent === lastChild?.textContent)
}

/** Runs in the page: a banner stays until the picture has been taken. */
function keepBanner(): void {
  if (!document.querySelector('[data-win=big]')) return
  const last = Number(setTimeout(() => {}))
  for (let timer = 1; timer <= last; timer += 1) clearTimeout(timer)
}

/** A spin that has ended with a win, when `selector` is shown. `plant` runs before the page opens. */
const winning = (name: string, plant: (stage: Stage) => unknown, selector: string): Scene => ({
  name,
  path: '/lobby/1/x',
  before: async (stage) => void (await plant(stage)),
  show: async (stage) => {
    const game = await joinMachine(stage)
    await game.load('500')
    await stage.page.getByTestId('autoplay').waitFor()
    await game.spinButton.click()
    await stage.page.locator(selector).waitFor()
    await stage.page.waitForFunction(areCounted)
    await stage.page.evaluate(keepBanner)
    // The meter has counted up.
    await game.frames(15)
  },
})

/** A tab of the info panel after three spins. */
const played = (
  name: string,
  tab: 'spins' | 'session',
  then?: (stage: Stage) => Promise<unknown>,
): Scene => ({
  name,
  path: '/lobby/1/x',
  before: async ({ plant }) => plant(0),
  show: async (stage) => {
    const game = await joinMachine(stage)
    await game.load('500')
    await stage.page.getByTestId('autoplay').waitFor()
    for (const stakes of [4, 0, 1.5]) {
      await stage.plant(stakes)
      await playOnce(game)
    }
    await stage.page.locator('[data-key=side]').click()
    await stage.page.locator(`#info-tab-${tab}`).click()
    await then?.(stage)
  },
})

/** The scenes of a game. */
export const GAME_SCENES: readonly Scene[] = [
  inGame('game-tour', async ({ page, language }) => {
    const tour = page.getByRole('button', { name: text(language, 'tour.title') })
    // A bar without room for its button leaves it to the settings.
    if (!(await tour.isVisible())) {
      await page.locator('[data-key=side]').click()
      await page.locator('#info-tab-settings').click()
    }
    await tour.click()
    await page.getByTestId('tour').waitFor()
  }),
  {
    name: 'game-load',
    path: '/lobby/2/x',
    show: async (stage) => {
      const game = await joinMachine(stage)
      await game.loadButton.click()
    },
  },
  {
    name: 'game',
    path: '/lobby/1/x',
    show: async (stage) => {
      const game = await joinMachine(stage)
      await game.load('500')
    },
  },
  {
    name: 'game-load-over',
    path: '/lobby/2/x',
    show: async (stage) => {
      const game = await joinMachine(stage)
      await game.loadButton.click()
      await game.dialog.getByLabel(text(stage.language, 'dialogs.amount')).fill('9999999')
    },
  },
  inGame('game-autoplay', async ({ page }) => page.getByTestId('autoplay').click()),
  inGame('game-autoplay-runs', async ({ page }) => {
    await page.getByTestId('autoplay').click()
    await page.locator('dialog[open] button').last().click()
    await page.locator('[data-testid=autoplay][aria-pressed=true]').waitFor()
  }),
  side('rules'),
  side('spins'),
  side('session'),
  side('settings'),
  played('game-side-history', 'spins'),
  played('game-side-spin', 'spins', async ({ page }) => {
    await page.locator('[data-spin]').last().getByRole('button').click()
    await page.getByRole('dialog').getByRole('img').first().waitFor()
  }),
  played('game-side-report', 'session'),
  inGame('game-quality', async ({ page }) => {
    await page.locator('button[data-level]').click()
    await page.locator('[data-figure=loss] svg').waitFor()
  }),
  inGame('game-keys', async ({ page }) => {
    await page.keyboard.press('h')
    await page.getByTestId('keys').waitFor()
  }),
  inGame('game-leave', async ({ page, language }) => {
    await new GamePage(page, language).leave()
    await page.getByRole('dialog').waitFor()
  }),
  inGame('game-receipt', async ({ page, language }) => {
    await new GamePage(page, language).cashOut()
    await page.getByTestId('receipt').waitFor()
  }),
  inGame('game-band', async ({ page, language }) => {
    const band = page.getByRole('button', { name: text(language, 'tools.band.reels'), exact: true })
    if (await band.isVisible()) await band.click()
    else await page.locator('[data-at=bands] > button').click()
  }),
  inGame('game-autoplay-result', async ({ page }) => {
    await page.getByTestId('autoplay').click()
    await page.locator('dialog[open] button').last().click()
    await page.locator('[data-testid=autoplay][aria-pressed=true]').waitFor()
    await page.getByTestId('autoplay').click()
    await page.getByTestId('autoplay-result').waitFor()
  }),
  inGame('game-no-link', async ({ page }) => {
    await page.evaluate(() => dispatchEvent(new Event('scene:lose-link')))
    await page.locator('[data-picture=down]').waitFor()
  }),
  inGame('game-clock', async ({ page }) => page.getByTestId('clock').waitFor(), { clock: true }),
  inGame('game-turned', ({ page }) =>
    page.evaluate(() => document.documentElement.toggleAttribute('data-rotated', true)),
  ),
  inGame('game-lost', async ({ page, context }) => {
    await context.route('**/whep/**', (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event('scene:lose-video')))
    await page.locator('[data-picture=lost], [data-picture=old]').waitFor()
  }),
  {
    name: 'game-opening',
    path: '/lobby/1/x',
    before: ({ context }) => context.route('**/whep/**', () => {}),
    show: async (stage) => {
      await openMachine(stage)
      await stage.page.locator('[data-picture=opening] [aria-busy=true]').waitFor()
    },
  },
  {
    name: 'game-no-picture',
    path: '/lobby/1/x',
    before: ({ context }) => context.route('**/whep/**', (route) => route.fulfill({ status: 500 })),
    show: async (stage) => {
      await openMachine(stage)
      await stage.page.getByTestId('picture-problem').waitFor()
    },
  },
  {
    name: 'game-picture-waits',
    path: '/lobby/1/x',
    before: ({ context }) =>
      context.route('**/whep/**', (route) =>
        route.fulfill({ status: 503, headers: { 'retry-after': '75' } }),
      ),
    show: async (stage) => {
      await openMachine(stage)
      await stage.page.getByTestId('picture-retry').waitFor()
    },
  },
  winning('game-win-returned', ({ plant }) => plant(0.5), '[data-winning=returned]'),
  winning('game-win-small', ({ plant }) => plant(4), '[data-winning=yes]'),
  winning('game-win-big', ({ plant }) => plant(25), '[data-win=big]'),
  winning('game-win-huge', ({ plant }) => plant(60), '[data-win=huge]'),
  winning(
    'game-free-spins-won',
    ({ page }) => plantWins(page, { stakes: 2, freeSpins: 25 }),
    '[data-kind=bonus]',
  ),
  {
    name: 'game-free-spins',
    path: '/lobby/1/x',
    before: ({ page }) => overrideInit(page, { game: { credit: 50_000, freeSpins: 22, bonusWin: 1240 } }),
    show: async (stage) => {
      await joinMachine(stage)
      await stage.page.getByTestId('autoplay').waitFor()
    },
  },
  winning(
    'game-free-spins-over',
    ({ page }) => plantWins(page, { stakes: 1.2, free: true, bonusWin: 1240 }),
    '[data-kind=rounds]',
  ),
  {
    name: 'game-win-huge-autoplay',
    path: '/lobby/1/x',
    before: async ({ plant }) => plant(60),
    show: async (stage) => {
      const game = await joinMachine(stage)
      await game.load('500')
      await stage.page.getByTestId('autoplay').click()
      await stage.page.locator('dialog[open] button').last().click()
      await stage.page.locator('[data-win=huge]').waitFor()
    },
  },
  winning(
    'game-jackpot',
    ({ page }) => plantWins(page, { stakes: 23_456.78, jackpot: true }),
    '[data-win=huge]',
  ),
  {
    name: 'game-loss-limit',
    path: '/lobby/1/x',
    settings: { lossLimit: 0.01, clock: true },
    show: async (stage) => {
      await openMachine(stage)
      await stage.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'game-reality-check',
    path: '/lobby/1/x',
    // A kiosk would log out an idle guest before.
    settings: { realityCheck: 30, clock: true, kioskLogout: 3600 },
    before: ({ page }) => page.clock.install(),
    show: async (stage) => {
      await openMachine(stage)
      const game = new GamePage(stage.page, stage.language)
      await game.load('50')
      await stage.page.clock.fastForward('30:00')
      await stage.page.getByRole('alertdialog').waitFor()
      await stage.page.locator('[data-picture=live]').waitFor()
    },
  },
]
