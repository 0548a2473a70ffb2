import { expect, type Locator, type Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'
import { centsOf } from './video-frame.ts'

export class LobbyPage {
  readonly page: Page
  private readonly locale: Locale

  constructor(page: Page, locale: Locale = 'tr') {
    this.page = page
    this.locale = locale
  }

  get balance(): Locator {
    return this.page.getByLabel(text(this.locale, 'shell.balance'), { exact: true })
  }

  get brands(): Locator {
    return this.page.getByRole('main').locator('li').getByRole('link')
  }

  brand(name: string): Locator {
    return this.brands.filter({ hasText: name })
  }

  /** The cards of a brand's machines; `data-status` says how each is. */
  get machines(): Locator {
    return this.page.getByRole('list', { name: text(this.locale, 'lobby.title') }).getByRole('listitem')
  }

  machine(name: string): Locator {
    return this.machines.filter({ hasText: name })
  }

  /**
   * The first machine that can be joined. Not one that the platform's simulated players use (every third of a brand,
   * from its second): they may take it between the look and the click.
   */
  get freeMachine(): Locator {
    const link = this.page.getByRole('link')
    return this.machines
      .filter({ has: link })
      .filter({ hasText: / 0[134679]/ })
      .first()
  }

  /** The way back to a machine that is kept for this player. */
  get held(): Locator {
    return this.page.getByRole('link', { name: text(this.locale, 'floor.return') })
  }

  /** The window that leads back to a machine; the drawer is a dialog too. */
  get reconnect(): Locator {
    const later = this.page.getByRole('button', { name: text(this.locale, 'reconnect.later') })
    return this.page.getByRole('dialog').filter({ has: later })
  }

  /** Puts that window off, once it is there. */
  async later(): Promise<void> {
    await this.reconnect.getByRole('button', { name: text(this.locale, 'reconnect.later') }).click()
    await this.reconnect.waitFor({ state: 'detached' })
  }

  /** What opens the drawer; where the navbar stands on the page there is none. */
  get menuButton(): Locator {
    return this.page.getByRole('button', { name: text(this.locale, 'shell.menu'), exact: true })
  }

  get walletButton(): Locator {
    return this.page.getByRole('button', { name: text(this.locale, 'shell.hideBalance') })
  }

  /** Opens the menu where it has to be opened, and waits for its list. */
  async openMenu(): Promise<void> {
    const list = this.page.getByRole('navigation', { name: text(this.locale, 'shell.menu'), exact: true })
    await this.menuButton.or(list).first().waitFor()
    const shut = await this.menuButton.and(this.page.locator('[aria-expanded=false]')).isVisible()
    if (shut) await this.menuButton.click()
    await list.waitFor()
  }

  /** Closes the menu where it was opened. Right after Escape the button still says that the drawer is open. */
  async closeMenu(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.page.locator('[aria-haspopup=dialog][aria-expanded=true]').waitFor({ state: 'detached' })
  }

  get logout(): Locator {
    return this.page.getByRole('link', { name: text(this.locale, 'shell.logout') })
  }

  async logOut(): Promise<void> {
    await this.openMenu()
    await this.logout.click()
  }

  /** Opens the menu: this player is here. */
  async isOf({ username }: { username: string }): Promise<void> {
    // A machine of an earlier test may have something to say to them.
    const { reconnect } = this
    await this.page.addLocatorHandler(reconnect, () => this.later())
    await this.openMenu()
    await expect(this.page.getByText(username, { exact: true })).toBeVisible()
    await this.closeMenu()
    await this.page.removeLocatorHandler(reconnect)
  }

  /** Chooses a language: in the bar, or in the menu where the bar has no room for the switch. */
  async speak(language: 'TR' | 'EN'): Promise<void> {
    await this.openMenu()
    await this.page.getByRole('button', { name: language, exact: true }).first().click()
    await this.closeMenu()
  }

  /** The balance on the toolbar, in cents. */
  async cents(): Promise<number> {
    return centsOf(await this.balance.innerText())
  }

  async openBrand(name: string): Promise<void> {
    await this.brand(name).click()
    await this.machines.first().waitFor()
  }

  /** Sits down at a machine by its card. */
  async join(name: string): Promise<void> {
    await this.machine(name).getByRole('link').click()
  }
}
