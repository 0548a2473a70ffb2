import { outlivesSession, type StorageKey } from '../storage/keys.ts'
import { type Area, fallbackStore, read, write } from '../storage/storage.ts'
import { samePlayerKey } from './player.ts'
import { PLAYER_KEY, storedPlayer } from './stored-token.ts'

/** Removes all stored values except those with kept keys. */
export function wipeStorage(where: Area, isKept: (key: string) => boolean): void {
  const keys: string[] = [...fallbackStore[where].keys()]
  try {
    keys.push(...Object.keys(where === 'local' ? window.localStorage : window.sessionStorage))
  } catch {
    // Blocked storage has no keys.
  }
  // Keys of older releases are removed too.
  for (const key of keys) if (!isKept(key)) write(where, key as StorageKey, undefined)
}

export const wipePlayerData = (where: Area): void => wipeStorage(where, outlivesSession)

/**
 * Removes this tab's session and all stored data of its player. The shared data is kept only if another
 * player has logged in since.
 */
export function forgetSession(player = storedPlayer()): void {
  const shared = read('local', PLAYER_KEY)
  wipePlayerData('session')
  // The server may have renamed the player since the login.
  if (!player || !shared || samePlayerKey(player, shared)) wipePlayerData('local')
}
