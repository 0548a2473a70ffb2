import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'

export type SeatStatus = 'in-bonus' | 'waiting' | 'playing' | 'error' | 'offline'
export type SeatOffer = 'continue' | 'cashout' | 'kick' | 'later' | 'close'

/** The window that leads back to the machine called `name`. */
export class ReconnectDialog {
  readonly page: Page
  readonly name: string
  private readonly locale: Locale

  constructor(page: Page, name: string, locale: Locale = 'tr') {
    this.page = page
    this.name = name
    this.locale = locale
  }

  private t(key: string): string {
    return text(this.locale, `reconnect.${key}`, { name: this.name })
  }

  /** The window while it says this of the machine. */
  says(status: SeatStatus): Locator {
    return this.page
      .getByRole('dialog', { name: this.t(`${status}.title`) })
      .filter({ hasText: this.t(`${status}.lead`) })
  }

  /** Its buttons are these and no others, in this order. */
  async offers(...offers: SeatOffer[]): Promise<string[][]> {
    const buttons = await this.page.getByRole('dialog').getByRole('button').allTextContents()
    return [buttons, offers.map((offer) => this.t(offer))]
  }

  button(offer: SeatOffer): Locator {
    return this.page.getByRole('dialog').getByRole('button', { name: this.t(offer), exact: true })
  }
}
