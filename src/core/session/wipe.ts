import { outlivesSession, type StorageKey } from '../storage/keys.ts'
import { type Area, fallbackStore, read, write } from '../storage/storage.ts'
import { PLAYER_KEY, storedPlayer } from './stored-token.ts'

/** Removes every stored text but those whose keys are to be kept. */
export function wipeStorage(where: Area, isKept: (key: string) => boolean): void {
  const keys: string[] = [...fallbackStore[where].keys()]
  try {
    keys.push(...Object.keys(where === 'local' ? window.localStorage : window.sessionStorage))
  } catch {
    // Blocked storage holds nothing.
  }
  // A key of an older release is as good as one of today's.
  for (const key of keys) if (!isKept(key)) write(where, key as StorageKey, undefined)
}

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
