import { startPageClock } from '../../../core/idle/idle-clock.ts'
import { startAutoRecover } from './auto-recover.ts'
import { startScheduledReload } from './scheduled-reload.ts'

let running = false

/** Recovers and reloads an unattended kiosk, for as long as the page lives. */
export function startWatchdog(): void {
  if (running) return
  running = true
  startPageClock()
  startScheduledReload()
  startAutoRecover()
}
