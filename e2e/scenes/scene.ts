import type { BrowserContext, Page } from '@playwright/test'
import type { Player } from '../fixtures/platform.ts'
import type { Locale } from '../fixtures/texts.ts'

/** The page in which a scene is shown. */
export interface Stage {
  page: Page
  context: BrowserContext
  player: Player
  language: Locale
  /** From now on each spin wins about so many stakes. First before the page opens. */
  plant(stakes: number): unknown
}

/** One screen in one state. */
export interface Scene {
  name: string
  path: string
  /** A machine is held for the player, with this credit, cents. */
  seated?: number
  /** No player is logged in. */
  guest?: true
  /** The tab is a kiosk's. The name of such a scene starts with `kiosk-`. */
  kiosk?: true
  /** Keys that replace those of the shipped Settings.json. */
  settings?: Record<string, unknown>
  /** Runs before the page opens. */
  before?(stage: Stage): Promise<unknown>
  /** Brings the opened page into the state. */
  show?(stage: Stage): Promise<unknown>
}
