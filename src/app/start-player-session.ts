import { effect } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import { whenPageReady } from '../core/connection/when-ready.ts'
import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { reloadBlocker } from '../core/router/reload-blockers.ts'
import { startLifecycle } from '../core/session/actions.ts'
import { settings } from '../core/settings/settings.ts'
import { loadedOf } from '../ui/lazy.tsx'
import { lock, pageServices } from './Layers.tsx'

// As soon as the operator's setting is known, so that no page waits for it.
effect(() => {
  if (settings.value.idlePinLock) void lock.preload()
})

type PageServices = typeof import('./page-services.chunk.ts')

/** The pause before the page services are loaded again triples, from MIN_RETRY_MS to MAX_RETRY_MS. */
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

/**
 * Loads the page services, without which there is no balance: again after each pause, and from the third on
 * by loading the page anew, where nothing is lost by that. Not every browser fetches a failed module again.
 */
async function loadPageServices(isStopped: () => boolean): Promise<PageServices | undefined> {
  for (let attempt = 0; !isStopped(); attempt++) {
    await pageServices.preload()
    const chunk = loadedOf(pageServices)
    if (chunk) return chunk
    const pause = Math.min(MIN_RETRY_MS * 3 ** attempt, MAX_RETRY_MS)
    await new Promise((done) => setTimeout(done, pause))
    if (attempt >= 2 && !isStopped() && !reloadBlocker()) window.location.reload()
  }
  return undefined
}
/**
 * Starts what the login of a player needs once the page is ready: the token's renewal and the page services,
 * whose channel's first answer holds the balance. Socket.IO is a quarter of all script, and a game has a
 * socket of its own.
 */
export function startPlayerSession(playerId: string): Dispose {
  let isStopped = false
  let stop: Dispose | undefined
  // In a lobby only the list uses the network yet, and art in view would take all connections. A game's video
  // comes first.
  if (findRoute(pathname.peek())?.page !== 'game') void pageServices.preload()
  void whenPageReady().then(async () => {
    if (isStopped) return
    void startLifecycle()
    const chunk = await loadPageServices(() => isStopped)
    if (!isStopped) stop = chunk?.startPageServices(playerId)
  })
  return () => {
    isStopped = true
    stop?.()
  }
}
