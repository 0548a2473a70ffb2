import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test'
import { contentSecurityPolicy } from '../../platform/config/headers/csp.ts'
import { withSettings } from '../fixtures/settings.ts'
import { text } from '../fixtures/texts.ts'

/** The operator's additions around the app. In Turkish. */
export class OperatorBranding {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The operator's section beside the login. */
  get beside(): Locator {
    return this.page.getByRole('complementary', { name: text('tr', 'contact.title') })
  }

  get toContact(): Locator {
    return this.beside.getByRole('button', { name: text('tr', 'contact.title') })
  }

  get links(): Locator {
    return this.beside.locator('section').getByRole('link')
  }

  get banners(): Locator {
    return this.page.getByRole('list', { name: text('tr', 'branding.banners') }).getByRole('img')
  }

  /** The operator's logo in the bar and the navbar. */
  get logo(): Locator {
    return this.page.locator('img[src="/our/logo.svg"]')
  }

  get liveChat(): Locator {
    return this.page.getByRole('button', { name: text('tr', 'live-chat.liveChat'), exact: true })
  }

  get window(): Locator {
    return this.page.getByRole('dialog', { name: text('tr', 'live-chat.liveChat') })
  }

  get frame(): Locator {
    return this.window.locator('iframe')
  }

  get provider(): FrameLocator {
    return this.window.frameLocator('iframe')
  }
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="300" height="100"><rect width="300" height="100" fill="#1e5aa8"/></svg>'

/**
 * Applies these changes to Settings.json and serves the operator's pictures (`/our/…`, except `none`). The
 * platform reads the file only at its start, so the pages of this browser get the CSP that it would then
 * send.
 */
export async function applyOperatorSettings(
  context: BrowserContext,
  changes: Record<string, unknown>,
): Promise<void> {
  await withSettings(context, changes)
  await context.route('**/our/*', (route) =>
    route.request().url().includes('none')
      ? route.fulfill({ status: 404, body: '' })
      : route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  )
  if (!changes.liveChat) return
  // Chromium treats a fulfilled page as one from another network, which needs a permission to reach this
  // machine.
  await context.grantPermissions(['local-network-access'])
  await context.route(
    (url) => /^\/(login|lobby|game|$)/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const rules = Object.entries(contentSecurityPolicy(await response.text(), changes))
      const policy = rules.map(([name, values]) => [name, ...values].join(' ')).join(';')
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': policy },
      })
    },
  )
}
