import { localesToOffer, toLocale } from '../contract/locales.ts'
import { isLogoutPath } from '../contract/pages.ts'
import { storedToken } from '../core/session/stored-token.ts'
import { readLastGood } from '../core/settings/read-last-good.ts'
import { LANGUAGE_KEY, startLocale } from '../core/settings/start-locale.ts'
import { read, write } from '../core/storage/storage.ts'
import { drawLogin } from '../features/login/draw-login.ts'
import { startEarlyLogin } from '../features/login/early-login.ts'
import { requestSettings } from '../net/first-requests.ts'
import { leadsToLogin } from './first/address.ts'
import { findGate } from './first/gate.ts'
import { moveUrlToken } from './first/move-url-token.ts'
import type { PageSettings } from './first/page-settings.ts'
import { requestCode, requestTexts } from './first/request-files.ts'
import { callEarly } from './first/send-early-calls.ts'

/*
 * The page's first script. The build compiles it into index.html (vite/first-script.ts), where it runs before
 * the page requests any file. It shows the prerendered login to a guest, keeps the splash for everyone else,
 * and sends the app's first requests. It imports the app's rules, so the modules of these rules stay small.
 */

/**
 * `data-boot`: what the page shows (splash, login or app). `data-words`: the first language, then the choice.
 */
const page = document.documentElement.dataset
window.reelcastTexts = __PAGE_TEXTS__

const url = new URL(location.href)
const urlToken = moveUrlToken(url)
if (url.searchParams.has('kiosk') || read('session', 'reelcast.kiosk')) page.kiosk = ''
// The operator's colours, as applied at the last visit.
document.documentElement.style.cssText = read('local', 'reelcast.look') ?? ''

const stored = storedToken()
const isPlayer = Boolean(urlToken || stored)
const answer = requestSettings(isPlayer)
window.reelcastSettings = answer
const gate = findGate()
if (gate) page.gate = gate

/**
 * The stored token that early calls are still to be sent for. A token in the address, even an empty one,
 * rules them out.
 */
let tokenToCall = urlToken === undefined && !gate && !isLogoutPath(location.pathname) && stored

/** `data-words` of the login that is in the page. */
let drawnWords: string | undefined

/** Shows the login where it may be shown, as soon as the page is parsed; the splash elsewhere. */
function showLogin(): void {
  const isLogin = leadsToLogin() && !page.gate
  if (isLogin && document.readyState === 'loading') {
    document.addEventListener('readystatechange', showLogin, { once: true })
    return
  }
  const isDrawn = isLogin && (drawnWords === page.words || drawLogin(`${page.words}`))
  if (isDrawn) drawnWords = page.words
  page.boot = isDrawn ? 'login' : 'splash'
}

/** Applies the settings in the page, and then those of Settings.json, or the last good ones in its place. */
function applySettings(raw: unknown): void {
  const settings: PageSettings = Object(raw)
  const offers = localesToOffer(settings.languageSelect !== false, settings.arabic === true)
  const language = startLocale(offers, toLocale(settings.language))
  page.words = `${[language, ...offers]}`
  if (tokenToCall && callEarly(tokenToCall, settings)) tokenToCall = undefined
  if (isPlayer) requestTexts(language)
  if (isPlayer || page.gate) return
  if (settings.countryCheck === true) page.gate = 'settings'
  showLogin()
}

requestCode(isPlayer)
if (page.settings) applySettings(JSON.parse(page.settings))
window.reelcastRead = answer
  .then((response) => response.clone().json())
  .catch(readLastGood)
  .then(applySettings)
// The first number format takes a phone 0.1 s. It is built while the app's code loads; later ones are fast.
if (isPlayer) window.reelcastRead.then(() => new Intl.NumberFormat(page.words?.slice(0, 2)))
startEarlyLogin(page, (language) => {
  write('local', LANGUAGE_KEY, language)
  page.words = language + `${page.words}`.slice(2)
  showLogin()
})
