/** Maximum difference between the server's clock and this device's, ms. */
const MAX_SKEW_MS = 60_000

/**
 * When a JWT was issued and when it expires, ms since 1970 by the server's clock; NaN if the token does not
 * contain it.
 */
export function tokenTimes(token: string): readonly [issued: number, expires: number] {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { iat, exp } = Object(JSON.parse(atob(body)))
    return [1000 * (iat ?? NaN), 1000 * (exp ?? NaN)]
  } catch {
    return [NaN, NaN]
  }
}

/** By how many ms this device's clock is ahead of the server's, from a token that was just received. */
export const clockAhead = (token: string): number => Date.now() - tokenTimes(token)[0]

/** Whether a JWT has expired, by a device clock that is `ahead` ms ahead of the server's. */
export const hasExpired = (token: string, ahead: number): boolean =>
  tokenTimes(token)[1] + MAX_SKEW_MS < Date.now() - ahead
