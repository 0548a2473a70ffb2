import type { Dispose } from '../../../contract/result.ts'
import { pageIdleMs } from '../../../core/idle/idle-clock.ts'
import { reloadBlocker } from '../../../core/router/reload-blockers.ts'
import { session } from '../../../core/session/state.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'

const POLL_INTERVAL_MS = 30_000
/** The kiosk must have been idle for this long, ms. */
const MIN_IDLE_MS = 60_000
/** The kiosks of a venue spread their reloads over this part of the span. */
const SPREAD = 0.25
const DAY_MS = 24 * 3_600_000

/** The begin and end (ms since 1970, local time) of the span, such as "04:00-06:00", that contains `now`. */
export function spanAt(span: string, now: number): { from: number; to: number } | undefined {
  const [, ...parts] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(span) ?? []
  const [fromHour, fromMinute, toHour, toMinute] = parts.map(Number)
  if (fromHour === undefined) return undefined
  // A span across midnight may have begun yesterday.
  for (const back of [0, DAY_MS]) {
    const at = (hour = 0, minute = 0) => new Date(now - back).setHours(hour, minute, 0, 0)
    const from = at(fromHour, fromMinute)
    const to = at(toHour, toMinute)
    const end = to > from ? to : new Date(to).setDate(new Date(to).getDate() + 1)
    if (now >= from && now < end) return { from, to: end }
  }
  return undefined
}

/** Whether to reload: within the span, after this kiosk's share of it, and not reloaded in it yet. */
export function isReloadDue(span: string, now: number, loaded: number, share: number): boolean {
  const today = spanAt(span, now)
  if (!today) return false
  return loaded < today.from && now >= today.from + (today.to - today.from) * SPREAD * share
}

/**
 * Reloads the page once in the quiet hours, while no player is logged in and the kiosk is idle. A page that
 * was loaded within them is recent enough, so the last reload need not be stored.
 */
export function startScheduledReload(reload = () => window.location.reload()): Dispose {
  const loaded = Date.now()
  const share = Math.random()
  const timer = setInterval(() => {
    if (!isReloadDue(kioskSettings.peek().kioskQuietHours, Date.now(), loaded, share)) return
    if (session.peek().status !== 'guest' || reloadBlocker() || pageIdleMs() < MIN_IDLE_MS) return
    reload()
  }, POLL_INTERVAL_MS)
  return () => clearInterval(timer)
}
