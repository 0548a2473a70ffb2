import { expect, type Locator, type Page } from '@playwright/test'
import type { Player } from '../fixtures/platform.ts'
import { type Locale, text } from '../fixtures/texts.ts'
import { typeInto } from './type-into.ts'

export class LoginPage {
  readonly page: Page
  private readonly locale: Locale

  constructor(page: Page, locale: Locale = 'tr') {
    this.page = page
    this.locale = locale
  }

  get username(): Locator {
    return this.page.getByLabel(text(this.locale, 'login.username'))
  }

  get password(): Locator {
    return this.page.getByLabel(text(this.locale, 'login.password'), { exact: true })
  }

  get remember(): Locator {
    return this.page.getByLabel(text(this.locale, 'login.remember'))
  }

  get submit(): Locator {
    return this.page.getByRole('button', { name: text(this.locale, 'login.submit') })
  }

  /** Why the last try or the last session ended. */
  get notice(): Locator {
    // The bar of a page without a network is a status as well.
    return this.page.locator('.login-notice[role=status]')
  }

  /** The login is there, without anything of a player in it. */
  async isEmpty(): Promise<void> {
    await expect(this.page).toHaveURL(/\/login$/)
    await expect(this.username).toHaveValue('')
    await expect(this.password).toHaveValue('')
  }

  async fill({ username, password }: Pick<Player, 'username' | 'password'>): Promise<void> {
    await typeInto(this.username, username)
    await typeInto(this.password, password)
  }

  async logIn(player: Pick<Player, 'username' | 'password'>): Promise<void> {
    await this.fill(player)
    await this.submit.click()
  }
}
