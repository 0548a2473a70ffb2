import type { Dispose } from '../../contract/result.ts'
import { onActivity, reportActivity } from './activity.ts'

/** How long a focused iframe of another site counts as used after its last sign of a player, ms. */
const MAX_WITHOUT_SIGN_MS = 5 * 60_000
const POLL_INTERVAL_MS = 5_000

/**
 * Counts what a player does inside an iframe of this site, whose events do not reach the page. Call it at
 * each load of the iframe; the listeners end with its document. An iframe of another site is left alone.
 */
export function forwardActivity(frame: HTMLIFrameElement): void {
  const inside = frame.contentDocument?.defaultView
  if (inside) onActivity(reportActivity, inside)
}

interface FocusActivity {
  /** The iframe has sent a message; a sign of a player while it has the focus. */
  onSign(): void
  stop: Dispose
}

/**
 * Counts an iframe of another site as used while it has the focus, because the page sees nothing else of it.
 * That ends some minutes after the focus came, or after its last message: the player may have left.
 */
export function startFocusActivity(frame: () => HTMLIFrameElement | null): FocusActivity {
  let lastSign = Number.NEGATIVE_INFINITY
  let wasFocused = false
  const isFocused = () => document.hasFocus() && document.activeElement === frame()
  const onSign = () => {
    if (isFocused()) lastSign = performance.now()
  }
  const timer = setInterval(() => {
    const hasFocusNow = isFocused()
    if (!wasFocused) onSign()
    wasFocused = hasFocusNow
    if (hasFocusNow && performance.now() - lastSign < MAX_WITHOUT_SIGN_MS) reportActivity()
  }, POLL_INTERVAL_MS)
  return { onSign, stop: () => clearInterval(timer) }
}
