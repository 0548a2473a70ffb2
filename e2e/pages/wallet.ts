import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'

/** The balance in the bar, and the wallet that it opens. */
export class Wallet {
  readonly page: Page
  private readonly locale: Locale

  constructor(page: Page, locale: Locale = 'tr') {
    this.page = page
    this.locale = locale
  }

  /** The amount as a button, once the wallet can be opened. */
  get opener(): Locator {
    return this.page.getByRole('banner').locator('button[popovertarget]').filter({ hasText: /\d|•/ })
  }

  get window(): Locator {
    return this.page.getByRole('dialog', { name: text(this.locale, 'wallet.title') })
  }

  async open(): Promise<void> {
    await this.opener.click()
    await this.window.waitFor()
  }

  /** The claim button, whatever its label. */
  claim(kind: 'discount' | 'bonus'): Locator {
    const title = this.page.getByText(text(this.locale, `claims.${kind}.title`), { exact: true })
    return this.window.getByRole('listitem').filter({ has: title }).getByRole('button')
  }
}
