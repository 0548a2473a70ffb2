import type { Dispose } from '../../contract/result.ts'
import { onActivity, reportActivity } from './activity.ts'

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
  let focusedAt: number | undefined
  const timer = setInterval(() => {
    const isFocused = document.hasFocus() && document.activeElement === frame()
    focusedAt = isFocused ? (focusedAt ?? performance.now()) : undefined
    if (focusedAt !== undefined && performance.now() - focusedAt < MAX_FOCUS_MS) reportActivity()
  }, POLL_INTERVAL_MS)
  return () => clearInterval(timer)
}
