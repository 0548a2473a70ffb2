import { SignJWT } from 'jose'

/** How long a token opens a session; sessions that are open outlive it. */
export const TOKEN_MS = 60_000

/** What a token permits at the SFU: to send a machine's picture, or to watch it. */
export type Permission = 'whip' | 'whep'

/**
 * Signs tokens for the front of an SFU (JWT, HS256): `aud` is the permission, `machine` the machine,
 * `publication` the one publication that may be sent or watched. A publication ends with its player's seat,
 * and its tokens with it.
 */
export function createSfuTokens(secret: string, now: () => number) {
  const key = new TextEncoder().encode(secret)
  return {
    sign: (permission: Permission, machineId: string, publication: string): Promise<string> =>
      new SignJWT({ machine: machineId, publication })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(permission)
        .setExpirationTime(Math.floor((now() + TOKEN_MS) / 1000))
        .sign(key),
  }
}
export type SfuTokens = ReturnType<typeof createSfuTokens>
