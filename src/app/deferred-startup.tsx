import { effect, untracked } from '@preact/signals-react'
import type { ReactElement } from 'react'
import { fillSlot } from '../core/frame/slots.ts'
import { session } from '../core/session/state.ts'
import { extras } from '../core/settings/extras.ts'
import { operatorSettings } from '../core/settings/operator.ts'
import { startBranding } from '../features/branding/apply-branding.ts'
import { loadCodeTexts } from '../i18n/index.ts'
import { LazyPart, lazy, loadedOf, noFallback, pick } from '../ui/lazy.tsx'
import { loadLate } from '../ui/load-late.ts'
import { loginPage } from './late.ts'
import { extras as extrasParts, pageServices } from './late-signed-in.ts'
import { loadOperatorParts, operatorParts, PersistentLayer } from './PersistentLayer.tsx'

type Render = (what: ReactElement, into: Element) => void

/** The pause before the service worker starts, ms. */
const PWA_DELAY_MS = 4_000

const banners = pick(operatorParts, (chunk) => chunk.LobbyBanners)
const support = pick(operatorParts, (chunk) => chunk.SupportBlock)
const LobbyBanners = () => <LazyPart part={banners} props={{}} fallback={noFallback} />
const Support = () => <LazyPart part={support} props={{}} fallback={noFallback} />

/** For the few who need it: 0.2 KB that no first screen carries. */
function startForcedColors(): void {
  const forced = matchMedia('(forced-colors: active)')
  const load = () => {
    if (forced.matches) import('../ui/forced-colors.css').catch(() => {})
  }
  load()
  forced.addEventListener('change', load)
}

const pwa = lazy(() => import('../features/pwa/start.tsx'))

/** Starts the service worker, and what reports new versions and a lost network. */
const startPwa = (render: Render) =>
  setTimeout(async () => {
    // For the end of a session without a network.
    void loadLate(loginPage)
    const parts = await loadLate(pwa)
    parts?.startPwa(render)
  }, PWA_DELAY_MS)

/** Starts what no first screen needs. `render` draws a tree outside the app's root. */
export function runDeferredStartup(render: Render): void {
  startPwa(render)
  void loadCodeTexts()
  // Named only now: no first screen waits for the icon of its tab.
  document.querySelector('link[rel=icon]')?.setAttribute('href', '/favicon.svg')
  startOperatorParts(render)
}

/** Starts what the operator has set, wherever it belongs. */
function startOperatorParts(render: Render): void {
  startBranding(async () => (await loadOperatorParts())?.Logo)
  startForcedColors()
  effect(() => {
    const set = operatorSettings.value
    if (set.banners.some(({ place }) => place === 'lobby')) {
      void loadOperatorParts()
      fillSlot('belowPage', LobbyBanners)
    }
    if (set.liveChat || set.supportMessaging || set.supportWhatsapp) {
      void loadOperatorParts()
      fillSlot('support', Support)
    }
  })
  effect(() => {
    const services = loadedOf(pageServices)
    if (services && operatorSettings.value.clickSound && session.value.status === 'player')
      untracked(services.startClickSound)
  })
  effect(() => {
    const isWanted = () => extras.value && session.value.status === 'guest'
    if (isWanted())
      void loadLate(extrasParts, () => !untracked(isWanted)).then((parts) =>
        parts?.registerLoginExtras(render),
      )
  })
  const root = document.createElement('div')
  document.body.append(root)
  render(<PersistentLayer />, root)
}
