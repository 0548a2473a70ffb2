import { onSessionEnd, session } from '../../../core/session/state.ts'
import { sessionArea } from '../../../core/session/stored-token.ts'
import type { StorageKey } from '../../../core/storage/keys.ts'
import { read, write } from '../../../core/storage/storage.ts'
import {
  adjustForClock,
  CLAIM_KINDS,
  type ClaimKind,
  type Cooldown,
  msLeft,
  setSecondsLeft,
} from './state.ts'

/* When something was last claimed lies beside the token and goes with it: a logout wipes it. */
const KEYS = {
  discount: 'reelcast.discount-at',
  bonus: 'reelcast.bonus-at',
} as const satisfies Record<ClaimKind, StorageKey>

/** This player's stored last claim; undefined for another player's or an invalid one. */
function storedCooldown(kind: ClaimKind, playerId: string): Cooldown | undefined {
  const [, from, lasts, owner] = /^(\d+) (\d+) (.*)$/s.exec(read(sessionArea(), KEYS[kind]) ?? '') ?? []
  if (owner !== playerId) return undefined
  return { startedAt: Number(from), durationMs: Number(lasts) }
}

/** Keeps it, for a page that is loaded anew and for this player's other tabs. */
function storeCooldown(
  kind: ClaimKind,
  playerId: string,
  { startedAt: from, durationMs: lasts }: Cooldown,
): void {
  write(sessionArea(), KEYS[kind], `${Math.round(from)} ${Math.round(lasts)} ${playerId}`)
}

/** Tells when another tab of this player has claimed something. */
function onStoredCooldown(onChange: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || Object.values<string>(KEYS).includes(key)) onChange()
  })
}

let timer: ReturnType<typeof setTimeout> | undefined

function playerId(): string | undefined {
  const now = session.peek()
  return now.status === 'player' ? now.user.id : undefined
}

/**
 * Counts the seconds until each can be claimed again, from what is kept, until none is left. A wait that began
 * later than now is one of a clock that was set back since: it is kept anew, and lasts once more at the most.
 */
export function updateCooldowns(): void {
  clearTimeout(timer)
  const player = playerId()
  if (player === undefined) return
  const now = Date.now()
  let next = 0
  for (const kind of CLAIM_KINDS) {
    const kept = storedCooldown(kind, player)
    const wait = kept && adjustForClock(kept, now)
    if (wait && wait !== kept) storeCooldown(kind, player, wait)
    const left = wait ? msLeft(wait, now) : 0
    setSecondsLeft(kind, Math.ceil(left / 1000))
    // To the next whole second of whichever comes first.
    if (left > 0) next = Math.min(next || 1000, left % 1000 || 1000)
  }
  if (next > 0) timer = setTimeout(updateCooldowns, next)
}
onStoredCooldown(updateCooldowns)

/** From now on this player can not claim it for `lasts` ms. */
export function startCooldown(kind: ClaimKind, lasts: number): void {
  const player = playerId()
  if (player !== undefined) storeCooldown(kind, player, { startedAt: Date.now(), durationMs: lasts })
  updateCooldowns()
}

onSessionEnd(() => clearTimeout(timer))
