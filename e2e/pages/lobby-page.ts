import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'
import { centsOf } from '../fixtures/video-frame.ts'

export class LobbyPage {
  readonly page: Page
  private readonly locale: Locale

  constructor(page: Page, locale: Locale = 'tr') {
    this.page = page
    this.locale = locale
  }

  get balance(): Locator {
    return this.page.getByLabel(text(this.locale, 'frame.balance'), { exact: true })
  }

  get brands(): Locator {
    return this.page.getByRole('main').locator('li a[href^="/lobby/"]')
  }

  brand(name: string): Locator {
    return this.brands.filter({ hasText: name })
  }

  /** The cards of a brand's machines; `data-status` holds each machine's status. */
  get machines(): Locator {
    return this.page.getByRole('list', { name: text(this.locale, 'lobby.title') }).getByRole('listitem')
  }

  machine(name: string): Locator {
    return this.machines.filter({ hasText: name })
  }

  /** A card's figures (its countdown, its stakes, its last big win) that lie over its picture. */
  figuresOverArt(card: Locator): Promise<(string | null)[]> {
    return card.evaluate((item) => {
      const end = item.querySelector('img')?.getBoundingClientRect().bottom ?? Infinity
      return [...item.querySelectorAll('.figures')]
        .filter((figure) => figure.getBoundingClientRect().top < end)
        .map(({ textContent }) => textContent)
    })
  }

  /**
   * The first machine that can be joined. Excludes the machines of the platform's simulated players (every
   * third of a brand, from its second), who may take one between the check and the click.
   */
  get freeMachine(): Locator {
    const link = this.page.getByRole('link')
    return this.machines
      .filter({ has: link })
      .filter({ hasText: / 0[134679]/ })
      .first()
  }

  /** The link back to a machine that is held for this player. */
  get held(): Locator {
    return this.page.getByRole('link', { name: `${text(this.locale, 'held-machine.continue')}: ` })
  }

  /** The lobby's lower edge. */
  get dock(): Locator {
    return this.page.locator('main > div:last-child').filter({ has: this.held })
  }

  /** The space between that edge and the footer, or the end of the screen, px. */
  gapBelowDock(): Promise<number> {
    return this.dock.evaluate((dock) => {
      const footer = document.querySelector('footer')?.getBoundingClientRect().top ?? innerHeight
      return Math.round(Math.min(innerHeight, footer) - dock.getBoundingClientRect().bottom)
    })
  }

  /** The dialog that leads back to a machine. The drawer is a dialog too, so it is found by its button. */
  get reconnect(): Locator {
    const later = this.page.getByRole('button', { name: text(this.locale, 'held-machine.later') })
    return this.page.getByRole('dialog').filter({ has: later })
  }

  /** Waits for that dialog and postpones it. */
  async later(): Promise<void> {
    await this.reconnect.getByRole('button', { name: text(this.locale, 'held-machine.later') }).click()
    await this.reconnect.waitFor({ state: 'detached' })
  }

  /** The button that opens the drawer. It does not exist if the navbar is part of the page. */
  get menuButton(): Locator {
    return this.page.getByRole('button', { name: text(this.locale, 'navigation.menu'), exact: true })
  }

  get walletButton(): Locator {
    return this.page.getByRole('button', { name: text(this.locale, 'frame.hideBalance') })
  }

  /** Opens the menu if it is closed, and waits for its list. */
  async openMenu(): Promise<void> {
    const list = this.page.getByRole('navigation', {
      name: text(this.locale, 'navigation.menu'),
      exact: true,
    })
    await this.menuButton.or(list).first().waitFor()
    const shut = await this.menuButton.and(this.page.locator('[aria-expanded=false]')).isVisible()
    if (shut) await this.menuButton.click()
    await list.waitFor()
  }

  /**
   * Closes the menu if it was opened. Waits, because right after Escape the button still reports an open
   * drawer.
   */
  async closeMenu(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.page.locator('[aria-haspopup=dialog][aria-expanded=true]').waitFor({ state: 'detached' })
  }

  get logout(): Locator {
    return this.page.getByRole('link', { name: text(this.locale, 'router.logout') })
  }

  async logOut(): Promise<void> {
    await this.openMenu()
    await this.logout.click()
  }

  /** Logs out and keeps the credit on the machine, which the app asks about. */
  async logOutWithCredit(): Promise<void> {
    await this.logOut()
    await this.page.getByRole('button', { name: text(this.locale, 'held-machine.keepAndLogOut') }).click()
  }

  /** The toolbar's balance in cents. */
  async cents(): Promise<number> {
    return centsOf(await this.balance.innerText())
  }

  async openBrand(name: string): Promise<void> {
    await this.brand(name).click()
    await this.machines.first().waitFor()
  }

  /** Joins a machine by its card. */
  async join(name: string): Promise<void> {
    await this.machine(name).getByRole('link').click()
  }
}
