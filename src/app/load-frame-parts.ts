import { effect } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { settings } from '../core/settings/settings.ts'
import { lobbyParts } from '../features/lobby/late.tsx'
import { walletParts } from '../features/wallet/late.tsx'
import { type Lazy, loadedOf } from '../ui/lazy.tsx'
import { loadLate } from '../ui/load-late.ts'
import { extras, frameParts } from './Layers.tsx'

/** Loads what the player chose again, once the parts that show it are there. */
export const reloadPreferences = () => void loadedOf(frameParts)?.loadPreferences()

/**
 * Loads the parts once a page with a frame is open: a game does not wait in line for them. Every page works
 * without them. The result ends what they started for this login.
 */
export function loadFrameParts(): Dispose {
  let isRequested = false
  let isStopped = false
  let stopParts: Dispose | undefined
  const load = <T>(module: Lazy<T>) => loadLate(module, () => isStopped)
  async function loadAll(): Promise<void> {
    void load(walletParts)
    void load(lobbyParts)
    if (settings.peek().extras) void load(extras).then((chunk) => chunk?.registerExtras())
    const parts = await load(frameParts)
    if (!parts || isStopped) return
    stopParts = parts.startFrameParts()
    void parts.loadPreferences()
  }
  const unwatch = effect(() => {
    if (isRequested || findRoute(pathname.value)?.page === 'game') return
    isRequested = true
    void loadAll()
  })
  return () => {
    isStopped = true
    unwatch()
    stopParts?.()
  }
}
