import { effect } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import { whenPageReady } from '../core/connection/when-ready.ts'
import { pathname } from '../core/router/pathname.ts'
import { findRoute } from '../core/router/routes.ts'
import { startLifecycle } from '../core/session/actions.ts'
import { settings } from '../core/settings/settings.ts'
import { fillSlot } from '../core/slots/slots.ts'
import { lazy } from '../ui/lazy.tsx'

/** The idle lock, for operators who want it. A player whom it left locked sees nothing before it is there. */
export const lock = lazy(async () => {
  const { LockLayer } = await import('../features/lock/LockLayer.tsx')
  fillSlot('layers', LockLayer, 'lock')
  return LockLayer
})

// As soon as the operator's setting is known, so that no page waits for it.
effect(() => {
  if (settings.value.idlePinLock) lock.preload()
})

/**
 * Starts what a player's session needs once the page is ready: the token's renewal and the notification channel, whose
 * first answer holds the balance. Socket.IO is a quarter of all script, and a game has a socket of its own. Returns the function that ends
 * the channel.
 */
export function startPlayerSession(playerId: string): Dispose {
  let isStopped = false
  let stop: (() => void) | undefined
  const load = () => import('./notification-channel.ts')
  // In a lobby only the list uses the network yet, and art in view would take all connections. A game's video comes first.
  if (findRoute(pathname.peek())?.page !== 'game') load().catch(() => {})
  void whenPageReady().then(async () => {
    if (isStopped) return
    void startLifecycle()
    const channel = await load().catch(() => window.location.reload())
    if (channel && !isStopped) stop = channel.startNotificationChannel(playerId)
  })
  return () => {
    isStopped = true
    stop?.()
  }
}
