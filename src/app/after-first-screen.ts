import { effect } from '@preact/signals-react'
import type { ReactElement } from 'react'
import { whenLive } from '../core/connection/when-ready.ts'
import { gate } from '../core/preflight/state.ts'
import { initializeApp } from '../core/session/actions.ts'
import { session } from '../core/session/state.ts'
import { loadCodeTexts } from '../i18n/index.ts'
import { loadedOf } from '../ui/lazy.tsx'
import { loginPage } from './App.tsx'
import { outsideApp } from './late.ts'

type Render = (what: ReactElement, into: Element) => void

/** The pause before something is loaded again, ms. */
const RETRY_MS = 30_000

/** Starts the service worker and what reports new versions and a lost network, asked for until it comes. */
const startPwa = (render: Render) =>
  setTimeout(() => {
    // For the end of a session without a network.
    void loginPage.preload()
    import('../features/pwa/start.tsx')
      .then((module) => module.startPwa(render))
      .catch(() => startPwa(render))
  }, 4_000)

/** For players, so that no figure changes its shape when it is first seen: the login shows none. */
const loadFigures = () =>
  effect(() => {
    if (session.value.status === 'player') document.fonts?.load('600 1em "Reelcast Figures"').catch(() => {})
  })

let isBesideAppStarted = false

/** Starts what works beside the app, without which every page works. */
function startBesideApp(render: Render): void {
  if (isBesideAppStarted) return
  isBesideAppStarted = true
  const load = async () => {
    await outsideApp.preload()
    const chunk = loadedOf(outsideApp)
    if (chunk) chunk.startOutsideApp(render)
    else setTimeout(load, RETRY_MS)
  }
  void load()
}

/** A gate shows the operator's support to players whom it stops. */
const startBehindGate = (render: Render) =>
  effect(() => {
    if (gate.value && gate.value.kind !== 'checking') startBesideApp(render)
  })

/**
 * Starts what comes after the first screen, one part after the other. `render` draws what is outside the
 * app.
 */
export async function startAfterFirstScreen(render: Render): Promise<void> {
  startBehindGate(render)
  loadFigures()
  await initializeApp().catch(() => {})
  if (session.peek().status === 'player') await whenLive()
  startPwa(render)
  await loadCodeTexts()
  // Named only now: no first screen waits for the icon of its tab.
  document.querySelector('link[rel=icon]')?.setAttribute('href', '/favicon.svg')
  startBesideApp(render)
}
