import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'
import { typeInto } from './type-into.ts'
import { centsOf, readPicture, type Shown } from './video-frame.ts'

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

  /** `data-state` says whether it is ready, spinning, or refused. Its text is set in capitals, so not by name. */
  get spinButton(): Locator {
    return this.page.locator('button[data-state]')
  }

  /** `live` when the picture is fresh; see data-video-status in the page. */
  get status(): Locator {
    return this.page.locator('[data-video-status]')
  }

  /** Why the machine takes nothing now. */
  get reason(): Locator {
    return this.page.getByTestId('reason')
  }

  /** Why there is no picture. */
  get pictureProblem(): Locator {
    return this.page.getByTestId('picture-problem')
  }

  /** How long the next attempt at the picture waits. */
  get pictureRetry(): Locator {
    return this.page.getByTestId('picture-retry')
  }

  get tryAgain(): Locator {
    return this.button('app.retry')
  }

  get tapToStart(): Locator {
    return this.page.getByRole('button', { name: this.t('game.tapToStart') })
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

  /** What was cashed out, over the controls until it is touched. */
  get receipt(): Locator {
    return this.page.getByTestId('receipt')
  }

  get credit(): Locator {
    return this.page.getByTestId('credit')
  }

  get balance(): Locator {
    return this.page.getByTestId('balance')
  }

  /** Cents on a meter as the player reads it; NaN while it says nothing. */
  async cents(meter: 'credit' | 'balance' | 'win' | 'stake'): Promise<number> {
    return centsOf(await this.page.getByTestId(meter).innerText())
  }

  /** Are free spins left to play? */
  async hasFreeSpins(): Promise<boolean> {
    return (await this.page.getByTestId('bonus').locator('b').count()) > 0
  }

  /** What the newest decoded frame says of itself; undefined when it cannot be read. */
  shown(): Promise<Shown | undefined> {
    return readPicture(this.video)
  }

  /** Waits until the browser has decoded and presented so many more frames; answers how many ms that took. */
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

  /** Asks through the dialog for an amount (major units, as a player writes it), and waits for nothing. */
  async askLoad(amount: string): Promise<void> {
    await this.loadButton.click()
    // The dialog moves the focus into itself once it is open; keys typed before that would go elsewhere.
    await this.dialog.locator(':focus').waitFor()
    await typeInto(this.dialog.getByLabel(this.t('gameDialogs.amount')), amount)
    const [before = '', after = ''] = text(this.locale, 'gameDialogs.loadAmount', { amount: '|' }).split('|')
    await this.dialog.getByRole('button', { name: new RegExp(`^${before}.+${after}$`) }).click()
  }

  /** Loads an amount, up to the end of the dialog. */
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

  /** Goes back to the lobby and lets the credit wait on the machine. */
  async leaveCredit(): Promise<void> {
    await this.leave()
    await this.dialog.getByRole('button', { name: this.t('gameDialogs.leaveCredit') }).click()
    await this.page.waitForURL(/\/lobby/)
  }
}
