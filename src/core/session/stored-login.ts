import { fromJson } from '../../contract/json.ts'
import { hasExpired } from './jwt.ts'
import { LOGIN_KEY, stored } from './stored-token.ts'

/** The JSON object under `LOGIN_KEY`, not validated; empty if there is none. */
export const storedLogin = (): Readonly<Record<string, unknown>> => Object(fromJson(stored(LOGIN_KEY)))

/** The `apiUrl` at which the stored token was issued; '/api' if none is stored. */
export const storedApiUrl = (): unknown => storedLogin().api ?? '/api'

/**
 * Whether the stored token is a JWT that has expired, so that no call is needed to know. A clock that was
 * behind at the login may have been set since: then the server decides.
 */
export const isStoredTokenExpired = (token: string): boolean =>
  hasExpired(token, Math.max(0, Number(storedLogin().ahead ?? 0)))
