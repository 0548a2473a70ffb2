import type { StorageKey } from '../storage/keys.ts'
import { type Area, read } from '../storage/storage.ts'

/** The inline script of index.html looks for the same key. */
export const TOKEN_KEY = 'reelcast.token'
/** The stored hash of the PIN, and whose the session is: both lie beside the token. */
export const PIN_KEY = 'reelcast.pin'
export const PLAYER_KEY = 'reelcast.player'
/** What the servers' answers said of the player, as JSON: beside the token as well. */
export const LOGIN_KEY = 'reelcast.login'
/** When the player was last active, ms since 1970: by the idle lock, and by a login. */
export const ACTIVE_KEY = 'reelcast.active'
/** A logout is broadcast to the other tabs through this key; it is removed at once. */
export const LOGOUT_KEY = 'reelcast.left'
export const REMEMBER_KEY = 'reelcast.remember'

/**
 * Where this tab's session is kept. A session that is not to be remembered is this tab's own; it goes before the
 * remembered one, which all tabs share.
 */
export function sessionArea(): Area {
  return read('session', TOKEN_KEY) === undefined ? 'local' : 'session'
}

const stored = (key: StorageKey): string | undefined => read(sessionArea(), key)

/** The token a session may go on with. */
export const storedToken = (): string | undefined => stored(TOKEN_KEY)

/** The stored hash of the player's PIN, as the server gave it; undefined when they have none. */
export const storedPin = (): string | undefined => stored(PIN_KEY)

/** Whose session is stored, as `playerKey` of player.ts writes it. */
export const storedPlayer = (): string | undefined => stored(PLAYER_KEY)

/** The JSON of `LOGIN_KEY`. */
export const storedLogin = (): string | undefined => stored(LOGIN_KEY)

/** Did the player ask to be remembered on this device? Only what the login form offers first. */
export function remembers(): boolean {
  return read('local', REMEMBER_KEY) === '1'
}
