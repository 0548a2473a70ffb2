import type * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { LoginRequest, SignInAnswer } from '../../src/contract/http.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import { record } from './events.ts'
import type { LockOut } from './lockout.ts'
import { checkPassword } from './passwords.ts'
import type { Identity, Sessions } from './sessions.ts'

type SignIn = v.InferInput<typeof SignInAnswer>

export interface SignInOptions {
  db: Db
  sessions: Sessions
  lockOut: LockOut
  /** How long an account is protected after too many wrong passwords, in ms. */
  blockMs: number
  /** ms since 1970. */
  now: () => number
  /** May somebody from this address play here? */
  permits: (ip: string) => boolean
  /** What `versions` tells the app. */
  version: string
}

/** One name belongs to one player however it is typed. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase()

/** How long a block lasts: in minutes for the text, in whole seconds for a countdown; never too short. */
const blockFor = (ms: number) => ({ block_time: Math.ceil(ms / 60_000), seconds: Math.ceil(ms / 1000) })

export function createSignIn({ db, sessions, lockOut, blockMs, now, permits, version }: SignInOptions) {
  /** What a player is told of themselves with a token; the last logon is the one before this. */
  async function answerFor(identity: Identity, token: string, ip: string): Promise<SignIn> {
    const { player, said } = await describe(db, identity)
    return {
      ...said,
      token,
      pin_code: player.pin_hash,
      Group: player.group,
      Permissions: player.permissions.map((PermissionId) => ({ PermissionId })),
      ip_address: ip,
      versions: version,
    }
  }

  const playerOf = (key: string) =>
    db
      .selectFrom('players')
      .select(['id', 'password_hash', 'banned'])
      .where('username_key', '=', key)
      .executeTakeFirst()

  const aboutOf = (playerId: string | number | undefined, ip: string) => ({
    ip,
    at: now(),
    ...(playerId !== undefined && { playerId: String(playerId) }),
  })

  return {
    /**
     * Checks a name and a password. Codes: ipNotPermitted, before anything else and whoever it is;
     * wrongCredentialsCounted with `left_count` and `block_time` (minutes), wrongCredentials where nobody counts,
     * accountProtected with `block_time`, banned (told only to who knows the password). With a block that holds
     * now comes `seconds` until its end.
     */
    async login({ username, password }: LoginRequest, ip: string): Promise<Result<{ answer: SignIn }>> {
      const key = usernameKey(username)
      if (!permits(ip)) {
        await record(db, { type: 'not allowed', ...aboutOf((await playerOf(key))?.id, ip) })
        return refused(Code.ipNotPermitted)
      }
      const attempt = await lockOut.take(key)
      if (!attempt.ok) {
        await record(db, { type: 'not allowed', ...aboutOf(attempt.playerId, ip) })
        return refused(Code.accountProtected, blockFor(attempt.blockedMs))
      }
      const player = await playerOf(key)
      const about = aboutOf(player?.id, ip)
      const right = await checkPassword(player?.password_hash, password)
      if (!player || !right) {
        await record(db, { type: attempt.left === 0 ? 'temporary blocked' : 'login fail', ...about })
        if (attempt.left === undefined) return refused(Code.wrongCredentials)
        const { block_time, seconds } = blockFor(blockMs)
        const params = { left_count: attempt.left, block_time, ...(attempt.left === 0 && { seconds }) }
        return refused(Code.wrongCredentialsCounted, params)
      }
      await lockOut.resetAttempts(key)
      if (player.banned) {
        await record(db, { type: 'not allowed', ...about })
        return refused(Code.banned)
      }
      const { token, loginId } = await sessions.open(String(player.id), ip)
      await record(db, { type: 'login success', ...about })
      return { ok: true, answer: await answerFor({ playerId: String(player.id), loginId }, token, ip) }
    },

    /** A fresh token for a login that holds, with everything `login` tells. */
    async renew(identity: Identity, ip: string): Promise<SignIn> {
      await record(db, { type: 'check success', ...aboutOf(identity.playerId, ip) })
      return answerFor(identity, await sessions.renew(identity), ip)
    },

    /** A token of this player was not taken. The key that signed it may be older than the database. */
    async renewalFailed(playerId: string, ip: string): Promise<void> {
      const known = db.selectFrom('players').select('id').where('id', '=', Number(playerId))
      if (await known.executeTakeFirst()) await record(db, { type: 'check fail', ...aboutOf(playerId, ip) })
    },

    async logout(identity: Identity, ip: string): Promise<void> {
      await sessions.end(identity)
      await record(db, { type: 'logout', ip, at: now(), playerId: identity.playerId })
    },
  }
}

export type SignInService = ReturnType<typeof createSignIn>

/** A player's row, and what each answer about them says: names, and the login before this one. */
export async function describe(db: Db, identity: Identity) {
  const player = await db
    .selectFrom('players')
    .selectAll()
    .where('id', '=', Number(identity.playerId))
    .executeTakeFirstOrThrow()
  const last = await lastLogin(db, identity)
  const said = {
    id: identity.playerId,
    username: player.username,
    name: player.name,
    lastname: player.lastname,
    last_logon: last?.created_at.toISOString() ?? null,
    last_logon_ip: last?.ip ?? null,
  }
  return { player, said }
}

/** The login before this one, if any. */
function lastLogin(db: Db, { playerId, loginId }: Identity) {
  return db
    .selectFrom('logins')
    .select(['created_at', 'ip'])
    .where('player_id', '=', Number(playerId))
    .where('id', '!=', loginId)
    .where('created_at', '<=', (now) =>
      now.selectFrom('logins').select('created_at').where('id', '=', loginId),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
