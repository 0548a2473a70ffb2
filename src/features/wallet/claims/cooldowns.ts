import { isOwner, ownerOf, readShared, SHARED_KEY, writeShared } from '../../../core/session/login-storage.ts'
import { type PlayerRef, playerKey } from '../../../core/session/player.ts'
import { onSessionEnd, session } from '../../../core/session/state.ts'
import type { StorageKey } from '../../../core/storage/keys.ts'
import { serverNow } from '../../../net/server-clock.ts'
import {
  adjustForClock,
  CLAIM_KINDS,
  type ClaimKind,
  type Cooldown,
  msLeft,
  setSecondsLeft,
} from './state.ts'

/* The cooldowns are stored with the token, and a logout removes them. */
const KEYS = {
  discount: 'reelcast.discount-at',
  bonus: 'reelcast.bonus-at',
} as const satisfies Record<ClaimKind, StorageKey>

/** The player's stored cooldown; undefined if it is invalid or another player's. */
function storedCooldown(kind: ClaimKind, player: PlayerRef): Cooldown | undefined {
  const [, from, lasts, owner] = /^(\d+) (\d+) (.*)$/s.exec(readShared(KEYS[kind]) ?? '') ?? []
  if (!isOwner(owner, playerKey(player))) return undefined
  return { startedAt: Number(from), durationMs: Number(lasts) }
}

/** Stores a cooldown for reloads and for the player's other tabs. */
function storeCooldown(
  kind: ClaimKind,
  player: PlayerRef,
  { startedAt: from, durationMs: lasts }: Cooldown,
): void {
  writeShared(KEYS[kind], `${Math.round(from)} ${Math.round(lasts)} ${ownerOf(playerKey(player))}`)
}

/** Calls `onChange` when another tab has stored a cooldown. */
function onStoredCooldown(onChange: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || [...Object.values<string>(KEYS), SHARED_KEY].includes(key)) onChange()
  })
}

let timer: ReturnType<typeof setTimeout> | undefined

function currentPlayer(): PlayerRef | undefined {
  const now = session.peek()
  return now.status === 'player' ? now.user : undefined
}

/**
 * Updates the remaining seconds of each cooldown from storage, every second until all have ended. A start in
 * the future means that the clock was set back: that cooldown restarts and is stored again.
 */
export function updateCooldowns(): void {
  clearTimeout(timer)
  const player = currentPlayer()
  if (player === undefined) return
  const now = serverNow()
  let next = 0
  for (const kind of CLAIM_KINDS) {
    const kept = storedCooldown(kind, player)
    const wait = kept && adjustForClock(kept, now)
    if (wait && wait !== kept) storeCooldown(kind, player, wait)
    const left = wait ? msLeft(wait, now) : 0
    setSecondsLeft(kind, Math.ceil(left / 1000))
    // At the next whole second of the cooldown that reaches it first.
    if (left > 0) next = Math.min(next || 1000, left % 1000 || 1000)
  }
  if (next > 0) timer = setTimeout(updateCooldowns, next)
}
onStoredCooldown(updateCooldowns)

/** Starts a cooldown of `lasts` ms for this player. */
export function startCooldown(kind: ClaimKind, lasts: number): void {
  const player = currentPlayer()
  if (player !== undefined) storeCooldown(kind, player, { startedAt: serverNow(), durationMs: lasts })
  updateCooldowns()
}

onSessionEnd(() => clearTimeout(timer))
