import type { Locator, Page } from '@playwright/test'
import { text } from '../fixtures/texts.ts'

/** What finds machines on the floor, and what joins their cards. In Turkish. */
export class LobbyFilters {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: text('tr', 'floor.search') })
  }

  get favourites(): Locator {
    return this.page.getByRole('button', { name: text('tr', 'floor.favourites'), exact: true })
  }

  /** How old the picture is. */
  get age(): Locator {
    return this.page.getByText(text('tr', 'floor.age', { ago: '' }).trim())
  }

  star(name: string): Locator {
    return this.page.getByRole('button', { name: text('tr', 'floor.star', { name }) })
  }

  /** What lies over the card of a machine that does not belong there any more. */
  quiet(name: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: name }).locator('[class*=veil]')
  }

  /** Opens the choices where they are behind a button. */
  async open(): Promise<void> {
    const opener = this.page.getByRole('button', { name: text('tr', 'floor.filters') })
    await this.search.waitFor()
    if (await opener.isVisible()) await opener.click()
  }

  /** Makes a choice by its key. */
  async pick(what: 'brand' | 'status' | 'sort', key: string): Promise<void> {
    await this.open()
    await this.page
      .getByRole('combobox', { name: text('tr', `floor.${what}`), exact: true })
      .selectOption(key)
    await this.page.keyboard.press('Escape')
  }
}
