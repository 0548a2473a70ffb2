import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Identity } from '../../players/logins.ts'

/** How long a token opens a session; sessions that are open outlive it. */
export const TOKEN_MS = 60_000

/** What a token permits at the SFU: to send a machine's picture, or to watch it. */
export type Permission = 'whip' | 'whep'

const CameraClaims = v.object({ machine: v.string(), player: v.string(), login: v.string() })
export type CameraClaims = v.InferOutput<typeof CameraClaims>

/**
 * Signs tokens for the front of an SFU (JWT, HS256): `aud` is the permission, `machine` the machine. Of a
 * machine that the platform draws, `publication` is the one publication that may be sent or watched: it ends
 * with its player's seat, and its tokens with it. Of a cabinet's camera, `player` and `login` are those that
 * may watch, and `issued` is the time in ms: the end of a seat names a later one, and ends all before it.
 */
export function createSfuTokens(secret: string, now: () => number) {
  const key = new TextEncoder().encode(secret)
  const signed = (permission: Permission, claims: Readonly<Record<string, unknown>>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(permission)
      .setExpirationTime(Math.floor((now() + TOKEN_MS) / 1000))
      .sign(key)
  return {
    /** `playerId`: who watches; the front limits the viewers of a player. */
    sign: (
      permission: Permission,
      machineId: string,
      publication: string,
      playerId?: string,
    ): Promise<string> =>
      signed(permission, { machine: machineId, publication, ...(playerId && { player: playerId }) }),
    /** To watch a cabinet's camera. */
    signCamera: (machineId: string, { playerId, loginId }: Identity): Promise<string> =>
      signed('whep', { machine: machineId, player: playerId, login: loginId, issued: now() }),
    /** To end all that watch a cabinet's camera, or all but its player. */
    signEnd: (machineId: string, playerId?: string): Promise<string> =>
      signed('whip', { machine: machineId, issued: now(), ...(playerId && { player: playerId }) }),
    /** What a token to watch a camera says; undefined for any other. */
    async verifyCamera(token: string): Promise<CameraClaims | undefined> {
      const options = { audience: 'whep', algorithms: ['HS256'], currentDate: new Date(now()) }
      const verified = await jwtVerify(token, key, options).catch(() => undefined)
      const claims = v.safeParse(CameraClaims, verified?.payload)
      return claims.success ? claims.output : undefined
    },
  }
}
export type SfuTokens = ReturnType<typeof createSfuTokens>
