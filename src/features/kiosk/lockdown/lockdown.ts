import { closeBack } from './block-back.ts'
import { closeWays } from './block-external-links.ts'
import { closeGestures } from './block-gestures.ts'
import { hideCursor, keepAwake, keepFullscreen } from './wake-lock.ts'

/**
 * Keeps a venue's screen at the app: what a browser offers besides it is closed, as far as a page can close it. The
 * rest is the browser's own policies (docs/kiosk). Gives a way to stop.
 */
export function startGuard(): () => void {
  const stops = [keepFullscreen(), keepAwake(), hideCursor(), closeGestures(), closeWays(), closeBack()]
  return () => {
    for (const stop of stops) stop()
  }
}
