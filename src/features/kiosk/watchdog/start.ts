import { stayAlive } from './auto-recover.ts'
import { reloadInQuietHours } from './scheduled-reload.ts'

let running = false

/** What keeps a kiosk running all year, for as long as the page lives. */
export function startYear(): void {
  if (running) return
  running = true
  reloadInQuietHours()
  stayAlive()
}
