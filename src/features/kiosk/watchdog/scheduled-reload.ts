import { idleTimeMs } from '../../../core/idle/idle-time.ts'
import { reloadBlocker } from '../../../core/router/reload-blockers.ts'
import { session } from '../../../core/session/state.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'

const POLL_INTERVAL_MS = 30_000
/** Nobody has touched it for so long, ms. */
const MIN_IDLE_MS = 60_000
/** A venue's kiosks spread their reloads over this much of the span, so that they do not all come at once. */
const SPREAD = 0.25
const DAY_MS = 24 * 3_600_000

/** When the span "04:00-06:00" that holds `now` began and ends, ms since 1970, by the clock on the wall. */
export function spanAt(span: string, now: number): { from: number; to: number } | undefined {
  const [, ...parts] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(span) ?? []
  const [fromHour, fromMinute, toHour, toMinute] = parts.map(Number)
  if (fromHour === undefined) return undefined
  // A span over midnight may have begun yesterday.
  for (const back of [0, DAY_MS]) {
    const at = (hour = 0, minute = 0) => new Date(now - back).setHours(hour, minute, 0, 0)
    const from = at(fromHour, fromMinute)
    const to = at(toHour, toMinute)
    const end = to > from ? to : new Date(to).setDate(new Date(to).getDate() + 1)
    if (now >= from && now < end) return { from, to: end }
  }
  return undefined
}

/** Is it time to load the page anew: within the span, later than this kiosk's own share of it, and not done yet? */
export function isReloadDue(span: string, now: number, loaded: number, share: number): boolean {
  const today = spanAt(span, now)
  if (!today) return false
  return loaded < today.from && now >= today.from + (today.to - today.from) * SPREAD * share
}

/**
 * Loads the page anew once in the quiet hours, when nobody is logged in and nobody stands before the screen: a page
 * that was loaded within them is new enough, so nothing has to be remembered. Gives the way out.
 */
export function startScheduledReload(reload = () => window.location.reload()): () => void {
  const loaded = Date.now()
  const share = Math.random()
  const timer = setInterval(() => {
    if (!isReloadDue(kioskSettings.peek().kioskQuietHours, Date.now(), loaded, share)) return
    if (session.peek().status !== 'guest' || reloadBlocker() || idleTimeMs() < MIN_IDLE_MS) return
    reload()
  }, POLL_INTERVAL_MS)
  return () => clearInterval(timer)
}
