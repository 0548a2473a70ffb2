import type { Locator, Page } from '@playwright/test'
import { plantWins } from '../fixtures/plant-wins.ts'
import { expect, test } from '../fixtures/test.ts'
import { type Locale, text } from '../fixtures/texts.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'

/*
 * A blind player's visit: by the keyboard, roles, names and live regions alone. The picture is not drawn.
 * Each spin takes three keys at most, and its outcome is announced once.
 */

interface Visit {
  /** The messages of the live log, in ms of the page. */
  said: { message: string; at: number }[]
  /** Each spin when the page hears that its reels have stopped. */
  ended: { id: string; win: number; symbols: Record<string, string>[]; at: number }[]
}

/** Runs in the page: hides the picture, and records the live log and the outcomes of the machine. */
function record(): void {
  const visit: Visit = { said: [], ended: [] }
  Object.assign(window, { visit })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('video, img { opacity: 0 !important }')
  document.adoptedStyleSheets = [sheet]
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target instanceof Element && target.closest('[role=log]'))
        for (const { textContent } of addedNodes)
          visit.said.push({ message: textContent ?? '', at: performance.now() })
  }).observe(document, { subtree: true, childList: true })
  const Native = WebSocket
  window.WebSocket = class extends Native {
    constructor(...given: ConstructorParameters<typeof Native>) {
      super(...given)
      this.addEventListener('message', ({ data }) => {
        const [, body] = /^42(\["game".*)$/s.exec(String(data)) ?? []
        const { phase, spin } = body ? JSON.parse(body)[1] : {}
        if (phase !== 'idle' || !spin || visit.ended.some(({ id }) => id === spin.id)) return
        const symbols = (spin.wins ?? []).map(({ symbol }: { symbol: unknown }) => symbol)
        visit.ended.push({ id: spin.id, win: spin.win, symbols, at: performance.now() })
      })
    }
  }
}

const visitOf = (page: Page) => page.evaluate(() => (window as unknown as { visit: Visit }).visit)

/** Most Tab stops before a control: those of the menu and of a brand's machines. */
const MAX_TABS = 80

/** Moves the focus to a control by Tab, or back by Shift+Tab. */
async function tabTo(control: Locator): Promise<void> {
  await control.waitFor()
  for (let at = 0; at < MAX_TABS; at++) {
    const key = await control.evaluate((element) => {
      const focused = document.activeElement
      if (focused === element) return ''
      const isBefore = focused?.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING
      return isBefore ? 'Shift+Tab' : 'Tab'
    })
    if (!key) return
    await control.page().keyboard.press(key)
  }
  throw new Error(`Tab does not reach ${control}`)
}

async function enter(control: Locator): Promise<void> {
  await tabTo(control)
  await control.page().keyboard.press('Enter')
}

async function type(field: Locator, value: string): Promise<void> {
  await tabTo(field)
  await field.page().keyboard.type(value)
  await expect(field).toHaveValue(value)
}

const isMatrix = process.env.E2E_SET === 'matrix'
/** At least so many spins in each language; in Turkish also until one wins. */
const SPINS: readonly [Locale, number][] = [
  ['tr', isMatrix ? 200 : 20],
  ['en', 2],
  ['ar', 2],
]
const MAX_SPINS = isMatrix ? 240 : 60
const MAX_PRESSES = 3

test('a visit without eyes: each outcome is said once, within a second @desktop-only @firefox', async ({
  page,
  player,
}) => {
  test.setTimeout(isMatrix ? 1_800_000 : 300_000)
  await page.addInitScript(record)
  const plant = await plantWins(page)
  for (const [locale, least] of SPINS)
    await test.step(locale, async () => {
      const t = (key: string) => text(locale, key)
      const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
      const lobby = new LobbyPage(page, locale)
      const login = new LoginPage(page, locale)
      await page.goto('/login')
      await page.evaluate((chosen) => localStorage.setItem('reelcast.language', chosen), locale)
      await page.reload()

      await type(login.username, player.username)
      await type(login.password, player.password)
      await page.keyboard.press('Enter')

      // Its text is in capitals.
      const label = t('game.spin')
      const name = new RegExp(`^(${label}|${label.toLocaleUpperCase(locale)})$`)
      const spin = page.getByRole('button', { name })
      const enterMachine = async () => {
        await enter(page.getByRole('link', { name: /^Kervan/ }).first())
        await enter(lobby.freeMachine.getByRole('link'))
      }
      const beginVisit = async () => {
        await enterMachine()
        await expect(button('game.load')).toBeEnabled({ timeout: 30_000 })
        await enter(button('game.load'))
        await type(page.getByRole('textbox', { name: t('dialogs.amount') }), '300')
        await page.keyboard.press('Enter')
        await expect(spin).toBeFocused()
      }
      const endVisit = async () => {
        await enter(button('game.cashOut'))
        await page.getByRole('region', { name: t('tools.receipt.title') }).waitFor()
        await enter(button('game.leave'))
        await expect(page).toHaveURL(/\/lobby/)
      }
      await beginVisit()

      const pressSpin = async (key: 'Space' | 'Enter') => {
        await expect(spin).toBeEnabled()
        let presses = 0
        // A press right after the dialog is taken for a second one of its button.
        await expect(async () => {
          if (presses++ < MAX_PRESSES) await page.keyboard.press(key)
          await expect(spin).toBeDisabled({ timeout: 1000 })
        }).toPass({ timeout: MAX_PRESSES * 2000 })
      }
      const passScreen = async (key: string, before = () => {}) => {
        await expect(button(key)).toBeFocused({ timeout: 20_000 })
        before()
        await expect(async () => {
          await page.keyboard.press('Enter')
          await expect(button(key)).toHaveCount(0, { timeout: 1000 })
        }).toPass()
      }
      const isWon = async () => (await visitOf(page)).ended.some(({ win }) => win > 0)
      for (let at = 1; at <= least || (locale === 'tr' && at <= MAX_SPINS && !(await isWon())); at++) {
        await pressSpin(at % 2 ? 'Space' : 'Enter')
        await expect.poll(async () => (await visitOf(page)).ended.length, { timeout: 20_000 }).toBe(at)
      }
      const outcomes = async () =>
        (await visitOf(page)).said.filter(({ message }) => message.includes(`. ${t('game.credit')} `))
      const { ended } = await visitOf(page)
      await expect.poll(async () => (await outcomes()).length).toBe(ended.length)
      for (const [at, { message, at: saidAt }] of (await outcomes()).entries()) {
        const { win = 0, symbols = [], at: endedAt = 0 } = ended[at] ?? {}
        expect(saidAt - endedAt).toBeGreaterThanOrEqual(0)
        expect(saidAt - endedAt).toBeLessThan(1000)
        expect(message.startsWith(t('game.noWin')), message).toBe(win === 0)
        expect(symbols.length > 0).toBe(win > 0)
        for (const symbol of symbols) expect(message).toContain(symbol[locale])
      }
      if (locale === 'tr') expect(await isWon()).toBe(true)
      const { length } = ended
      const isSaid = (words: string) =>
        expect
          .poll(
            async () => (await visitOf(page)).said.filter(({ message }) => message.includes(words)).length,
          )
          .toBe(1)
      if (locale === 'ar') {
        plant({ stakes: 0, freeSpins: 2 })
        await pressSpin('Space')
        await passScreen('wins.start', () => plant({ stakes: 1, free: true, freeSpins: 1, bonusWin: 100 }))
        await expect
          .poll(async () => (await visitOf(page)).ended.length, { timeout: 20_000 })
          .toBe(length + 2)
        plant({ stakes: 1, free: true, freeSpins: 0, bonusWin: 200 })
        await expect
          .poll(async () => (await visitOf(page)).ended.length, { timeout: 20_000 })
          .toBe(length + 3)
        await expect.poll(async () => (await outcomes()).length).toBe(length + 3)
        for (const key of ['awarded.two', 'begun', 'left.one', 'ended'])
          await isSaid(t(`wins.${key}`).split('{{')[0] ?? '')
        await passScreen('wins.continue')
      }

      await endVisit()
      expect((await outcomes()).length).toBe((await visitOf(page)).ended.length)
      if (locale === 'ar') {
        // They have played longer than that.
        const set = page.getByRole('button', { name: `${t('limits.set')}: ${t('limits.kind.time-day')}` })
        await enter(page.getByRole('link', { name: t('router.profile'), exact: true }))
        await enter(set)
        await type(page.getByRole('textbox', { name: t('limits.minutes') }), '1')
        await page.keyboard.press('Enter')
        await isSaid(t('limits.saved'))
        await enter(page.getByRole('link', { name: t('router.home'), exact: true }))
        await enterMachine()
        await isSaid(t('code.60033.plain'))
        await expect(page).toHaveURL(/\/lobby/)
      }
      await enter(lobby.logout)
      await login.isEmpty()
    })
})
