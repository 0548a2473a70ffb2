import type { BrowserContext, Page } from '@playwright/test'
import type { Player } from '../e2e/fixtures/platform.ts'
import type { Locale } from '../e2e/fixtures/texts.ts'

/** Where a picture is taken. */
export interface Stage {
  page: Page
  context: BrowserContext
  player: Player
  language: Locale
  isPhone: boolean
}

/** A screen in one of its states. */
export interface Scene {
  name: string
  path: string
  /** The machine that an earlier scene sat down at is kept. */
  seated?: true
  /** Nobody is logged in. */
  guest?: true
  /** What the operator has written into Settings.json. */
  settings?: Record<string, unknown>
  /** Before the page is opened. */
  before?(stage: Stage): Promise<unknown>
  /** From the page as it opens to the state. */
  show?(stage: Stage): Promise<unknown>
}
