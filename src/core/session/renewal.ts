import { lifetime } from './jwt.ts'

/** A token is renewed after this part of its lifetime. */
const RENEW_AFTER = 0.8

/**
 * The delay before a token that was just received is renewed, ms; undefined for an opaque token. It depends
 * only on the difference of the token's two times, so that a wrong clock on this device does not matter.
 */
export function renewalDelay(token: string): number | undefined {
  const life = lifetime(token)
  return life > 0 ? Math.min(life * RENEW_AFTER, 2 ** 31 - 1) : undefined
}
