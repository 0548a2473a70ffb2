import { errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { refused } from '../lib/result.ts'
import type { Identity, LoginsOptions, VerifiedToken } from './logins.ts'

const Claims = v.object({
  sub: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
  sid: v.pipe(v.string(), v.uuid()),
  exp: v.number(),
})

/** The tokens of logins: JWTs, whose times are whole seconds. The login of a valid token may have ended. */
export function createTokens({
  keys,
  now,
  expiryNow = now,
  tokenMs,
}: Pick<LoginsOptions, 'keys' | 'now' | 'expiryNow' | 'tokenMs'>) {
  function keyOf({ kid }: { kid?: string | undefined }): Uint8Array {
    const key = keys.verifying(kid)
    if (!key) throw new errors.JWSSignatureVerificationFailed()
    return key
  }

  return {
    /** When a token that is signed now expires, s since 1970. */
    nextExpiryS: () => Math.floor((now() + tokenMs) / 1000),

    sign({ playerId, loginId }: Identity, expiryS: number): Promise<string> {
      const { kid, key } = keys.current()
      return (
        new SignJWT({ sid: loginId })
          .setProtectedHeader({ alg: 'HS256', kid })
          .setSubject(playerId)
          // When its expiry was computed; storing it takes time, and the lifetime must be the configured one.
          .setIssuedAt(expiryS - Math.floor(tokenMs / 1000))
          .setExpirationTime(expiryS)
          .sign(key)
      )
    },

    /** Codes: badSignature, tokenExpired. Never throws. */
    async read(token: string): Promise<VerifiedToken> {
      try {
        const options = { algorithms: ['HS256'], currentDate: new Date(expiryNow()) }
        const claims = v.safeParse(Claims, (await jwtVerify(token, keyOf, options)).payload)
        if (!claims.success) return refused(Code.badSignature)
        const { sub, sid, exp } = claims.output
        return { ok: true, identity: { playerId: sub, loginId: sid }, expiresAt: exp * 1000 }
      } catch (error) {
        if (!(error instanceof errors.JWTExpired)) return refused(Code.badSignature)
        const claims = v.safeParse(Claims, error.payload)
        return { ...refused(Code.tokenExpired), ...(claims.success && { playerId: claims.output.sub }) }
      }
    },
  }
}
