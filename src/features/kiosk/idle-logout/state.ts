import { type ReadonlySignal, signal } from '@preact/signals-react'
import { IDLE_WARNING_MS } from '../../lock/state.ts'

/**
 * `active`: in use. `warned`: idle, with whole seconds left until the logout. `leaving`: the automatic logout
 * is in progress. `attract`: no player is logged in and the attract screen is shown.
 */
export type Presence =
  | { status: 'active' }
  | { status: 'warned'; left: number }
  | { status: 'leaving' }
  | { status: 'attract' }

const ACTIVE: Presence = { status: 'active' }
const presenceSignal = signal<Presence>(ACTIVE)

export const presence: ReadonlySignal<Presence> = presenceSignal

/** The session, and the idle time (ms) until logout and until the attract screen. */
export interface IdlePolicy {
  user: 'player' | 'guest' | 'unknown'
  logoutMs: number
  attractMs: number
}

/** The length of the warning, ms: a short idle time begins without one, or a touch would not end it. */
export const warningMs = (logoutMs: number): number => Math.min(IDLE_WARNING_MS, logoutMs / 2)

/** Updates the state from the idle time, ms. Returns the delay until the next check, ms. */
export function applyIdleTime(ms: number, { user, logoutMs, attractMs }: IdlePolicy): number {
  const current = presenceSignal.peek()
  if (current.status === 'leaving') return 1_000
  if (user === 'player') {
    const left = logoutMs - ms
    const warning = warningMs(logoutMs)
    if (left <= 0) presenceSignal.value = { status: 'leaving' }
    else if (left > warning) setPresence(ACTIVE)
    else setPresence({ status: 'warned', left: Math.ceil(left / 1000) })
    return left > warning ? left - warning : left % 1000 || 1000
  }
  const invite = user === 'guest' && ms >= attractMs
  setPresence(invite ? { status: 'attract' } : ACTIVE)
  if (user === 'unknown') return 1_000
  return invite ? 5_000 : attractMs - ms
}

function setPresence(next: Presence): void {
  const current = presenceSignal.peek()
  const same =
    current.status === next.status &&
    (current.status !== 'warned' || (next.status === 'warned' && current.left === next.left))
  if (!same) presenceSignal.value = next
}

export function finishLogout(): void {
  presenceSignal.value = ACTIVE
}
