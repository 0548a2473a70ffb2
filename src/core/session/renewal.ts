import { tokenTimes } from './jwt.ts'

/** A token is renewed when this much of its life is over. */
const RENEW_AFTER = 0.8

/**
 * How long to wait before a token that was just received is renewed, ms; undefined for an opaque token. Only the
 * distance between the token's own two times counts, so that a wrong clock on this device does not matter.
 */
export function renewalDelay(token: string): number | undefined {
  const [issued, expires] = tokenTimes(token)
  const life = expires - issued
  return life > 0 ? Math.min(life * RENEW_AFTER, 2 ** 31 - 1) : undefined
}
