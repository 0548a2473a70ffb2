import type { SessionTotals } from '../play-record/session-totals.ts'
import type { Protection } from './jurisdiction.ts'

/** Why play is blocked: the loss limit, the session limit, or a reality check that needs an answer. */
export type LimitPrompt = 'loss' | 'session' | 'check'

/** `lowest`: the lowest stake of this machine, cents. */
export function limitPromptOf(
  totals: SessionTotals,
  limits: Protection,
  lowest = 0,
): LimitPrompt | undefined {
  const { played, net, answered } = totals
  if (limits.lossLimit > 0 && limits.lossLimit + net < Math.max(lowest, 1)) return 'loss'
  if (limits.sessionLimit > 0 && played >= limits.sessionLimit) return 'session'
  return limits.realityCheck > 0 && played - answered >= limits.realityCheck ? 'check' : undefined
}

/** The highest stake of the next spin, cents: within what may still be lost. */
export function stakeCapOf({ net }: SessionTotals, { lossLimit, maxStake }: Protection): number {
  return lossLimit > 0 ? Math.min(maxStake, Math.max(lossLimit + net, 0)) : maxStake
}
