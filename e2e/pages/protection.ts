import type { Locator, Page } from '@playwright/test'
import { text } from '../fixtures/texts.ts'
import { centsOf } from '../fixtures/video-frame.ts'

/** Autoplay, the clock line and the questions of the player protection. */
export class Protection {
  readonly autoplay: Locator
  readonly sheet: Locator
  readonly start: Locator
  readonly question: Locator
  readonly goOn: Locator
  readonly takeHome: Locator
  private readonly result: Locator

  constructor(page: Page) {
    const button = (key: string) => page.getByRole('button', { name: text('tr', key), exact: true })
    this.autoplay = page.getByTestId('autoplay')
    this.sheet = page.getByRole('dialog', { name: text('tr', 'autoplay.title') })
    this.start = this.sheet.getByRole('button', { name: text('tr', 'autoplay.start', { count: '10' }) })
    this.result = page.getByTestId('clock-net')
    this.question = page.getByRole('alertdialog')
    this.goOn = button('player-protection.goOn')
    this.takeHome = this.question.getByRole('button', { name: text('tr', 'dialogs.cashOutAndLeave') })
  }

  /** The net result in the clock line, cents. */
  readonly net = async (): Promise<number> => {
    const shown = await this.result.innerText()
    return centsOf(shown.replace(/[-−–]/g, '')) * (/[-−–]/.test(shown) ? -1 : 1)
  }
}
