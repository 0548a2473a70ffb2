import { effect } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import { whenPageReady } from '../core/connection/when-ready.ts'
import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { reloadBlocker } from '../core/router/reload-blockers.ts'
import { startLifecycle } from '../core/session/actions.ts'
import { settings } from '../core/settings/settings.ts'
import { readSettingsFile } from '../net/settings-file.ts'
import { loadLate } from '../ui/load-late.ts'
import { lock, pageServices } from './late-signed-in.ts'

// As soon as the operator's setting is known, so that no page waits for it.
effect(() => {
  if (settings.value.idlePinLock) void lock.preload()
})

/** After so many failures the page is loaded anew: not every browser fetches a failed module again. */
const MAX_FAILURES = 3

/** Whether the server, or a service worker in its place, answers. */
const isServed = () =>
  readSettingsFile().then(
    () => true,
    () => false,
  )

/**
 * Loads the page services, without which there is no balance: in the end by loading the page anew, where
 * nothing is lost by that and the server serves it.
 */
const loadPageServices = (isStopped: () => boolean) =>
  loadLate(pageServices, isStopped, async (failures) => {
    if (failures < MAX_FAILURES || !(await isServed()) || isStopped() || reloadBlocker()) return
    window.location.reload()
  })

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
  // So that no figure changes its shape when it is first seen: the login shows none.
  document.fonts?.load('600 1em "Reelcast Figures"').catch(() => {})
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
