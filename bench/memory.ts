import { type Browser, expect, type Page } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { GamePage } from '../e2e/pages/game-page.ts'
import { LobbyPage } from '../e2e/pages/lobby-page.ts'
import { LoginPage } from '../e2e/pages/login-page.ts'
import { newPage, PHONE } from './browser.ts'
import { type MemorySample, sampleMemory } from './memory-sample.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const MAX_FOOTPRINT_MB = 120
/** Each sample forces a garbage collection, which the browser otherwise runs when memory is short. */
const SAMPLE_INTERVAL_MS = 5_000

/** Opens a brand and joins a free machine; resolves when the video is live. */
async function joinMachine(page: Page, brand: string): Promise<GamePage> {
  const lobby = new LobbyPage(page)
  await lobby.openBrand(brand)
  await lobby.freeMachine.getByRole('link').click()
  const game = new GamePage(page)
  await expect(game.status).toHaveAttribute('data-video-status', 'live', { timeout: 30_000 })
  return game
}

/** One spin and every free spin that it wins. */
async function spinOnce(game: GamePage): Promise<void> {
  do {
    await expect(game.spinButton).toHaveAttribute('data-state', 'ready', { timeout: 20_000 })
    await game.spinButton.click()
    await expect(game.spinButton).toHaveAttribute('data-state', 'spinning')
    await expect(game.spinButton).not.toHaveAttribute('data-state', 'spinning', { timeout: 20_000 })
  } while (await game.hasFreeSpins())
}

/** Measures the memory of a phone's page during play: the footprint of its process, and its heap. */
export async function memoryBench(browser: Browser, seconds: number): Promise<Table> {
  const platform = await startPlatform({ REELS: 'random' })
  const { page, context } = await newPage(browser, PHONE)
  const session = await context.newCDPSession(page)
  const browserSession = await browser.newBrowserCDPSession()
  const sample = () => sampleMemory(session.send.bind(session), browserSession.send.bind(browserSession))
  const [player] = platform.players
  if (!player) throw new Error('the platform has no demo players')
  const login = new LoginPage(page)
  const rows: string[][] = []
  const addRow = (when: string, samples: readonly MemorySample[]) => {
    const footprints = samples.map((sample) => sample.footprint ?? Number.NaN)
    rows.push([
      when,
      Number.isNaN(footprints[0]) ? '–' : formatFigure(summarize(footprints)),
      formatFigure(summarize(samples.map(({ heap }) => heap)), 1),
      formatFigure(summarize(samples.map(({ nodes }) => nodes))),
    ])
  }
  await page.goto(`${platform.address}/login`)
  await login.username.waitFor()
  addRow('login', [await sample()])
  await login.logIn(player)
  await new LobbyPage(page).brands.first().waitFor()
  await page.waitForLoadState('networkidle')
  addRow('lobby', [await sample()])
  const game = await joinMachine(page, 'Kervan')
  await game.load('500')
  const playing: MemorySample[] = []
  const began = performance.now()
  let next = began + SAMPLE_INTERVAL_MS
  while (performance.now() - began < seconds * 1000) {
    await spinOnce(game)
    if (performance.now() < next) continue
    playing.push(await sample())
    next = performance.now() + SAMPLE_INTERVAL_MS
  }
  addRow(`${seconds} s of play`, playing)
  await context.close()
  await platform.stop()
  platform.remove()
  const highest = Math.max(...playing.map(({ footprint }) => footprint ?? Number.NaN))
  return {
    title: 'Memory of the page on a phone',
    note: `360x640 at device scale 2. Footprint: private memory of the renderer process. Heap: JavaScript heap after a garbage collection, forced every ${SAMPLE_INTERVAL_MS / 1000} s. Highest footprint while playing: ${highest.toFixed(0)} MB (limit ${MAX_FOOTPRINT_MB}).`,
    head: ['at', 'footprint, MB', 'heap, MB', 'nodes'],
    rows,
  }
}
