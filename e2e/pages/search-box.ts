import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'

/** The search, in the bar or as a sheet on a phone, and the shortcuts. */
export class SearchBox {
  readonly page: Page
  private readonly locale: Locale

  constructor(page: Page, locale: Locale = 'tr') {
    this.page = page
    this.locale = locale
  }

  get field(): Locator {
    return this.page.getByRole('combobox', { name: text(this.locale, 'search.label') })
  }

  get options(): Locator {
    return this.page.getByRole('option')
  }

  /** Opens a phone's menu. */
  async openDrawer(): Promise<void> {
    await this.page.getByRole('button', { name: text(this.locale, 'navigation.menu'), exact: true }).click()
  }

  /** The button in a phone's drawer that opens the sheet. */
  get opener(): Locator {
    return this.page.getByRole('button', { name: text(this.locale, 'search.placeholder'), exact: true })
  }

  /** Opens the search sheet on a phone, through the drawer. */
  async openSheet(): Promise<void> {
    await this.openDrawer()
    await this.opener.click()
  }

  /** Waits until the search can be used: by its field, or on a phone by the menu button. */
  async ready(): Promise<void> {
    const inBar = (this.page.viewportSize()?.width ?? 0) >= 700
    await (inBar ? this.field : this.page.locator('.toolbar-menu button:not([aria-disabled=true])'))
      .first()
      .waitFor()
    // The handler of its keys loads after the menu.
    await this.page.waitForLoadState('networkidle')
  }

  /** Waits for the shortcuts. Narrow screens show them in the drawer. */
  async showShortcuts(): Promise<void> {
    if ((this.page.viewportSize()?.width ?? 0) < 1200) await this.openDrawer()
    await this.shortcuts.waitFor()
  }

  get shortcuts(): Locator {
    return this.page.getByRole('navigation', { name: text(this.locale, 'search.shortcuts') })
  }

  async openStars(): Promise<void> {
    await this.shortcuts.getByRole('button', { name: text(this.locale, 'search.edit') }).click()
  }

  get stars(): Locator {
    return this.page.getByRole('dialog', { name: text(this.locale, 'search.edit') })
  }
}
