import { onSessionEnd, session } from '../../../core/session/state.ts'
import { adjustForClock, CLAIM_KINDS, type ClaimKind, msLeft, setSecondsLeft } from './state.ts'
import { onStoredCooldown, storeCooldown, storedCooldown } from './storage.ts'

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
