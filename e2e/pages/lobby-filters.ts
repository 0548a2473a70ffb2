import type { Locator, Page } from '@playwright/test'
import { text } from '../fixtures/texts.ts'

/** The controls that find machines in the lobby, and the additions to their cards. In Turkish. */
export class LobbyFilters {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: text('tr', 'filters.search') })
  }

  get favourites(): Locator {
    return this.page.getByRole('button', { name: text('tr', 'filters.favourites'), exact: true })
  }

  star(name: string): Locator {
    return this.page.getByRole('button', { name: text('tr', 'card-overlay.star', { name }) })
  }
}
