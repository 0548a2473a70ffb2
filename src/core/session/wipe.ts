import { outlivesSession } from '../storage/keys.ts'
import { type Area, read } from '../storage/storage.ts'
import { wipeStorage } from '../storage/wipe-storage.ts'
import { PLAYER_KEY, storedPlayer } from './stored-token.ts'

/** Removes everything that is stored of a player. */
export const wipePlayerData = (where: Area): void => wipeStorage(where, outlivesSession)

/**
 * Forgets this tab's session, and everything that is stored of its player. What all tabs share is left alone only
 * where it is another player's, who logged in there since.
 */
export function forgetSession(player = storedPlayer()): void {
  const shared = read('local', PLAYER_KEY)
  wipePlayerData('session')
  if (!player || !shared || player === shared) wipePlayerData('local')
}
