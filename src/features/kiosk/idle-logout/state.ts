import { type ReadonlySignal, signal } from '@preact/signals-react'
import { IDLE_WARNING_MS } from '../../../core/idle/limits.ts'

/**
 * How a venue's screen is: somebody is there; nobody has touched it for long, with whole seconds until the logout;
 * the one who went is being sent home; or nobody is logged in and it invites somebody (`attract`).
 */
export type Presence = { is: 'here' } | { is: 'warned'; left: number } | { is: 'leaving' } | { is: 'attract' }

const HERE: Presence = { is: 'here' }
const presenceSignal = signal<Presence>(HERE)

export const presence: ReadonlySignal<Presence> = presenceSignal

/** Who is logged in or not, and how long (ms) is waited for them. */
export interface IdlePolicy {
  who: 'player' | 'guest' | 'nobody'
  logoutMs: number
  attractMs: number
}

/** Nobody has touched anything for `ms`. Gives in how many ms that is to be looked at again. */
export function applyIdleTime(ms: number, { who, logoutMs, attractMs }: IdlePolicy): number {
  const now = presenceSignal.peek()
  if (now.is === 'leaving') return 1_000
  if (who === 'player') {
    const left = logoutMs - ms
    if (left <= 0) presenceSignal.value = { is: 'leaving' }
    else if (left > IDLE_WARNING_MS) setPresence(HERE)
    else setPresence({ is: 'warned', left: Math.ceil(left / 1000) })
    return left > IDLE_WARNING_MS ? left - IDLE_WARNING_MS : left % 1000 || 1000
  }
  const invite = who === 'guest' && ms >= attractMs
  setPresence(invite ? { is: 'attract' } : HERE)
  return invite ? 5_000 : attractMs - ms
}

function setPresence(next: Presence): void {
  const now = presenceSignal.peek()
  const same = now.is === next.is && (now.is !== 'warned' || (next.is === 'warned' && now.left === next.left))
  if (!same) presenceSignal.value = next
}

/** Whoever was sent home is gone. */
export function finishLogout(): void {
  presenceSignal.value = HERE
}
