import { fromJson } from '../../contract/json.ts'
import type { StorageKey } from '../storage/keys.ts'
import { type Area, read, write } from '../storage/storage.ts'
import { samePlayerKey } from './player.ts'
import { LOGIN_ID_KEY, sessionArea } from './stored-token.ts'

/*
 * Values that count for a login as a whole, in all its tabs. A login that is not remembered is in session
 * storage, which a duplicated tab copies: its values are also in local storage, marked with the login's id.
 * If two such logins write, each falls back to its tab's own value.
 */

export const SHARED_KEY = 'reelcast.shared'

function sharedValues(): Readonly<Record<string, string | undefined>> {
  const { id, values } = Object(fromJson(read('local', SHARED_KEY)))
  return id === read('session', LOGIN_ID_KEY) ? Object(values) : {}
}

/**
 * The mark of a value's player. A value in session storage has none: it is the tab's login's, and its copy in
 * local storage must not name a player who is not remembered.
 */
export const ownerOf = (player: string): string => (sessionArea() === 'local' ? player : '')

/** Whether a value with this mark is the player's. */
export const isOwner = (owner: string | undefined, player: string): boolean =>
  owner === '' || samePlayerKey(owner, player)

/** Reads a value of the login. */
export const readShared = (key: StorageKey, area: Area = sessionArea()): string | undefined =>
  (area === 'session' ? sharedValues()[key] : undefined) ?? read(area, key)

/** Stores a value of the login, or removes it (undefined). */
export function writeShared(key: StorageKey, value: string | undefined, area: Area = sessionArea()): void {
  write(area, key, value)
  if (area === 'local') return
  const values = { ...sharedValues(), [key]: value }
  write('local', SHARED_KEY, JSON.stringify({ id: read('session', LOGIN_ID_KEY), values }))
}
