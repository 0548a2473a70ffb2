import { type Dispose, disposeAll } from '../contract/result.ts'
import { whenLive } from '../core/connection/when-ready.ts'
import { startNotices } from '../core/notices/show-notices.ts'
import { handleGameInfo, startHeldMachineSync } from '../features/held-machine/sync.tsx'
import { startNotificationChannel } from './notification-channel.ts'
import { loadSecondWave } from './second-wave.ts'

/* What keeps a player's page live. It loads with the lobby's list, or once a game can be used. */

export { startClickSound } from '../core/audio/click-sound.ts'
export { ReconnectLayer } from '../features/held-machine/sync.tsx'
export { Toasts } from '../ui/Toasts.tsx'
export { DocumentTitle } from './DocumentTitle.tsx'

/**
 * Starts the notification channel, the display of its messages and the return to a machine; then the second
 * wave, which no live list waits for.
 */
export function startPageServices(playerId: string): Dispose {
  let isStopped = false
  let stopLater: Dispose | undefined
  const stopAll = disposeAll([
    startNotices(handleGameInfo),
    startHeldMachineSync(),
    startNotificationChannel(playerId),
  ])
  void whenLive().then(() => {
    if (isStopped) return
    stopLater = loadSecondWave()
  })
  return () => {
    isStopped = true
    stopLater?.()
    stopAll()
  }
}
