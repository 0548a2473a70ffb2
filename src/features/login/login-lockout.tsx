import { type Signal, signal } from '@preact/signals-react'
import { useState } from 'react'
import texts from '../../../locales/tr.json?groups=loginBlock'
import { Code } from '../../contract/codes.ts'
import type { Failure } from '../../contract/result.ts'
import { stopwatch } from '../../core/session/stopwatch.ts'
import { clockDuration } from '../../i18n/clock-duration.ts'
import { addTexts, codeText, t } from '../../i18n/index.ts'
import { failureField } from './login-fields.ts'

addTexts('tr', texts)

/** The clock is looked at this often, ms. */
const POLL_INTERVAL_MS = 250

/** Seconds that are left of each name's block. A name that was never blocked is not in it. */
const lockouts = signal<ReadonlyMap<string, Signal<number>>>(new Map())

/** A name however it is typed: the server takes these for one. */
const keyOf = (username: string) => username.trim().normalize('NFKC').toLowerCase()

/**
 * How long logins with this name are refused, s: from the `seconds` of the refusal, else its `block_time` in minutes;
 * 0 when the refusal is no block, or does not say.
 */
export function lockoutSeconds({ code, params }: Failure): number {
  const begins = code === Code.wrongCredentialsCounted && String(params.left_count) === '0'
  if (!begins && code !== Code.accountProtected) return 0
  const seconds = Number(params.seconds ?? Number(params.block_time) * 60)
  return seconds > 0 && Number.isFinite(seconds) ? Math.ceil(seconds) : 0
}

/** Whether logins with this name are refused now. A component that reads it while drawing follows it. */
export function isLockedOut(username: string): boolean {
  return (lockouts.value.get(keyOf(username))?.value ?? 0) > 0
}

/**
 * Takes a refused login: the cursor goes to the field it is about, and the block it tells of begins to run. Gives
 * whether there is one.
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

/** How long the block of this name lasts: seen each second, read out once. */
export function LockoutMessage({ username }: { username: string }) {
  const left = lockouts.value.get(keyOf(username))?.value ?? 0
  const [first] = useState(left)
  const text = (seconds: number) =>
    `${codeText(Code.accountProtected) ?? ''} ${t('loginBlock.wait', { time: clockDuration(seconds) })}`
  return (
    <>
      <span className="quiet-text">{text(first)}</span>
      <span aria-hidden="true">{text(left)}</span>
    </>
  )
}
