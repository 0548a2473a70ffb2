import { expect, type Locator, type Page } from '@playwright/test'
import type { Player } from '../fixtures/platform.ts'
import { type Locale, text } from '../fixtures/texts.ts'
import { typeInto } from '../fixtures/type-into.ts'

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

  /** Shows and hides the password. */
  get eye(): Locator {
    return this.page.getByRole('button', { name: text(this.locale, 'login.show') })
  }

  get remember(): Locator {
    return this.page.getByLabel(text(this.locale, 'login.remember'))
  }

  get submit(): Locator {
    return this.page.getByRole('button', { name: text(this.locale, 'login.submit') })
  }

  /** The reason why the last attempt failed, or why the last login ended. */
  get notice(): Locator {
    // Not by role alone: the offline bar is a status as well.
    return this.page.locator('.login-notice[role=status]')
  }

  /** Expects an empty login form, without any data of a player. */
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
