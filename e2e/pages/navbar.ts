import type { Locator, Page } from '@playwright/test'
import { type Locale, text } from '../fixtures/texts.ts'

/** The navbar in its three forms: at the side, as a row, as a drawer. */
export class Navbar {
  private readonly page: Page
  private readonly locale: Locale

  constructor(page: Page, locale: Locale = 'tr') {
    this.page = page
    this.locale = locale
  }

  private t(key: string): string {
    return text(this.locale, key)
  }

  get drawer(): Locator {
    return this.page.getByRole('dialog', { name: this.t('navigation.menu'), exact: true })
  }

  get close(): Locator {
    return this.drawer.getByRole('button', { name: this.t('navigation.close') })
  }

  /** The navbar at the side of a wide screen. */
  get side(): Locator {
    return this.page.locator('[data-navbar]')
  }

  get list(): Locator {
    return this.page.getByRole('navigation', { name: this.t('navigation.menu'), exact: true })
  }

  get bar(): Locator {
    return this.page.getByRole('banner')
  }

  entry(title: string | RegExp): Locator {
    return this.list.getByRole('link', { name: title, exact: true })
  }

  /** An entry with a submenu. */
  holder(title: string): Locator {
    return this.list.getByRole('button', { name: title, exact: true })
  }

  get fold(): Locator {
    return this.side.getByRole('button', { name: this.t('navigation.fold') })
  }

  get keep(): Locator {
    return this.side.getByRole('button', { name: this.t('navigation.keep') })
  }

  /** The full name of the signed-in player. */
  get fullName(): Locator {
    return this.drawer.or(this.side).locator('strong').first()
  }

  get lastLogin(): Locator {
    return this.page.getByRole('region', { name: this.t('navigation.lastLogin') })
  }

  /** Boxes of the page, the bar and the list in px; all zero for a hidden list. */
  async places() {
    const boxOf = async (part: Locator) => {
      const box = (await part.isVisible()) ? await part.boundingBox() : undefined
      return box ?? { x: 0, y: 0, width: 0, height: 0 }
    }
    const main = await boxOf(this.page.getByRole('main'))
    return { main, bar: await boxOf(this.bar), list: await boxOf(this.list) }
  }
}
