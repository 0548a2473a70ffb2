import { effect } from '@preact/signals-react'
import { floorReady } from '../core/connection/state.ts'
import { pathname } from '../core/router/pathname.ts'
import { settings } from '../core/settings/settings.ts'
import { fillSlot } from '../core/slots/slots.ts'
import { fetchBalance } from '../features/wallet/actions.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

/** The idle lock, for operators who want it. A player whom it left locked sees nothing before it is there. */
export const lock = lazyComponent(async () => {
  const { LockLayer } = await import('../features/lock/LockLayer.tsx')
  fillSlot('layers', LockLayer, 'lock')
  return LockLayer
})

// As soon as the operator's word is known, so that nobody waits for it.
effect(() => {
  if (settings.value.idlePinLock) lock.preload()
})

/**
 * A player is here: fetches the balance, and goes live once the floor can be used (the connection's library is a
 * quarter of all script). Gives the way out.
 */
export function startPlayerSession(playerId: string): () => void {
  let isStopped = false
  let isRequested = false
  let stop: (() => void) | undefined
  fetchBalance()
  const unwatch = effect(() => {
    // The floor's first answer is worth more than the live connection.
    if (isRequested || (pathname.value.startsWith('/lobby') && !floorReady.value)) return
    isRequested = true
    import('./notification-channel.ts').then(
      ({ startNotificationChannel }) => {
        if (!isStopped) stop = startNotificationChannel(playerId)
      },
      () => window.location.reload(),
    )
  })
  return () => {
    isStopped = true
    unwatch()
    stop?.()
  }
}
