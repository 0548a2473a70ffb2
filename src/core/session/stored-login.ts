import { fromJson } from '../../contract/json.ts'
import { hasExpired } from './jwt.ts'
import { LOGIN_KEY, stored } from './stored-token.ts'

/** What is stored under `LOGIN_KEY`, unchecked; empty where nothing is. */
export const storedLogin = (): Readonly<Record<string, unknown>> => Object(fromJson(stored(LOGIN_KEY)))

/**
 * The address of the calls that the stored token came from; '/api' for a login that was stored without one.
 */
export const storedApiUrl = (): unknown => storedLogin().api ?? '/api'

/** Whether the stored token is a JWT that has expired: known without a call. */
export const isStoredTokenExpired = (token: string): boolean =>
  hasExpired(token, Number(storedLogin().ahead ?? 0))
