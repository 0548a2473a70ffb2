import type { Locator, Page } from '@playwright/test'
import type { Player } from '../fixtures/platform.ts'
import { type Locale, text } from '../fixtures/texts.ts'

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

  get submit(): Locator {
    return this.page.getByRole('button', { name: text(this.locale, 'login.submit') })
  }

  /** Why the last try or the last session ended. */
  get notice(): Locator {
    return this.page.getByRole('status')
  }

  async fill({ username, password }: Pick<Player, 'username' | 'password'>): Promise<void> {
    await this.username.fill(username)
    await this.password.fill(password)
  }

  async logIn(player: Pick<Player, 'username' | 'password'>): Promise<void> {
    await this.fill(player)
    await this.submit.click()
  }
}
