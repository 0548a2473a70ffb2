import assert from 'node:assert/strict'
import { signIn, standUp } from '../fixtures/api-client.ts'
import type { ChangingServer } from '../fixtures/editing-proxy.ts'
import type { Platform, Player } from '../fixtures/platform.ts'
import { type Locale, text } from '../fixtures/texts.ts'
import type { WebKit } from './webkit.ts'

/** Cents that the player loads. */
const LOAD = 5_000

export interface Visit {
  webkit: WebKit
  platform: Platform
  /** The address that the visit opens, in front of the platform. The visit closes it, to be offline. */
  server: ChangingServer
  player: Player
  locale: Locale
  /** Visits at the same time use different brands, so that none takes another's machine. */
  brand: string
  /** Called on each screen of the visit. */
  onScreen(name: string): Promise<void>
}

/** Matches an amount by its digits, which are its cents. */
const amount = (cents: number) => new RegExp(`^\\D*${[...String(cents).padStart(3, '0')].join('\\D*')}\\D*$`)
const centsOf = (written: string) => Number(written.replace(/\D/g, ''))
const spin = (state: string) => `[data-key=spin][data-state=${state}]`
const at = (testId: string) => `[data-testid=${testId}]`

/** Plays from the login to a second start without a network. Rejects at the first fault. */
export async function playVisit(visit: Visit): Promise<void> {
  visit.server.change((path, content) =>
    path.startsWith('/Settings.json')
      ? JSON.stringify({ ...JSON.parse(content), idlePinLock: true })
      : content,
  )
  await standUp(visit.platform, visit.player)
  await logIn(visit)
  await play(visit)
  await lockAndUnlock(visit)
  await logOut(visit)
  await returnOffline(visit)
  assert.deepEqual(await visit.webkit.complaints(), [])
}

async function logIn({ webkit, platform, server, player, locale, onScreen }: Visit) {
  await webkit.open(`${server.address}/login`)
  await webkit.click(`button[lang=${locale}]`)
  await webkit.find(`html[lang=${locale}][dir=${locale === 'ar' ? 'rtl' : 'ltr'}]`)
  await onScreen('login')
  await webkit.type('#username', player.username)
  await webkit.type('#password', player.password)
  await webkit.click('.login-form [type=submit]')
  await webkit.find('main li a')
  const account = await signIn(platform, player)
  await webkit.find('header button[popovertarget]', amount(await account.balance()))
  await onScreen('lobby')
}

async function play({ webkit, platform, player, locale, brand, onScreen }: Visit) {
  const account = await signIn(platform, player)
  const before = await account.balance()
  await webkit.click('main li a', new RegExp(brand))
  // The platform's simulated players use every third machine.
  const free = / 0[134679]/
  await webkit.find('main li a', free)
  await onScreen('machines')
  await webkit.click('main li a', free)
  await webkit.find('[data-video-status=live]')

  await webkit.click('[data-key=load]')
  await webkit.type('#load-amount', String(LOAD / 100))
  await onScreen('load')
  await webkit.click('[role=dialog] [data-kind=primary]')
  await webkit.gone('[role=dialog], [data-cover]')
  await webkit.find(at('credit'), amount(LOAD))
  await webkit.find(at('balance'), amount(before - LOAD))

  // The text of the spin button is in capitals.
  const capitals = (words: string) => words.toLocaleUpperCase(locale)
  for (const key of ['leave', 'load', 'cashOut', 'spin'])
    assert.equal(
      capitals(await webkit.accessible(`[data-key=${key}]`)),
      capitals(`button ${text(locale, `game.${key}`)}`),
    )
  // A machine does not cash out before its free spins are played.
  do {
    await webkit.click(spin('ready'))
    await webkit.find(spin('spinning'))
    await webkit.find(spin('ready'))
    await webkit.said(`. ${text(locale, 'game.credit')} `)
  } while (await webkit.evaluate(`document.querySelector('[data-free]') !== null`))
  await onScreen('game')
  const credit = centsOf(await webkit.find(at('credit')))
  await webkit.click('[data-key=cashOut]')
  await webkit.find(at('receipt'))
  await onScreen('receipt')
  await webkit.click(at('receipt'))
  await webkit.find(at('credit'), amount(0))
  await webkit.find(at('balance'), amount(before - LOAD + credit))
  assert.equal(await account.balance(), before - LOAD + credit)
  await webkit.click('[data-key=leave]')
  await webkit.find('main li a')
}

async function lockAndUnlock({ webkit, player, onScreen }: Visit) {
  await webkit.evaluate('visitPage.passTime(61_000)')
  await webkit.find('#lock')
  await onScreen('lock')
  for (const digit of player.pin) await webkit.click('#lock fieldset button', new RegExp(`^${digit}$`))
  await webkit.click('#lock fieldset [type=submit]')
  await webkit.gone('#lock')
}

async function logOut({ webkit, locale, onScreen }: Visit) {
  await webkit.click(`button[aria-label="${text(locale, 'navigation.menu')}"]`)
  await onScreen('menu')
  await webkit.whileReloading(() => webkit.click('nav a', new RegExp(`^${text(locale, 'router.logout')}$`)))
  await webkit.find('.login-notice', new RegExp(text(locale, 'session.logout')))
}

async function returnOffline({ webkit, server, locale, onScreen }: Visit) {
  await webkit.evaluate('navigator.serviceWorker.ready.then(() => {})')
  server.close()
  await webkit.open(`${server.address}/login`)
  await webkit.find('[data-bar=offline]', new RegExp(text(locale, 'pwa.offline.title')))
  await onScreen('offline')
}
