import { Code } from '../../src/contract/codes.ts'
import type { LoginRequest } from '../../src/contract/http.ts'
import { type Result, refused } from '../lib/result.ts'
import { recordDaily, recordEvent } from './events.ts'
import type { LockOut } from './lockout.ts'
import type { Identity, Logins } from './logins.ts'
import type { InTurn, PasswordQueue } from './password-queue.ts'
import { checkPassword } from './passwords.ts'
import { type SignIn, type SignInAnswerOptions, signInAnswer } from './sign-in-answer.ts'
import { storedKey } from './usernames.ts'

export interface SignInOptions extends SignInAnswerOptions {
  logins: Logins
  lockOut: LockOut
  passwordQueue: PasswordQueue
  /** How long an account is blocked after too many wrong passwords, ms. */
  blockMs: number
  /** ms since 1970. */
  now: () => number
  /** Whether players from this address are permitted. */
  permits: (ip: string) => boolean
}

/** The duration of a block: minutes for the text, seconds for a countdown, both rounded up. */
export const blockParams = (ms: number) => ({
  block_time: Math.ceil(ms / 60_000),
  seconds: Math.ceil(ms / 1000),
})

export function createSignIn(options: SignInOptions) {
  const { db, logins, lockOut, passwordQueue, blockMs, now, permits } = options

  const playerOf = (key: string) =>
    db
      .selectFrom('players')
      .select(['id', 'password_hash', 'banned'])
      .where('username_key', '=', key)
      .executeTakeFirst()

  const eventBase = (playerId: string | number | undefined, ip: string) => ({
    ip,
    at: now(),
    ...(playerId !== undefined && { playerId: String(playerId) }),
  })

  type Credentials = { key: string; password: string; ip: string; device: string }

  async function verifyLogin(
    { key, password, ip, device }: Credentials,
    inTurn: InTurn,
  ): Promise<Result<{ answer: SignIn }>> {
    const attempt = await lockOut.countAttempt(key, ip)
    if (!attempt.ok) {
      await recordEvent(db, { type: 'not allowed', ...eventBase(attempt.playerId, ip) })
      return refused(Code.accountProtected, blockParams(attempt.blockedMs))
    }
    const player = await playerOf(key)
    const event = eventBase(player?.id, ip)
    const isCorrect = await inTurn(() => checkPassword(player?.password_hash, password))
    const refuseCredentials = async () => {
      await recordEvent(db, { type: attempt.left === 0 ? 'temporary blocked' : 'login fail', ...event })
      if (attempt.left === undefined) return refused(Code.wrongCredentials)
      const { block_time, seconds } = blockParams(blockMs)
      const params = { left_count: attempt.left, block_time, ...(attempt.left === 0 && { seconds }) }
      return refused(Code.wrongCredentialsCounted, params)
    }
    if (!player || !isCorrect) return refuseCredentials()
    await lockOut.resetAttempts(key, ip)
    if (player.banned) {
      await recordEvent(db, { type: 'not allowed', ...event })
      return refused(Code.banned)
    }
    const opened = await logins.open(
      String(player.id),
      { ip, device },
      { passwordHash: player.password_hash },
    )
    if (!opened) return refuseCredentials()
    const { token, loginId } = opened
    await recordEvent(db, { type: 'login success', ...event })
    return {
      ok: true,
      answer: await signInAnswer(options, { playerId: String(player.id), loginId }, token, ip),
    }
  }

  return {
    /**
     * Codes: ipNotPermitted, checked first; tooManyRequests while the password queue is full;
     * wrongCredentialsCounted with `left_count` and `block_time` (minutes), wrongCredentials without a
     * lockout, accountProtected with `block_time`, banned (only after the correct password). An active block
     * adds the `seconds` until its end.
     */
    async login(
      { username, password }: LoginRequest,
      ip: string,
      device: string,
    ): Promise<Result<{ answer: SignIn }>> {
      const key = await storedKey(db, username)
      if (!permits(ip)) {
        await recordEvent(db, { type: 'not allowed', ...eventBase((await playerOf(key))?.id, ip) })
        return refused(Code.ipNotPermitted)
      }
      return passwordQueue.enter(ip, (inTurn) => verifyLogin({ key, password, ip, device }, inTurn))
    },

    /**
     * Logs in a player who has confirmed it on the phone, by the login `by`. Undefined for a banned player, a
     * forbidden address, and once that login has ended.
     */
    async loginByLink(by: Identity, ip: string, device: string): Promise<SignIn | undefined> {
      const { playerId, loginId: confirmedBy } = by
      const event = eventBase(playerId, ip)
      if (!permits(ip)) {
        await recordEvent(db, { type: 'not allowed', ...event })
        return undefined
      }
      const opened = await logins.open(playerId, { ip, device }, { confirmedBy })
      if (!opened) return undefined
      await recordEvent(db, { type: 'login success', ...event })
      return signInAnswer(options, { playerId, loginId: opened.loginId }, opened.token, ip)
    },

    /** Issues a new token, with the same answer as `login`. */
    async renew(identity: Identity, ip: string): Promise<SignIn> {
      await recordDaily(db, { type: 'check success', ip, at: now(), playerId: identity.playerId })
      return signInAnswer(options, identity, await logins.renew(identity), ip)
    },

    /** Records a rejected token. The player may be unknown: a signing key can outlive the database. */
    async renewalFailed(playerId: string, ip: string): Promise<void> {
      const known = db.selectFrom('players').select('id').where('id', '=', Number(playerId))
      if (await known.executeTakeFirst())
        await recordDaily(db, { type: 'check fail', ip, at: now(), playerId })
    },

    async logout(identity: Identity, ip: string): Promise<void> {
      if (await logins.end(identity))
        await recordEvent(db, { type: 'logout', ip, at: now(), playerId: identity.playerId })
    },
  }
}

export type SignInService = ReturnType<typeof createSignIn>
