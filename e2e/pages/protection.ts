import type { Locator, Page } from '@playwright/test'
import { text } from '../fixtures/texts.ts'
import { centsOf } from '../fixtures/video-frame.ts'

/** Autoplay and the clock line. */
export class Protection {
  readonly autoplay: Locator
  readonly sheet: Locator
  readonly start: Locator
  private readonly result: Locator

  constructor(page: Page) {
    this.autoplay = page.getByTestId('autoplay')
    this.sheet = page.getByRole('dialog', { name: text('tr', 'autoplay.title') })
    this.start = this.sheet.getByRole('button', { name: text('tr', 'autoplay.start', { count: '10' }) })
    this.result = page.getByTestId('clock-net')
  }

  /** The net result in the clock line, cents. */
  readonly net = async (): Promise<number> => {
    const shown = await this.result.innerText()
    return centsOf(shown.replace(/[-−–]/g, '')) * (/[-−–]/.test(shown) ? -1 : 1)
  }
}
