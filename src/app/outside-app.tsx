import { effect, untracked } from '@preact/signals-react'
import type { ReactElement } from 'react'
import { session } from '../core/session/state.ts'
import { extras } from '../core/settings/extras.ts'
import { operatorSettings } from '../core/settings/operator.ts'
import { fillSlot } from '../core/slots/slots.ts'
import { startBranding } from '../features/branding/apply-branding.ts'
import { LazyPart, loadedOf, noFallback, pick } from '../ui/lazy.tsx'
import { loadLate } from '../ui/load-late.ts'
import { extras as extrasParts, pageServices } from './Layers.tsx'
import { contactParts, loadContactParts, OutsideAppLayer } from './OutsideAppLayer.tsx'

const banners = pick(contactParts, (chunk) => chunk.LobbyBanners)
const support = pick(contactParts, (chunk) => chunk.SupportBlock)
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

/** Starts what the operator has set, wherever it belongs; `render` draws what is outside the app. */
export function startOutsideApp(render: (what: ReactElement, into: Element) => void): void {
  startBranding(async () => (await loadContactParts())?.Logo)
  startForcedColors()
  effect(() => {
    const set = operatorSettings.value
    if (set.banners.some(({ place }) => place === 'lobby')) {
      void loadContactParts()
      fillSlot('belowPage', LobbyBanners)
    }
    if (set.liveChat || set.supportMessaging || set.supportWhatsapp) {
      void loadContactParts()
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
  render(<OutsideAppLayer />, root)
}
