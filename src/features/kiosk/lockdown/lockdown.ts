import type { Dispose } from '../../../contract/result.ts'
import { blockBack } from './block-back.ts'
import { blockExternalLinks } from './block-external-links.ts'
import { blockGestures } from './block-gestures.ts'
import { holdFullScreen, startCursorHiding, startWakeLock } from './wake-lock.ts'

/**
 * Keeps a venue's screen at the app: what a browser offers besides it is closed, as far as a page can close it. The
 * rest is the browser's own policies (docs/kiosk). Gives a way to stop.
 */
export function startLockdown(): Dispose {
  const stops = [
    holdFullScreen(),
    startWakeLock(),
    startCursorHiding(),
    blockGestures(),
    blockExternalLinks(),
    blockBack(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
