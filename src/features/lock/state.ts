import { computed, type ReadonlySignal, signal } from '@preact/signals-react'

/** The idle time after which the screen locks, ms (specification, section 9). */
export const MAX_IDLE_MS = 60_000
/** Time between the idle warning and the lock or a kiosk's logout, ms (specification, section 9). */
export const IDLE_WARNING_MS = 20_000
/** After this many wrong PINs the player is logged out. */
export const MAX_WRONG_PINS = 5

/** `warned.left`: whole seconds until the lock. `refused.left`: remaining attempts. */
export type Lock =
  | { status: 'awake' }
  | { status: 'warned'; left: number }
  | { status: 'locked' }
  | { status: 'checking' }
  | { status: 'refused'; left: number }

const AWAKE: Lock = { status: 'awake' }
const lockSignal = signal<Lock>(AWAKE)

export const lock: ReadonlySignal<Lock> = lockSignal

const isUnlocked = ({ status }: Lock) => status === 'awake' || status === 'warned'

/** Whether the PIN is required. */
export const locked: ReadonlySignal<boolean> = computed(() => !isUnlocked(lockSignal.value))

/** Updates the state from the idle time, ms. A locked screen stays locked. */
export function applyIdleTime(ms: number): void {
  const current = lockSignal.peek()
  if (!isUnlocked(current)) return
  if (ms >= MAX_IDLE_MS) lockScreen(0)
  else if (ms < MAX_IDLE_MS - IDLE_WARNING_MS) lockSignal.value = AWAKE
  else {
    const left = Math.ceil((MAX_IDLE_MS - ms) / 1000)
    if (current.status !== 'warned' || current.left !== left) lockSignal.value = { status: 'warned', left }
  }
}

/** Locks the screen; `wrong` PINs were already tried at this lock (before a reload, in another tab). */
export function lockScreen(wrong: number): void {
  if (isUnlocked(lockSignal.peek())) lockSignal.value = lockedState(wrong)
}

const lockedState = (wrong: number): Lock =>
  wrong > 0 ? { status: 'refused', left: Math.max(MAX_WRONG_PINS - wrong, 0) } : { status: 'locked' }

/**
 * Starts a PIN check. Returns the new state, which the caller compares later to see whether it is still
 * current; undefined if no PIN is required or a check is pending.
 */
export function beginCheck(): Lock | undefined {
  const { status } = lockSignal.peek()
  if (status !== 'locked' && status !== 'refused') return undefined
  const check: Lock = { status: 'checking' }
  lockSignal.value = check
  return check
}

/** Ends a check with a wrong PIN, the `wrong`th at this lock. */
export function rejectPin(wrong: number): void {
  if (lockSignal.peek().status === 'checking') lockSignal.value = lockedState(wrong)
}

/** Unlocks: after the right PIN here or in another tab, or at the end of the session. */
export function unlock(): void {
  lockSignal.value = AWAKE
}
