import { Code } from '../../../contract/codes.ts'
import { count, money } from '../../../i18n/format.ts'
import { codeText, failureText, t } from '../../../i18n/index.ts'
import type { ClaimOutcome } from './actions.ts'
import { type ClaimBlockReason, type ClaimKind, maxBalance, secondsLeft, windowMs } from './state.ts'

/** What to tell the player of a claim. */
export interface ClaimMessage {
  text: string
  kind: 'good' | 'info' | 'danger'
}

const formatUnit = (value: number, unit: string, unitDisplay: 'long' | 'short') =>
  count(value, { style: 'unit', unit, unitDisplay })

/** A window as it is set, in words: 30 seconds, 5 minutes, 1 hour. */
export function formatWindow(seconds: number): string {
  if (seconds % 3600 === 0) return formatUnit(seconds / 3600, 'hour', 'long')
  return seconds % 60 === 0
    ? formatUnit(seconds / 60, 'minute', 'long')
    : formatUnit(seconds, 'second', 'long')
}

/** What is left of one: by the second when it is near, by the minute or the hour when it is not. */
export function formatTimeLeft(seconds: number): string {
  if (seconds <= 120) return formatUnit(seconds, 'second', 'short')
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 120
    ? formatUnit(minutes, 'minute', 'short')
    : formatUnit(Math.ceil(minutes / 60), 'hour', 'short')
}

/** Where the server's own wait is longer than the window, the window would be the wrong reason. */
function cooldownText(kind: ClaimKind): string {
  const seconds = windowMs.peek() / 1000
  const servers = secondsLeft[kind].peek() > seconds ? codeText(Code.tooManyRequests) : undefined
  return servers ?? t(`claims.${kind}.window`, { window: formatWindow(seconds) })
}

function refusalMessage(kind: ClaimKind, why: ClaimBlockReason): ClaimMessage | undefined {
  const limit = maxBalance.peek()
  if (why === 'waiting') return { text: cooldownText(kind), kind: 'info' }
  if (why === 'down') return { text: t('claims.down'), kind: 'danger' }
  if (why === 'tooHigh' && limit !== undefined) {
    return { text: t('claims.tooHigh', { amount: money(limit) }), kind: 'danger' }
  }
  // What is on the button says it already.
  return undefined
}

/** A claim's end in words; undefined when the button itself says why nothing was sent. */
export function outcomeMessage(kind: ClaimKind, claimed: ClaimOutcome): ClaimMessage | undefined {
  if (claimed.is === 'here') return refusalMessage(kind, claimed.why)
  if (claimed.is === 'given') {
    const { amount } = claimed
    const text = amount > 0 ? t(`claims.${kind}.given`, { amount: money(amount) }) : t(`claims.${kind}.done`)
    return { text, kind: 'good' }
  }
  const { failure } = claimed
  const { code, params } = failure
  if (claimed.is === 'lost') {
    const reason = code === undefined ? '' : `${failureText(failure)}. `
    return { text: reason + t('claims.lost'), kind: 'danger' }
  }
  const limit = Number(params.amount)
  const isLimit = kind === 'discount' && code === Code.balanceTooHigh && limit > 0
  return {
    text: isLimit ? t('claims.tooHigh', { amount: money(limit) }) : failureText(failure),
    kind: 'danger',
  }
}
