// biome-ignore lint/style/noRestrictedImports: the package `react` has no render
import { hydrate, render } from 'preact'
import type { Locale } from '../contract/locales.ts'
import { untilGate } from '../core/gates/state.ts'
import { LOGIN } from '../core/router/find-route.ts'
import { startGuard } from '../core/router/guard.ts'
import { pathname } from '../core/router/pathname.ts'
import { loadActions } from '../core/session/late.ts'
import { session, setSignedOut } from '../core/session/state.ts'
import { storedToken } from '../core/session/stored-token.ts'
import { hasUrlToken } from '../core/session/url-token.ts'
import { setLocale, setOfferedLocales } from '../i18n/index.ts'
import { ChunkFailed } from '../ui/lazy.tsx'
import { loadLate } from '../ui/load-late.ts'
import { App } from './App.tsx'
import { deferredStartup, loginPage, signedInParts } from './late.ts'

const html = document.documentElement
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** The pause before the page is loaded again, ms. */
const RELOAD_MS = 30_000

const reloadSoon = () => setTimeout(() => location.reload(), RELOAD_MS)

/** A kiosk without its lock and watchdog is not safe: the page reloads where their code does not load. */
function startKiosk(): void {
  if ('kiosk' in html.dataset)
    import('../features/kiosk/start.tsx').then((module) => module.startKiosk(render), reloadSoon)
}

/** Loads and runs the deferred startup, without which every page works. */
async function loadDeferredStartup(): Promise<void> {
  const parts = await loadLate(signedInParts)
  await parts?.afterFirstScreen()
  const chunk = await loadLate(deferredStartup)
  chunk?.runDeferredStartup(render)
}

async function start(at: HTMLElement): Promise<void> {
  startGuard()
  const comesIn = storedToken() || hasUrlToken()
  // The page's first script has read the settings then.
  if (!comesIn && !html.dataset.gate) await window.reelcastRead
  if (comesIn || html.dataset.gate) {
    const page = signedInParts.preload()
    const { resume } = await loadActions()
    // A page without a player is drawn before the player's pages have loaded.
    const ready = resume().then(() => (session.peek().status === 'player' ? page : undefined))
    // A gate blocks the app, which then shows the gate alone.
    await Promise.race([ready, untilGate(() => true)])
  } else {
    setSignedOut()
    await loginPage.preload()
    // Until now the player could choose another language.
    const [locale, ...offers] = (html.dataset.words ?? 'tr,tr,en').split(',') as [Locale, ...Locale[]]
    setOfferedLocales(offers)
    await setLocale(locale)
  }
  // The form that the first script has drawn is taken over as it stands, with what was typed into it.
  const isDrawn = html.dataset.boot === 'login' && pathname.peek() === LOGIN
  if (isDrawn && loginPage.loaded.peek() !== 'failed') hydrate(<App />, at)
  else {
    at.replaceChildren()
    render(<App />, at)
  }
  html.dataset.boot = 'app'
  // The button was pressed before the app took the form over.
  if (html.dataset.early) document.forms[0]?.requestSubmit()
  // Once nothing of it can be in the way of the first screen.
  requestAnimationFrame(() =>
    setTimeout(() => {
      startKiosk()
      void loadDeferredStartup()
    }),
  )
}

start(root).catch(() => {
  // What comes after the splash did not come.
  render(<ChunkFailed />, root)
  html.dataset.boot = 'app'
  // A kiosk may have no user who presses Retry.
  reloadSoon()
})
