/** Maximum difference between the server's clock and this device's, ms. */
const MAX_SKEW_MS = 60_000

/**
 * When a JWT was issued (`iat`) or expires (`exp`), ms since 1970 by its server's clock. NaN if the claim is
 * missing.
 */
export function timeOf(token: string, claim: 'iat' | 'exp'): number {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return 1000 * (JSON.parse(atob(body))[claim] ?? NaN)
  } catch {
    return NaN
  }
}

/** How long a JWT is valid, ms. NaN if a claim is missing. */
export const lifetime = (token: string): number => timeOf(token, 'exp') - timeOf(token, 'iat')

/** Whether a JWT has expired, by a device clock that is `ahead` ms ahead of the server's. */
export const hasExpired = (token: string, ahead: number): boolean =>
  timeOf(token, 'exp') + MAX_SKEW_MS < Date.now() - ahead
