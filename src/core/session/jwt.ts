/** How far a server's clock and this device's may be apart, ms. */
const MAX_SKEW_MS = 60_000

/** When a JWT was issued and when it expires, ms since 1970 by its server's clock; NaN where it does not say. */
export function tokenTimes(token: string): readonly [issued: number, expires: number] {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { iat, exp } = Object(JSON.parse(atob(body)))
    return [1000 * (iat ?? NaN), 1000 * (exp ?? NaN)]
  } catch {
    return [NaN, NaN]
  }
}

/** How much this device's clock is ahead of the server's, ms, as seen by a token that was just received. */
export const clockAhead = (token: string): number => Date.now() - tokenTimes(token)[0]

/** Whether a JWT has expired by a device's clock that is `ahead` of the server's by so many ms. */
export const hasExpired = (token: string, ahead: number): boolean =>
  tokenTimes(token)[1] + MAX_SKEW_MS < Date.now() - ahead
