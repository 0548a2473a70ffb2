import { expect, type Locator, type Page } from '@playwright/test'
import { goInApp } from '../fixtures/go-in-app.ts'
import { type Locale, text } from '../fixtures/texts.ts'
import { typeInto } from '../fixtures/type-into.ts'
import { centsOf, readPicture, type Shown } from '../fixtures/video-frame.ts'

export class GamePage {
  readonly page: Page
  private readonly locale: Locale

  constructor(page: Page, locale: Locale = 'tr') {
    this.page = page
    this.locale = locale
  }

  private t(key: string): string {
    return text(this.locale, key)
  }

  private button(key: string): Locator {
    return this.page.getByRole('button', { name: this.t(key), exact: true })
  }

  get video(): Locator {
    return this.page.locator('video')
  }

  /**
   * Located by `data-state` (ready, spinning or refused): its text is in capitals, so its name does not
   * match.
   */
  get spinButton(): Locator {
    return this.page.locator('button[data-state]')
  }

  /** `data-video-status` is `live` while the picture is fresh. */
  get status(): Locator {
    return this.page.locator('[data-video-status]')
  }

  /** The reason why the machine accepts no commands. */
  get reason(): Locator {
    return this.page.getByTestId('reason')
  }

  /** The reason why there is no picture. */
  get pictureProblem(): Locator {
    return this.page.getByTestId('picture-problem')
  }

  get tryAgain(): Locator {
    return this.button('app.retry')
  }

  get loadButton(): Locator {
    return this.button('game.load').first()
  }

  get cashOutButton(): Locator {
    return this.button('game.cashOut')
  }

  get stakeUp(): Locator {
    return this.button('game.stakeUp')
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  /** The cashed-out amount, shown over the controls until it is touched. */
  get receipt(): Locator {
    return this.page.getByTestId('receipt')
  }

  get credit(): Locator {
    return this.page.getByTestId('credit')
  }

  /** A meter's amount in cents as the player reads it; NaN while the meter is empty. */
  async cents(meter: 'credit' | 'balance' | 'win' | 'stake'): Promise<number> {
    return centsOf(await this.page.getByTestId(meter).innerText())
  }

  /** Whether free spins are left. */
  async hasFreeSpins(): Promise<boolean> {
    return (await this.spinButton.getAttribute('data-free')) !== null
  }

  /** The marker in the newest decoded frame; undefined if it cannot be read. */
  shown(): Promise<Shown | undefined> {
    return readPicture(this.video)
  }

  /** Waits until the browser has presented `count` more frames. Returns the ms that this took. */
  frames(count: number): Promise<number> {
    return this.video.evaluate(
      (element, wanted) =>
        new Promise<number>((done) => {
          if (!(element instanceof HTMLVideoElement)) return
          const began = performance.now()
          let seen = 0
          const frame = () => {
            seen++
            if (seen >= wanted) done(performance.now() - began)
            else element.requestVideoFrameCallback(frame)
          }
          element.requestVideoFrameCallback(frame)
        }),
      count,
    )
  }

  /**
   * Submits an amount (major units, as a player types it) in the load dialog, and does not wait for the
   * result.
   */
  async askLoad(amount: string): Promise<void> {
    await this.loadButton.click()
    // The dialog takes the focus once it is open; keys typed earlier would go elsewhere.
    await this.dialog.and(this.page.locator(':focus-within')).waitFor()
    const field = this.dialog.getByLabel(this.t('dialogs.amount'))
    // On a busy machine it may take the focus once more, in the middle of the text.
    await expect(async () => {
      await typeInto(field, amount)
      await expect(field).toHaveValue(amount, { timeout: 1000 })
    }).toPass()
    const [before = '', after = ''] = text(this.locale, 'dialogs.loadAmount', { amount: '|' }).split('|')
    await this.dialog.getByRole('button', { name: new RegExp(`^${before}.+${after}$`) }).click()
  }

  /** Loads an amount and waits until the dialog has closed. */
  async load(amount: string): Promise<void> {
    await this.askLoad(amount)
    await this.dialog.waitFor({ state: 'hidden' })
  }

  async cashOut(): Promise<void> {
    await this.cashOutButton.click()
  }

  async leave(): Promise<void> {
    await this.button('game.leave').click()
  }

  /** Opens the lobby without the dialog that asks about the credit, as the back button does. */
  async leaveUnasked(): Promise<void> {
    await goInApp(this.page, '/lobby')
    await this.page.waitForURL(/\/lobby/)
  }

  /** Returns to the lobby and leaves the credit on the machine. */
  async leaveCredit(): Promise<void> {
    await this.leave()
    await this.dialog.getByRole('button', { name: this.t('dialogs.leaveCredit') }).click()
    await this.page.waitForURL(/\/lobby/)
  }
}
