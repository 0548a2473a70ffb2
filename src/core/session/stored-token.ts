import type { StorageKey } from '../storage/keys.ts'
import { type Area, read } from '../storage/storage.ts'

export const TOKEN_KEY = 'reelcast.token'
/** The PIN's hash and the player (`playerKey`), stored in the same area as the token. */
export const PIN_KEY = 'reelcast.pin'
export const PLAYER_KEY = 'reelcast.player'
/**
 * Stored with the token: a JSON object with the player's fields from the server's answers, `ahead` (ms by
 * which this device's clock is ahead of the server's) and `api` (the `apiUrl` at which the token was issued).
 */
export const LOGIN_KEY = 'reelcast.login'
/** The player's last activity (idle lock, login), ms since 1970. */
export const ACTIVE_KEY = 'reelcast.active'
/** When the login was first stored, ms since 1970: a tab's duplicates have the same. */
export const LOGIN_ID_KEY = 'reelcast.login-id'
/** Broadcasts a logout to the other tabs; removed at once. */
export const LOGOUT_KEY = 'reelcast.left'
/** '0' after a login without "remember me". */
export const REMEMBER_KEY = 'reelcast.remember'

/**
 * The storage area of this tab's session. A session that is not remembered is in session storage and takes
 * precedence over the remembered one, which all tabs share.
 */
export function sessionArea(): Area {
  return read('session', TOKEN_KEY) === undefined ? 'local' : 'session'
}

/** The value under this key in the storage area of this tab's session. */
export const stored = (key: StorageKey): string | undefined => read(sessionArea(), key)

export const storedToken = (): string | undefined => stored(TOKEN_KEY)

/** The stored hash of the PIN, as the server sent it; undefined for a player without a PIN. */
export const storedPin = (): string | undefined => stored(PIN_KEY)

/** The player of the stored session, as a `playerKey`. */
export const storedPlayer = (): string | undefined => stored(PLAYER_KEY)

/** Whether "remember me" is ticked at first: until a player of this device unticks it. */
export const remembers = (): boolean => read('local', REMEMBER_KEY) !== '0'
