import { effect } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import { pathname } from '../core/router/pathname.ts'
import { findRoute } from '../core/router/routes.ts'
import { settings } from '../core/settings/settings.ts'

/** What the player chose; without it nothing that needs it is shown. */
export const loadPlayerPreferences = () =>
  import('../features/preferences/actions.ts').then((module) => module.loadPreferences())

/** The parts of the frame, each in a chunk of its own. */
const PARTS: readonly (() => Promise<void>)[] = [
  () => import('../features/navigation/register.tsx').then((module) => module.registerNavbar()),
  () => import('../features/info/register.ts').then((module) => module.registerInfo()),
  () => import('../features/search/register.tsx').then((module) => module.registerSearch()),
  () => import('../features/wallet/register.ts').then((module) => module.registerWallet()),
  () => import('../features/lobby/register.ts').then((module) => module.fillLobbySlots()),
  loadPlayerPreferences,
]
const EXTRAS = () => import('../features/extras/register.tsx').then((module) => module.registerExtras())

/**
 * Loads the parts once a page with a frame is open: a game does not wait in line for them. Every page works without
 * a part that fails to load. The answer ends what they started for this session.
 */
export function loadFrameParts(): Dispose {
  let started = false
  let stopped = false
  let stopPreconnect: (() => void) | undefined
  const unwatch = effect(() => {
    if (started || findRoute(pathname.value)?.page === 'game') return
    started = true
    const parts = settings.peek().extras ? [...PARTS, EXTRAS] : PARTS
    for (const register of parts) register().catch(() => {})
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
