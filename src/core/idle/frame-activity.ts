import type { Dispose } from '../../contract/result.ts'
import { onActivity, reportActivity } from './activity.ts'
import { startUse } from './idle-clock.ts'

/** How long an iframe of another site counts as used after the focus has come to it, ms. */
const MAX_FOCUS_MS = 5 * 60_000
const POLL_INTERVAL_MS = 5_000
const SCROLL_INTERVAL_MS = 1_000

/**
 * Counts what a player does inside an iframe of this site, whose events do not reach the page. Call it at
 * each load of the iframe; what it starts ends with the iframe's document. An iframe of another site is left
 * alone.
 */
export function forwardActivity(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument
  const inside = page?.defaultView
  if (!inside) return
  onActivity(reportActivity, inside)
  // WebKit calls no listener in an iframe without scripts.
  let before = inside.scrollY
  const timer = setInterval(() => {
    if (frame.contentDocument !== page) clearInterval(timer)
    else if (inside.scrollY !== before) reportActivity()
    before = inside.scrollY
  }, SCROLL_INTERVAL_MS)
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
