import { type LimitKind, LimitsAnswer } from '../../../contract/limits.ts'
import { expectEnd } from '../../../core/connection/own-end.ts'
import { currentToken } from '../../../core/session/state.ts'
import { call } from '../../../net/api.ts'
import { serverNow, serverTime } from '../../../net/server-clock.ts'
import { eventPages, withTexts } from '../actions.ts'
import { applyLimits, beginLimitsRequest, type Saving, saving } from './state.ts'

/** Fetches the limits. Those that are shown stay until the answer arrives. */
export async function loadLimits(): Promise<void> {
  if (currentToken() === undefined || saving.peek()) return
  const mark = beginLimitsRequest()
  const answer = await call(LimitsAnswer, 'GET', '/player/limits')
  if (answer.ok) applyLimits(mark, answer.value)
  else await withTexts(answer.error, () => applyLimits(mark, undefined, answer.error))
}

/**
 * Sends a change once. The limits are fetched again after a failure, because the change may have been made
 * although its answer was lost. True if it was made.
 */
async function save(of: Saving, path: string, body: Record<string, unknown>): Promise<boolean> {
  if (saving.peek()) return false
  const mark = beginLimitsRequest(of)
  const answer = await call(LimitsAnswer, 'POST', path, { body })
  if (answer.ok) {
    applyLimits(mark, answer.value)
    void eventPages.open()
    return true
  }
  const shown = await call(LimitsAnswer, 'GET', '/player/limits')
  await withTexts(answer.error, () => applyLimits(mark, shown.ok ? shown.value : undefined, answer.error))
  return false
}

/** Changes a limit: cents or minutes, null for none. The current value withdraws a pending change. */
export const saveLimit = (kind: LimitKind, value: number | null) =>
  save(kind, '/player/limits', { kind, value })

/** Starts a pause, which nothing ends early. It also ends the player's visit. */
export async function startPause(days: number): Promise<boolean> {
  expectEnd('leave')
  const isStarted = await save('pause', '/player/pause', { days })
  if (isStarted) expectEnd('leave')
  return isStarted
}

/**
 * Whether a pause with this end (ISO 8601) has not ended, by the server's clock. One with an unreadable end
 * has not, nor has any before the server's time is known: the device's clock may be ahead.
 */
export const isPaused = (until: string): boolean => !(Date.parse(until) <= (serverTime() ?? 0))

const DAY_MS = 24 * 60 * 60_000
/** When a pause of this length would end, ms since 1970, by the server's clock. */
export const pauseEnd = (days: number): number => serverNow() + days * DAY_MS
