import type { Player } from '../e2e/fixtures/platform.ts'
import { text } from '../e2e/fixtures/texts.ts'
import type { CdpPage } from './cdp-page.ts'

const t = (key: string, params?: Record<string, string>) => text('tr', key, params)

/** Amount to load, in major units: enough for one spin at the lowest stake. */
const LOAD_AMOUNT = '50'
/** Each session uses the next brand, because the machine of the last one may still be in release. */
const BRANDS = ['Kervan', 'Bosfor', 'Nar', 'Lodos', 'Zeytin', 'Ocak']

const SPIN = '[data-testid=spin]'
const hasSpinState = (state: string) => `document.querySelector('${SPIN}')?.dataset.state === '${state}'`
const isLobby = `location.pathname.startsWith('/lobby')`
const isVisible = (selector: string) => `document.querySelector('${selector}')?.checkVisibility() === true`

/**
 * Touches a field, waits until its on-screen keyboard is at rest, and types. A touch at the page while the
 * keyboard moves would press one of its keys.
 */
async function typeByKeyboard(page: CdpPage, keyboard: string, field: string, typed: string): Promise<void> {
  await page.touch(field)
  await page.until(
    `document.querySelector('fieldset[aria-label="${t(keyboard)}"]')?.getAnimations().length === 0`,
  )
  await page.type(field, typed)
}

/** Logs in; resolves once the lobby is shown. */
export async function logIn(page: CdpPage, { username, password }: Player): Promise<void> {
  await page.until(`document.readyState === 'complete'`)
  await typeByKeyboard(page, 'kiosk.keyboard', '#username', username)
  await typeByKeyboard(page, 'kiosk.keyboard', '#password', password)
  await page.touch('button[type=submit]')
  await page.until(isLobby)
}

/** Joins a machine of the next brand, loads credit, plays a spin, cashes out and leaves. */
export async function playAndLeave(page: CdpPage, turn: number): Promise<void> {
  await page.touch('main li a[href^="/lobby/"]', BRANDS[turn % BRANDS.length])
  await page.touch('main li a[href*="/game/"]')
  await page.until(isVisible('[data-video-status=live]'))
  await page.touch('button', t('game.load'))
  await typeByKeyboard(page, 'kiosk.pad', '[role=dialog] input', LOAD_AMOUNT)
  await page.touch('[role=dialog] button', t('dialogs.loadAmount', { amount: '' }).trim())
  await page.until(`!document.querySelector('[role=dialog]')`)
  // Plays one spin and every free spin that it wins.
  do {
    await page.until(hasSpinState('ready'))
    await page.touch(SPIN)
    await page.until(hasSpinState('spinning'))
    await page.until(`!(${hasSpinState('spinning')})`)
  } while (await page.evaluate(isVisible('[data-testid=bonus] b')))
  await page.touch('button', t('game.cashOut'))
  await page.until(
    `Number(document.querySelector('[data-testid=credit]').innerText.replace(/\\D/g, '')) === 0`,
  )
  await page.evaluate(`document.querySelector('[data-testid=receipt]')?.click()`)
  await page.touch('button', t('game.leave'))
  await page.until(isLobby)
}

/** Logs out; resolves once the login has loaded. */
export async function logOut(page: CdpPage): Promise<void> {
  const menu = t('navigation.menu')
  if (!(await page.evaluate(isVisible(`nav[aria-label="${menu}"]`)))) await page.touch('button', menu)
  await page.touch('a', t('router.logout'))
  await page.until(`location.pathname === '/login' && ${isVisible('#username')}`)
}
