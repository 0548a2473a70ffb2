import type { Player } from '../e2e/fixtures/platform.ts'
import { text } from '../e2e/fixtures/texts.ts'
import type { BarePage } from './bare.ts'

const t = (key: string, params?: Record<string, string>) => text('tr', key, params)

/** What is loaded onto the machine, major units: a spin at its lowest stake is paid from it, and the rest comes back. */
const LOAD = '50'
/** The brands, each visit another one: no machine is asked for while it still says goodbye to the player before. */
const BRANDS = ['Kervan', 'Bosfor', 'Nar', 'Lodos', 'Zeytin', 'Ocak']

const SPIN = '[data-testid=spin]'
const spinIs = (state: string) => `document.querySelector('${SPIN}')?.dataset.state === '${state}'`
const inLobby = `location.pathname.startsWith('/lobby')`
const there = (selector: string) => `document.querySelector('${selector}')?.checkVisibility() === true`

/** Logs in, up to the lobby. */
export async function logIn(page: BarePage, { username, password }: Player): Promise<void> {
  await page.until(`document.readyState === 'complete'`)
  await page.type('#username', username)
  await page.type('#password', password)
  await page.touch('button[type=submit]')
  await page.until(inLobby)
}

/** Sits down at a machine of the brand whose turn it is, loads, plays a spin, cashes out and leaves. */
export async function playAndLeave(page: BarePage, turn: number): Promise<void> {
  await page.touch('main li a', BRANDS[turn % BRANDS.length])
  await page.touch('main li a[href*="/game/"]')
  await page.until(there('[data-sign=live]'))
  await page.touch('button', t('game.load'))
  await page.type('[role=dialog] input', LOAD)
  await page.touch('[role=dialog] button', t('gameDialogs.loadAmount', { amount: '' }).trim())
  await page.until(`!document.querySelector('[role=dialog]')`)
  // One spin, up to its end; and every free spin that it won.
  do {
    await page.until(spinIs('ready'))
    await page.touch(SPIN)
    await page.until(spinIs('spinning'))
    await page.until(`!(${spinIs('spinning')})`)
  } while (await page.evaluate(there('[data-testid=bonus] b')))
  await page.touch('button', t('game.cashOut'))
  await page.until(
    `Number(document.querySelector('[data-testid=credit]').innerText.replace(/\\D/g, '')) === 0`,
  )
  await page.evaluate(`document.querySelector('[data-testid=receipt]')?.click()`)
  await page.touch('button', t('game.leave'))
  await page.until(inLobby)
}

/** Logs out, up to the login that was loaded anew. */
export async function logOut(page: BarePage): Promise<void> {
  const menu = t('shell.menu')
  if (!(await page.evaluate(there(`nav[aria-label="${menu}"]`)))) await page.touch('button', menu)
  await page.touch('a', t('shell.logout'))
  await page.until(`location.pathname === '/login' && ${there('#username')}`)
}
