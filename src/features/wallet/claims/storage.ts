import { sessionArea } from '../../../core/session/stored-token.ts'
import type { StorageKey } from '../../../core/storage/keys.ts'
import { read, write } from '../../../core/storage/storage.ts'
import type { ClaimKind, Cooldown } from './state.ts'

/* When something was last claimed lies beside the token and goes with it: a logout wipes it. */
const KEYS = {
  discount: 'reelcast.discount-at',
  bonus: 'reelcast.bonus-at',
} as const satisfies Record<ClaimKind, StorageKey>

/** What is kept of this player's last claim. What another player left, or nobody can read, is none. */
export function storedCooldown(kind: ClaimKind, playerId: string): Cooldown | undefined {
  const [, from, lasts, owner] = /^(\d+) (\d+) (.*)$/s.exec(read(sessionArea(), KEYS[kind]) ?? '') ?? []
  if (owner !== playerId) return undefined
  return { startedAt: Number(from), durationMs: Number(lasts) }
}

/** Keeps it, for a page that is loaded anew and for this player's other tabs. */
export function storeCooldown(
  kind: ClaimKind,
  playerId: string,
  { startedAt: from, durationMs: lasts }: Cooldown,
): void {
  write(sessionArea(), KEYS[kind], `${Math.round(from)} ${Math.round(lasts)} ${playerId}`)
}

/** Tells when another tab of this player has claimed something. */
export function onStoredCooldown(onChange: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || Object.values<string>(KEYS).includes(key)) onChange()
  })
}
