import { effect } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { settings } from '../core/settings/settings.ts'
import { heldMachineParts } from '../features/held-machine/late.ts'
import { lobbyParts } from '../features/lobby/late.tsx'
import { walletParts } from '../features/wallet/late.tsx'
import type { Lazy } from '../ui/lazy.tsx'
import { loadLate } from '../ui/load-late.ts'
import { extras, laterParts } from './late-signed-in.ts'

/**
 * Loads the second wave of the signed-in app, the chunk `later`, once a page with a frame is open: a game
 * does not wait in line for it. Every page works without it. The result ends what it has started for this
 * login.
 */
export function loadSecondWave(): Dispose {
  let isRequested = false
  let isStopped = false
  let stopParts: Dispose | undefined
  const load = <T>(module: Lazy<T>) => loadLate(module, () => isStopped)
  async function loadAll(): Promise<void> {
    void load(walletParts)
    void load(lobbyParts)
    void load(heldMachineParts)
    if (settings.peek().extras) void load(extras).then((chunk) => chunk?.registerExtras())
    const parts = await load(laterParts)
    if (!isStopped) stopParts = parts?.startLaterParts()
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
