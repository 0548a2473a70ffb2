import type { Locator, Page } from '@playwright/test'

/** A kiosk's screen. The tests only touch it and never use a keyboard. */
export class Kiosk {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get keyboard(): Locator {
    return this.page.locator('#kiosk-keys fieldset')
  }

  get warning(): Locator {
    return this.page.locator('#kiosk-warning:not([data-leaving])')
  }

  get attract(): Locator {
    return this.page.locator('#kiosk-attract')
  }

  /** The heights of the machine list's controls, px: the search field, the favourites and two selects. */
  async filterHeights(): Promise<number[]> {
    const row = this.page.locator('#floor-tools')
    await row.locator('select').first().waitFor()
    return row.evaluate((element) =>
      [...element.querySelectorAll('input, button, select')]
        .map((control) => (control.matches('button') ? control : (control.parentElement ?? control)))
        .map((control) => Math.round(control.getBoundingClientRect().height))
        .filter((height) => height > 0),
    )
  }

  /** Opens the login and waits until the kiosk parts have loaded. */
  async open(path = '/?kiosk'): Promise<void> {
    await this.page.goto(path)
    await this.page.locator('#kiosk-keys').waitFor({ state: 'attached' })
  }

  /** Touches a key by its letter. */
  async key(name: string): Promise<void> {
    await this.keyboard.getByRole('button', { name, exact: true }).tap()
  }

  does(key: string): Promise<void> {
    return this.keyboard.locator(`[data-does=${key}]`).tap()
  }

  /** Types a text key by key, with shift for capitals and the symbol page for signs. */
  async type(letters: string): Promise<void> {
    for (const letter of letters) {
      const plain = letter.toLocaleLowerCase('tr')
      if (plain !== letter) await this.does('shift')
      const sign = !/[\p{L}\d@. ]/u.test(letter)
      if (sign) await this.does('symbols')
      await this.key(letter)
      if (sign) await this.does('letters')
    }
  }
}
