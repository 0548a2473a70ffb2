import type { Dispose } from '../../contract/result.ts'
import { onActivity, reportActivity } from './activity.ts'
import { startUse } from './idle-clock.ts'

/** How long an iframe of another site counts as used after the focus has come to it, ms. */
const MAX_FOCUS_MS = 5 * 60_000
const POLL_INTERVAL_MS = 5_000

/**
 * Counts what a player does inside an iframe of this site, whose events do not reach the page. Call it at
 * each load of the iframe; the listeners end with its document. An iframe of another site is left alone.
 */
export function forwardActivity(frame: HTMLIFrameElement): void {
  const inside = frame.contentDocument?.defaultView
  if (inside) onActivity(reportActivity, inside)
}

/**
 * Counts an iframe of another site as used for some minutes after the focus has come to it, because the page
 * sees nothing else of it. What its page sends is no sign of the player, who may have left.
 */
export function startFocusActivity(frame: () => HTMLIFrameElement | null): Dispose {
  let stopUse: Dispose | undefined
  const setFocused = (isFocused: boolean) => {
    if (isFocused) stopUse ??= startUse(MAX_FOCUS_MS)
    else {
      stopUse?.()
      stopUse = undefined
    }
  }
  const timer = setInterval(
    () => setFocused(document.hasFocus() && document.activeElement === frame()),
    POLL_INTERVAL_MS,
  )
  return () => {
    clearInterval(timer)
    setFocused(false)
  }
}
