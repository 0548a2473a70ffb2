import { Code } from '../../../contract/codes.ts'
import { count, money } from '../../../i18n/format.ts'
import { codeText, failureText, t } from '../../../i18n/index.ts'
import { balance } from '../state.ts'
import type { ClaimOutcome } from './actions.ts'
import { type ClaimBlockReason, type ClaimKind, maxBalance, secondsLeft, windowMs } from './state.ts'

export interface ClaimMessage {
  text: string
  kind: 'good' | 'info' | 'danger'
}

/** The configured window in its largest whole unit, such as 30 seconds, 5 minutes or 1 hour. */
export function formatWindow(seconds: number): string {
  const [value, unit]: [number, string] =
    seconds % 3600 === 0
      ? [seconds / 3600, 'hour']
      : seconds % 60 === 0
        ? [seconds / 60, 'minute']
        : [seconds, 'second']
  return count(value, { style: 'unit', unit, unitDisplay: 'long' })
}

/** The server sets a cooldown longer than the window, so its text applies. */
function cooldownText(kind: ClaimKind): string {
  const seconds = windowMs.peek() / 1000
  const serverText = secondsLeft[kind].peek() > seconds ? codeText(Code.tooManyRequests) : undefined
  return serverText ?? t(`claims.${kind}.window`, { window: formatWindow(seconds) })
}

/**
 * The limit of the discount (cents); where the wallet alone is below it, the credit on the machine is not.
 */
function tooHighText(limit: number): string {
  const amount = money(limit)
  return (balance.peek() ?? limit) < limit
    ? t('claims.tooHighWithCredit', { amount })
    : t('claims.tooHigh', { amount })
}

function refusalMessage(kind: ClaimKind, reason: ClaimBlockReason): ClaimMessage | undefined {
  const limit = maxBalance.peek()
  if (reason === 'waiting') return { text: cooldownText(kind), kind: 'info' }
  if (reason === 'down') return { text: t('claims.down'), kind: 'danger' }
  if (reason === 'tooHigh' && limit !== undefined) {
    return { text: tooHighText(limit), kind: 'danger' }
  }
  // The button's label shows the reason.
  return undefined
}

/** The message for an outcome; undefined if the button's label shows the reason already. */
export function outcomeMessage(kind: ClaimKind, outcome: ClaimOutcome): ClaimMessage | undefined {
  if (outcome.status === 'not-sent') return refusalMessage(kind, outcome.reason)
  if (outcome.status === 'given') {
    const { amount } = outcome
    const text = amount > 0 ? t(`claims.${kind}.given`, { amount: money(amount) }) : t(`claims.${kind}.done`)
    return { text, kind: 'good' }
  }
  const { failure } = outcome
  const { code, params } = failure
  if (outcome.status === 'lost') {
    const cause = code === undefined ? '' : `${failureText(failure)}. `
    return { text: cause + t('claims.lost'), kind: 'danger' }
  }
  const limit = Number(params.amount)
  const isLimit = kind === 'discount' && code === Code.balanceTooHigh && limit > 0
  return {
    text: isLimit ? tooHighText(limit) : failureText(failure),
    kind: 'danger',
  }
}
