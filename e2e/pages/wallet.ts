import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'

type ClaimKind = 'discount' | 'bonus'

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

  private row(kind: ClaimKind): Locator {
    const title = this.page.getByText(text(this.locale, `claims.${kind}.title`), { exact: true })
    return this.window.getByRole('listitem').filter({ has: title })
  }

  /** The claim button, whatever its label. */
  claim(kind: ClaimKind): Locator {
    return this.row(kind).getByRole('button')
  }

  /** Presses the claim button, also one that is marked as disabled: it then shows the reason. */
  press(kind: ClaimKind): Promise<void> {
    return this.claim(kind).click({ force: true })
  }

  /** The reason why the last claim failed. */
  reason(kind: ClaimKind): Locator {
    return this.row(kind).getByRole('status')
  }
}
