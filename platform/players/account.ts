import { sql } from 'kysely'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { PasswordRequest, ProfileAnswer } from '../../src/contract/player.ts'
import { Preferences, type UserUpdate } from '../../src/contract/user.ts'
import { type Refused, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import { recordEvent } from './events.ts'
import type { LockOut } from './lockout.ts'
import type { Identity, Logins } from './logins.ts'
import type { InTurn, PasswordQueue } from './password-queue.ts'
import { checkPassword, hashPassword, newPasswordError } from './passwords.ts'
import { blockParams } from './sign-in.ts'
import { playerSummary } from './sign-in-answer.ts'

/**
 * A player's own profile. Passwords never expire: periodic changes do not improve security (NIST SP 800-63B).
 */
export async function profileOf(db: Db, identity: Identity) {
  const { player, summary } = await playerSummary(db, identity)
  return {
    ...summary,
    email: player.email,
    last_password_change: player.password_changed_at.toISOString(),
    password_expired: false,
    limits: true,
    ...v.parse(Preferences, player.preferences),
  } satisfies v.InferInput<typeof ProfileAnswer>
}

/** Merges the given preferences into the stored ones. */
export async function savePreferences(db: Db, playerId: string, user: UserUpdate['user']): Promise<void> {
  await db
    .updateTable('players')
    .set({ preferences: sql<string>`preferences || ${JSON.stringify(user)}::jsonb` })
    .where('id', '=', Number(playerId))
    .execute()
}

export interface PasswordChange extends v.InferOutput<typeof PasswordRequest> {
  identity: Identity
  ip: string
  lockOut: LockOut
  passwordQueue: PasswordQueue
  /** ms since 1970. */
  now: number
}

/**
 * Changes a password and ends the player's other logins, which may be an intruder's. A wrong old password
 * counts and is recorded like one at the login: the token may be stolen. Codes: oldPasswordWrong,
 * accountProtected with `block_time` and `seconds`, tooManyRequests while the password queue is
 * full, and those of `newPasswordError`.
 */
export async function changePassword(
  db: Db,
  logins: Logins,
  change: PasswordChange,
): Promise<{ ok: true } | Refused> {
  return change.passwordQueue.enter(change.ip, (inTurn) => verifyAndChange(db, logins, change, inTurn))
}

async function verifyAndChange(
  db: Db,
  logins: Logins,
  change: PasswordChange,
  inTurn: InTurn,
): Promise<{ ok: true } | Refused> {
  const { identity, ip, now, lockOut } = change
  const event = { ip, at: now, playerId: identity.playerId }
  const player = db.selectFrom('players').where('id', '=', Number(identity.playerId))
  const { password_hash: storedHash, username_key: key } = await player
    .select(['password_hash', 'username_key'])
    .executeTakeFirstOrThrow()
  const attempt = await lockOut.countAttempt(key, ip)
  if (!attempt.ok) {
    await recordEvent(db, { type: 'not allowed', ...event })
    return refused(Code.accountProtected, blockParams(attempt.blockedMs))
  }
  if (!(await inTurn(() => checkPassword(storedHash, change.old_password)))) {
    await recordEvent(db, { type: attempt.left === 0 ? 'temporary blocked' : 'login fail', ...event })
    return refused(Code.oldPasswordWrong)
  }
  await lockOut.resetAttempts(key, ip)
  const error = newPasswordError(change.new_password)
  if (error) return error
  const newHash = await inTurn(() => hashPassword(change.new_password))
  const changed = await logins.endOthers(identity, async (trx): Promise<{ ok: true } | Refused> => {
    const updated = await trx
      .updateTable('players')
      .set({ password_hash: newHash, password_changed_at: new Date(now) })
      .where('id', '=', Number(identity.playerId))
      // Another change may have been made first.
      .where('password_hash', '=', storedHash)
      .returning('id')
      .executeTakeFirst()
    return updated ? { ok: true } : refused(Code.oldPasswordWrong)
  })
  if (!changed.ok) return changed
  await recordEvent(db, { type: 'password changed', ...event })
  return { ok: true }
}
