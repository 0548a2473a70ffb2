import { type Signal, signal } from '@preact/signals-react'
import { useState } from 'react'
import { Code } from '../../contract/codes.ts'
import type { Failure } from '../../contract/result.ts'
import { trimName } from '../../contract/trim-name.ts'
import { stopwatch } from '../../core/session/elapsed-time.ts'
import { clockDuration } from '../../i18n/clock-duration.ts'
import { codeText, t } from '../../i18n/index.ts'
import { failureField } from './login-fields.ts'

/** Interval of the countdown, ms. */
const POLL_INTERVAL_MS = 250

/** Remaining seconds of each user name's lockout. */
const lockouts = signal<ReadonlyMap<string, Signal<number>>>(new Map())

/** The server treats these spellings of a name as the same one. */
const keyOf = (username: string) => trimName(username).normalize('NFKC').toLowerCase()

/**
 * The duration of the lockout that a refusal reports, s: its `seconds`, else its `block_time` in minutes; 0
 * for any other refusal, and without a duration.
 */
export function lockoutSeconds({ code, params }: Failure): number {
  const begins = code === Code.wrongCredentialsCounted && String(params.left_count) === '0'
  if (!begins && code !== Code.accountProtected) return 0
  const seconds = Number(params.seconds ?? Number(params.block_time) * 60)
  return seconds > 0 && Number.isFinite(seconds) ? Math.ceil(seconds) : 0
}

/** Whether a user name is locked out now. A component that calls it is redrawn at the change. */
export function isLockedOut(username: string): boolean {
  return (lockouts.value.get(keyOf(username))?.value ?? 0) > 0
}

/**
 * Handles a refused login: focuses the field that it concerns, and starts the lockout. Returns whether there
 * is one.
 */
export function applyRefusal(failure: Failure, username: string): boolean {
  const total = lockoutSeconds(failure)
  const field = total ? 'username' : failureField(failure)
  if (field) document.getElementById(field)?.focus()
  if (!total) return false
  const left = signal(total)
  const since = stopwatch()
  const timer = setInterval(() => {
    left.value = Math.max(0, Math.ceil(total - since() / 1000))
    if (left.peek() === 0) clearInterval(timer)
  }, POLL_INTERVAL_MS)
  lockouts.value = new Map(lockouts.peek()).set(keyOf(username), left)
  return true
}

/** The rest of the lockout. Screen readers announce its first value only. */
export function LockoutMessage({ username }: { username: string }) {
  const left = lockouts.value.get(keyOf(username))?.value ?? 0
  const [first] = useState(left)
  const text = (seconds: number) =>
    [codeText(Code.accountProtected), t('login.wait', { time: clockDuration(seconds) })]
      .filter(Boolean)
      .join('. ')
  return (
    <>
      <span className="quiet-text">{text(first)}</span>
      <span aria-hidden="true">{text(left)}</span>
    </>
  )
}
