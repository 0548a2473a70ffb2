import type { Locator, Page } from '@playwright/test'
import { text } from '../fixtures/texts.ts'

type SeatStatus = 'in-bonus' | 'waiting' | 'error'
type SeatOffer = 'continue' | 'cashout' | 'later'

/** The dialog that leads back to the machine called `name`. In Turkish. */
export class ReconnectDialog {
  readonly page: Page
  readonly name: string

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
  }

  private t(key: string): string {
    return text('tr', `held-machine.${key}`, { name: this.name })
  }

  /** The dialog with its texts for this status of the machine. */
  says(status: SeatStatus): Locator {
    return this.page
      .getByRole('dialog', { name: this.t(`${status}.title`) })
      .filter({ hasText: this.t(`${status}.lead`) })
  }

  /** Any open dialog. */
  get any(): Locator {
    return this.page.getByRole('dialog')
  }

  /** The labels of its buttons, in order. */
  offers(): Promise<string[]> {
    return this.any.getByRole('button').allTextContents()
  }

  /** The labels of these offers. */
  named(...offers: SeatOffer[]): string[] {
    return offers.map((offer) => this.t(offer))
  }

  button(offer: SeatOffer): Locator {
    return this.any.getByRole('button', { name: this.t(offer), exact: true })
  }
}
