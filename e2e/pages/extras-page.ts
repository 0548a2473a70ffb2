import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'

type PanelName = 'chat' | 'quick' | 'theme' | 'schemes'

/** The extras of a page: the buttons at its edge and the panels that they open. */
export class ExtrasPage {
  readonly page: Page
  private readonly locale: Locale

  constructor(page: Page, locale: Locale = 'tr') {
    this.page = page
    this.locale = locale
  }

  private say(key: string, params?: Record<string, string | number>): string {
    return text(this.locale, `extras.${key}`, params)
  }

  /** The group of buttons, which a phone folds behind one button. */
  get dock(): Locator {
    return this.page.getByRole('complementary', { name: this.say('dock'), exact: true })
  }

  /** The button of a phone that unfolds the group, until it has. */
  get folded(): Locator {
    return this.dock.getByRole('button', { name: this.say('dock'), exact: true, expanded: false })
  }

  /** The chat button's name ends with the number of unread messages, so it is matched by its start. */
  button(name: PanelName): Locator {
    return this.dock.getByRole('button', { name: this.say(`${name}.title`) })
  }

  panel(name: PanelName): Locator {
    return this.page.getByRole('dialog', { name: this.say(`${name}.title`) })
  }

  /** Opens a panel as a player does; on a phone it unfolds the buttons first. */
  async open(name: PanelName): Promise<void> {
    await this.dock.waitFor()
    if (await this.folded.isVisible()) await this.folded.click()
    await this.button(name).click()
    await this.panel(name).waitFor()
  }
}
