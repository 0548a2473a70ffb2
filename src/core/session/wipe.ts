import { type Area, memory, read, write } from '../storage/storage.ts'
import { PLAYER_KEY, storedPlayer } from './stored-token.ts'

/** What belongs to this device and outlives a session, whoever comes next. All else under `reelcast.` is a player's. */
const KEPT =
  /^(?!reelcast\.)|^reelcast\.(language|remember|volume|feel|balance-hidden|folded|guest-theme|browser|gated|look|kiosk(-jackpots|-tries)?|update|data-saver)$/

/** Forgets everything that is stored of a player. */
export function wipe(where: Area): void {
  const keys = [...memory[where].keys()]
  try {
    keys.push(...Object.keys(where === 'local' ? window.localStorage : window.sessionStorage))
  } catch {
    // What can not be read is not there.
  }
  for (const key of keys) if (!KEPT.test(key)) write(where, key, undefined)
}

/**
 * Forgets this tab's session, and everything that is stored of its player. What all tabs share is left alone only
 * where it is another player's, who logged in there since.
 */
export function forgetSession(player = storedPlayer()): void {
  const shared = read('local', PLAYER_KEY)
  wipe('session')
  if (!player || !shared || player === shared) wipe('local')
}
