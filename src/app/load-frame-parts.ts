import { effect } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { settings } from '../core/settings/settings.ts'
import { lobbyParts } from '../features/lobby/late.tsx'
import { walletParts } from '../features/wallet/late.tsx'
import { loadedOf } from '../ui/lazy.tsx'
import { frameParts } from './Layers.tsx'
import { extras } from './late.ts'

/** Loads what the player chose again, once the parts that show it are there. */
export const reloadPreferences = () => void loadedOf(frameParts)?.loadPreferences()

async function loadExtras(): Promise<void> {
  await extras.preload()
  loadedOf(extras)?.registerExtras()
}

/**
 * Loads the parts once a page with a frame is open: a game does not wait in line for them. Every page works
 * without them, and the next page tries again. The result ends what they started for this login.
 */
export function loadFrameParts(): Dispose {
  let isRequested = false
  let isStopped = false
  let stopParts: Dispose | undefined
  async function load(): Promise<void> {
    void walletParts.preload()
    void lobbyParts.preload()
    if (settings.peek().extras) void loadExtras()
    await frameParts.preload()
    const parts = loadedOf(frameParts)
    if (!parts) isRequested = false
    else if (!isStopped) {
      stopParts = parts.startFrameParts()
      void parts.loadPreferences()
    }
  }
  const unwatch = effect(() => {
    if (isRequested || findRoute(pathname.value)?.page === 'game') return
    isRequested = true
    void load()
  })
  return () => {
    isStopped = true
    unwatch()
    stopParts?.()
  }
}
