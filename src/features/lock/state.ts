import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { IDLE_WARNING_MS } from '../../core/idle/limits.ts'

/** Without a touch or key for so long, ms, the screen is locked (specification, section 9). */
export const MAX_IDLE_MS = 60_000
/** So many wrong PINs log the player out. */
export const MAX_WRONG_PINS = 5

/** `warned.left`: whole seconds until the lock. `refused.left`: how many PINs may still be tried. */
export type Lock =
  | { is: 'awake' }
  | { is: 'warned'; left: number }
  | { is: 'locked' }
  | { is: 'checking' }
  | { is: 'refused'; left: number }

const AWAKE: Lock = { is: 'awake' }
const lockSignal = signal<Lock>(AWAKE)

/** How the screen is. */
export const lock: ReadonlySignal<Lock> = lockSignal

const isUnlocked = ({ is }: Lock) => is === 'awake' || is === 'warned'

/** Does the PIN stand between the player and the page? */
export const locked: ReadonlySignal<boolean> = computed(() => !isUnlocked(lockSignal.value))

/** Nobody has touched anything for `ms`. Says nothing to a screen that is locked already. */
export function applyIdleTime(ms: number): void {
  const now = lockSignal.peek()
  if (!isUnlocked(now)) return
  if (ms >= MAX_IDLE_MS) lockScreen(0)
  else if (ms < MAX_IDLE_MS - IDLE_WARNING_MS) lockSignal.value = AWAKE
  else {
    const left = Math.ceil((MAX_IDLE_MS - ms) / 1000)
    if (now.is !== 'warned' || now.left !== left) lockSignal.value = { is: 'warned', left }
  }
}

/** Locks a screen that is open; `wrong` PINs were tried at this lock before (a reload, another tab). */
export function lockScreen(wrong: number): void {
  if (isUnlocked(lockSignal.peek())) lockSignal.value = lockedState(wrong)
}

const lockedState = (wrong: number): Lock =>
  wrong > 0 ? { is: 'refused', left: Math.max(MAX_WRONG_PINS - wrong, 0) } : { is: 'locked' }

/**
 * A PIN is going to be checked. Undefined where none is asked for, or one is being checked already; else what
 * `lock` is from now on, so that whoever checks can tell whether it still is.
 */
export function beginCheck(): Lock | undefined {
  const { is } = lockSignal.peek()
  if (is !== 'locked' && is !== 'refused') return undefined
  const check: Lock = { is: 'checking' }
  lockSignal.value = check
  return check
}

/** The PIN that was being checked is wrong, the `wrong`th at this lock. */
export function rejectPin(wrong: number): void {
  if (lockSignal.peek().is === 'checking') lockSignal.value = lockedState(wrong)
}

/** The right PIN was given, here or in another tab; or there is nobody left to lock out. */
export function unlock(): void {
  lockSignal.value = AWAKE
}
