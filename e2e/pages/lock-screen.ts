import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'

/** The idle lock and its warning. The page's clock must be installed. */
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
    return this.page.getByRole('dialog', { name: this.t('warnTitle') })
  }

  get screen(): Locator {
    return this.page.getByRole('dialog', { name: this.t('idleTitle') })
  }

  get pin(): Locator {
    return this.screen.getByLabel(this.t('pin'), { exact: true })
  }

  get logout(): Locator {
    return this.screen.getByRole('button', { name: this.t('logout') })
  }

  key(digit: string): Locator {
    return this.screen.getByRole('button', { name: digit, exact: true })
  }

  /** Whole seconds until the lock, as the warning shows them. */
  async left(): Promise<number> {
    return Number(await this.page.getByTestId('lock-left').innerText())
  }

  /** Nobody touches anything for so long, ms. */
  async idle(ms: number): Promise<void> {
    await this.page.clock.fastForward(ms)
  }

  async tap(pin: string): Promise<void> {
    for (const digit of pin) await this.key(digit).click()
    await this.screen.getByRole('button', { name: this.t('ok') }).click()
  }

  async type(pin: string): Promise<void> {
    await this.page.keyboard.type(pin)
    await this.page.keyboard.press('Enter')
  }

  async paste(pin: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), pin)
    await this.page.keyboard.press('ControlOrMeta+V')
    await this.page.keyboard.press('Enter')
  }

  /** Is this what a finger would touch there? */
  covers(other: Locator): Promise<boolean> {
    return other.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('#lock') !== null
    })
  }
}
