import { effect } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { settings } from '../core/settings/settings.ts'
import { fillSlot } from '../core/slots/slots.ts'
import { lobbyParts } from '../features/lobby/late.tsx'
import { walletParts } from '../features/wallet/late.tsx'
import { type Lazy, lazy, loadedOf } from '../ui/lazy.tsx'
import { extras, info, search } from './Layers.tsx'

/** What the player chose; without it nothing that needs it is shown. */
export const loadPlayerPreferences = () =>
  import('../features/preferences/actions.ts').then((module) => module.loadPreferences())

/** Starts a lazy module once it has loaded. Every page works without one that fails to load. */
async function load<M>(module: Lazy<M>, start: (loaded: M) => void = () => {}): Promise<void> {
  await module.preload()
  const loaded = loadedOf(module)
  if (loaded) start(loaded)
}

const linkBanner = lazy(() => import('../features/frame/LinkBanner.tsx'))
const navigation = lazy(() => import('../features/navigation/register.tsx'))

/** The parts of the frame, each in a chunk of its own. */
const PARTS: readonly (() => Promise<void>)[] = [
  () => load(linkBanner, ({ LinkBanner }) => fillSlot('linkBanner', LinkBanner)),
  () => load(navigation, (module) => module.registerNavbar()),
  () => load(info, (module) => module.registerInfo()),
  () => load(search, (module) => module.registerSearch()),
  walletParts.preload,
  lobbyParts.preload,
  loadPlayerPreferences,
]
const loadExtras = () => load(extras, (module) => module.registerExtras())

/**
 * Loads the parts once a page with a frame is open: a game does not wait in line for them. The result
 * ends what they started for this login.
 */
export function loadFrameParts(): Dispose {
  let started = false
  let stopped = false
  let stopPreconnect: (() => void) | undefined
  const unwatch = effect(() => {
    if (started || findRoute(pathname.value)?.page === 'game') return
    started = true
    const parts = settings.peek().extras ? [...PARTS, loadExtras] : PARTS
    for (const part of parts) part().catch(() => {})
    import('../features/game/preconnect-on-intent.ts').then(
      ({ preconnectOnIntent }) => {
        if (!stopped) stopPreconnect = preconnectOnIntent()
      },
      () => {},
    )
  })
  return () => {
    stopped = true
    unwatch()
    stopPreconnect?.()
  }
}
