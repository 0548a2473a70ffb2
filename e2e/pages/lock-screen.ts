import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'

/** The idle lock and its warning. */
export class LockScreen {
  readonly page: Page
  private readonly locale: Locale

  constructor(page: Page, locale: Locale = 'tr') {
    this.page = page
    this.locale = locale
  }

  private t(key: string): string {
    return text(this.locale, `lock.${key}`)
  }

  get warning(): Locator {
    return this.page.getByRole('dialog', { name: text(this.locale, 'ui.warnTitle') })
  }

  get screen(): Locator {
    return this.page.getByRole('dialog', { name: this.t('idleTitle') })
  }

  get pin(): Locator {
    return this.screen.getByLabel(this.t('pin'), { exact: true })
  }

  get ok(): Locator {
    return this.screen.getByRole('button', { name: this.t('ok') })
  }

  get logout(): Locator {
    return this.screen.getByRole('button', { name: this.t('logout') })
  }

  key(digit: string): Locator {
    return this.screen.getByRole('button', { name: digit, exact: true })
  }

  /** Whole seconds until the lock, as shown by the warning. */
  async left(): Promise<number> {
    return Number(await this.page.getByTestId('lock-left').innerText())
  }

  async tap(pin: string): Promise<void> {
    for (const digit of pin) await this.key(digit).click()
    await this.ok.click()
  }

  /** Types on a keyboard, wherever the focus is. */
  async type(pin: string): Promise<void> {
    await this.page.keyboard.type(pin)
    await this.page.keyboard.press('Enter')
  }

  /** Whether a touch on `other` would hit the lock screen instead. */
  covers(other: Locator): Promise<boolean> {
    return other.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('dialog[id^=lock]') !== null
    })
  }
}
