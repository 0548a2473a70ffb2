import { effect } from '@preact/signals-react'
import { brandsLoad, clearLobby, machinesLoad } from '../lobby/state.ts'
import { pathname } from '../session/gate.ts'
import { settings } from '../settings.ts'
import { fetchBalance } from '../wallet/actions.ts'
import { clearBalance } from '../wallet/state.ts'
import { addLayer } from './layers.ts'
import { lazyPage } from './lazy-page.tsx'

/** The idle lock, for operators who want it. A player whom it left locked sees nothing before it is there. */
export const lock = lazyPage(async () => {
  const { LockLayer } = await import('../lock/LockLayer.tsx')
  addLayer('lock', LockLayer)
  return LockLayer
})

// As soon as the operator's word is known, so that nobody waits for it.
effect(() => {
  if (settings.value.idlePinLock) lock.preload()
})

/** Is the floor on its way? Its first answer is worth more than the live connection. */
function floorIsComing(): boolean {
  const coming = [brandsLoad.value, machinesLoad.value].every((load) => load === 'idle' || load === 'loading')
  return coming && pathname.value.startsWith('/lobby')
}

/**
 * A player is here: fetches the balance, and goes live once the floor can be used (the connection's library is a
 * quarter of all script). Gives the way out, which leaves nothing of the player behind.
 */
export function enter(playerId: string): () => void {
  let gone = false
  let asked = false
  let stop: (() => void) | undefined
  fetchBalance()
  const unwatch = effect(() => {
    if (asked || floorIsComing()) return
    asked = true
    import('./connection.ts').then(
      ({ goLive }) => {
        if (!gone) stop = goLive(playerId)
      },
      () => window.location.reload(),
    )
  })
  return () => {
    gone = true
    unwatch()
    stop?.()
    clearBalance()
    clearLobby()
  }
}
