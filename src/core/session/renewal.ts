/** A token is renewed when this much of its life is over. */
const RENEW_AFTER = 0.8

/**
 * How long to wait before a token that was just received is renewed, ms; undefined for an opaque token. Only the
 * distance between the token's own two times counts, so that a wrong clock on this device does not matter.
 */
export function renewalDelay(token: string): number | undefined {
  const body = token.split('.')[1]
  if (!body) return undefined
  try {
    const claims: unknown = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims) || !('iat' in claims)) {
      return undefined
    }
    const life = Number(claims.exp) - Number(claims.iat)
    return life > 0 ? Math.min(life * 1000 * RENEW_AFTER, 2 ** 31 - 1) : undefined
  } catch {
    return undefined
  }
}
