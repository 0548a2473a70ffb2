import { expect, type Locator, type Page } from '@playwright/test'
import { UNREAD_DIGITS } from '../fixtures/hostile-cases.ts'
import type { HostileServer } from '../fixtures/hostile-server.ts'
import { text } from '../fixtures/texts.ts'

declare global {
  interface Window {
    markupRan?: number
  }
}

const t = (key: string) => text('tr', key)

/** Returns the first fault of the page in its current state; undefined if there is none. */
export async function problemOf(page: Page, errors: string[]): Promise<string | undefined> {
  if (errors.length > 0) return errors.splice(0).join('\n')
  const screen = page.viewportSize()?.width ?? 0
  const seen = await page.evaluate((screen) => {
    const describe = (one: Element) =>
      `${one.outerHTML.slice(0, 120)} ${Math.round(one.getBoundingClientRect().width)}`
    // Compares widths, not edges: a panel may be sliding in.
    const wider = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((one) => one.getBoundingClientRect().width > screen + 1)
        .map(describe)
    const sticksOut = () => {
      const scrolls = (one: Element) => getComputedStyle(one).overflowX !== 'visible'
      const isInside = (one: Element): boolean =>
        one.parentElement !== null && (scrolls(one.parentElement) || isInside(one.parentElement))
      const out = [...document.querySelectorAll('body *')].filter(
        (one) => one.getBoundingClientRect().right > screen + 1 && !isInside(one),
      )
      return out.map(describe).slice(0, 12)
    }
    const width = document.documentElement.scrollWidth
    // Overlays do not widen the page itself.
    const over = wider('dialog[open], [role=dialog], [role=log], [popover]:popover-open')
    return {
      text: document.body.innerText,
      path: location.pathname,
      ran: window.markupRan === 1 || document.querySelector('img[src="x"]') !== null,
      wide: width > screen || over.length > 0 ? [`${width}`, ...over, ...sticksOut()] : [],
    }
  }, screen)
  const { text: shown, path, ran, wide } = seen
  if (ran) return 'markup ran'
  if (path.includes('error-500')) return 'the page crashed'
  if (wide.length > 0) return `wider than the screen of ${screen}: ${wide.join(', ')}`
  const nonsense = /\bNaN\b|undefined|\[object|Infinity|∞|Invalid Date/.exec(shown)
  if (nonsense)
    return `the page shows "${nonsense[0]}": ${shown.slice(Math.max(0, nonsense.index - 60), nonsense.index + 60)}`
  const digits = shown.replaceAll(/(?<=\d)[.,\s](?=\d)/g, '').indexOf(UNREAD_DIGITS)
  return digits >= 0 ? `the page shows an unread amount: ${shown.slice(0, 600)}` : undefined
}

/** A player who triggers every request of the app, even if the page currently lacks the control for it. */
export class HostileVisit {
  readonly page: Page
  readonly server: HostileServer

  constructor(page: Page, server: HostileServer) {
    this.page = page
    this.server = server
  }

  /** Navigates to another page of the app without a reload. */
  async go(path: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState(null, '', to), path)
    await this.settle()
  }

  /** Waits until the page is drawn and no call is pending. */
  async settle(): Promise<void> {
    const drawn = () => this.page.evaluate(() => new Promise(requestAnimationFrame))
    await drawn()
    await expect.poll(() => this.server.answers.isIdle(), { intervals: [10, 20] }).toBe(true)
    await drawn()
  }

  /**
   * Presses the first enabled match, if any. Does not wait for one, because a wrong answer may have removed
   * it.
   */
  async press(locator: Locator): Promise<boolean> {
    const pressed = await locator.evaluateAll((all) => {
      const first = all.find(
        (one) => one instanceof HTMLElement && !one.matches(':disabled, [aria-disabled=true]'),
      )
      if (first instanceof HTMLElement) first.click()
      return first !== undefined
    })
    if (pressed) await this.settle()
    return pressed
  }

  private button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Claims the discount or the bonus. `repeatWindow` allows one claim of each per second. */
  async claim(kind: 'discount' | 'bonus'): Promise<void> {
    await this.press(
      this.page.getByRole('banner').locator('button[popovertarget]').filter({ hasText: /\d|•/ }),
    )
    await this.press(this.button(t(`claims.${kind}.get`)))
  }

  async chat(): Promise<void> {
    const panel = this.page.getByRole('dialog', { name: t('extras.chat.title') })
    const dock = this.page.getByRole('complementary', { name: t('extras.dock'), exact: true })
    await this.press(dock.getByRole('button', { name: t('extras.unfoldDock') }))
    await this.press(dock.getByRole('button', { name: t('extras.chat.title') }))
    await this.press(panel.getByRole('list', { name: t('extras.chat.contacts') }).getByRole('button'))
    const field = panel.getByRole('textbox', { name: t('extras.chat.type') })
    if (await field.isVisible()) {
      await field.fill('hello')
      await this.press(panel.getByRole('button', { name: t('extras.chat.send') }))
    }
    await this.press(panel.getByRole('button', { name: t('extras.chat.again') }))
  }

  async chooseStatus(): Promise<void> {
    const panel = this.page.getByRole('dialog', { name: t('extras.chat.title') })
    const status = panel.locator('select')
    if (!(await status.isVisible())) return
    const next = (await status.inputValue()) === 'away' ? 'online' : 'away'
    await status.selectOption(next)
    await this.settle()
  }

  async closePanel(): Promise<void> {
    await this.press(this.page.getByRole('dialog').getByRole('button', { name: t('extras.close') }))
  }

  async quickPanel(): Promise<void> {
    const dock = this.page.getByRole('complementary', { name: t('extras.dock'), exact: true })
    await this.press(dock.getByRole('button', { name: t('extras.unfoldDock') }))
    await this.press(dock.getByRole('button', { name: t('extras.quick.title') }))
  }

  /** Toggles the favourite mark of the first machine in the list. */
  async favourite(): Promise<void> {
    await this.press(this.page.locator('main li button[aria-pressed]'))
  }

  /** Disconnects the player's other page, or gives the machine up. */
  async leaveHeld(way: 'kick' | 'cashout'): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: t(`held-machine.${way}`), exact: true })
    // The push that opens the dialog may be in flight, or lost if a wrong one has ended the connection.
    await button.waitFor({ timeout: 2_000 }).catch(() => {})
    await this.press(button)
  }

  async search(): Promise<void> {
    const field = this.page.getByRole('combobox', { name: t('search.label') })
    await this.press(this.button(t('navigation.menu')))
    await this.press(this.button(t('search.placeholder')))
    if (await field.isVisible()) await field.fill('m1')
    await this.settle()
  }

  async liveChat(): Promise<void> {
    await this.press(this.button(t('navigation.menu')))
    await this.press(this.page.getByRole('button', { name: t('live-chat.liveChat') }))
  }

  async logIn(): Promise<void> {
    const [username, password] = [this.page.locator('#username'), this.page.locator('#password')]
    // The previous login may be accepted late and remove the form.
    if (!(await username.isVisible())) return
    const fill = async (field: Locator, value: string) => field.fill(value, { timeout: 1000 })
    await fill(username, 'anna')
      .then(() => fill(password, 'anna-1234'))
      .catch(() => {})
    await this.press(this.page.locator('button[type=submit]'))
  }

  /** Opens a game's panel with its rules and last spins. */
  async infoPanel(): Promise<void> {
    await this.press(this.page.locator('[data-key=side]'))
    for (const tab of ['spins', 'rules']) {
      await this.press(this.page.getByRole('tab', { name: t(`info-panel.tab.${tab}`) }))
      await this.press(this.page.getByRole('tabpanel').getByRole('button', { name: t('app.retry') }))
    }
    await this.press(this.page.getByRole('tabpanel').getByRole('button', { name: t('info-panel.more') }))
  }
}
