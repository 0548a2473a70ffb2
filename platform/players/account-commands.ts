import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import { setBanned } from './account.ts'
import { recordEvent } from './events.ts'
import { recordOperatorAction } from './operator-log.ts'
import { hashPassword, hashPin } from './passwords.ts'
import { usernameKey } from './sign-in.ts'
import { revokeLogins } from './stored-logins.ts'

/*
 * What `npm run players` changes on an account. Running platforms follow by the operator's actions
 * (command-watch.ts), so a login that a command ends has the time of its action.
 */

/** Changes an account together with the operator's action. `find` returns undefined for an unknown name. */
function changeAccount(
  db: Db,
  action: string,
  now: Date,
  find: (trx: Trx) => Promise<string | undefined>,
  endsLogins: boolean,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const player = await find(trx)
    if (player === undefined) return false
    if (endsLogins) await revokeLogins(trx, player, now).execute()
    await recordOperatorAction(trx, { action, target: { player }, outcome: 'done', ip: 'local', at: now })
    return true
  })
}

async function updatePlayer(
  trx: Trx,
  username: string,
  values: { pin_hash: string } | { password_hash: string; password_changed_at: Date },
): Promise<string | undefined> {
  const player = await trx
    .updateTable('players')
    .set(values)
    .where('username_key', '=', usernameKey(username))
    .returning('id')
    .executeTakeFirst()
  return player && String(player.id)
}

/** Lifts the lock-out of a player, for every network. */
const forgetAttempts = (trx: Trx, playerId: string) =>
  trx.deleteFrom('login_attempts').where('player_id', '=', Number(playerId)).execute()

/**
 * Sets a password that `newPasswordError` permits, ends the player's logins, and lifts a block after wrong
 * passwords. False: there is no player of this name.
 */
export async function setPassword(
  db: Db,
  { username, password }: { username: string; password: string },
  now: Date,
): Promise<boolean> {
  const password_hash = await hashPassword(password)
  const update = async (trx: Trx) => {
    const playerId = await updatePlayer(trx, username, { password_hash, password_changed_at: now })
    if (playerId === undefined) return undefined
    await forgetAttempts(trx, playerId)
    await recordEvent(trx, { type: 'password changed', playerId, at: now.getTime() })
    return playerId
  }
  return changeAccount(db, 'players password', now, update, true)
}

/** Sets the PIN of the lock screen. False: there is no player of this name. */
export async function setPin(
  db: Db,
  { username, pin }: { username: string; pin: string },
  now: Date,
): Promise<boolean> {
  const pin_hash = await hashPin(pin)
  return changeAccount(db, 'players pin', now, (trx) => updatePlayer(trx, username, { pin_hash }), false)
}

/** Lifts a block after wrong passwords, for every network. False: there is no player of this name. */
export function unlock(db: Db, username: string, now: Date): Promise<boolean> {
  const forget = async (trx: Trx) => {
    const player = await trx
      .selectFrom('players')
      .select('id')
      .where('username_key', '=', usernameKey(username))
      .executeTakeFirst()
    if (player) await forgetAttempts(trx, String(player.id))
    return player && String(player.id)
  }
  return changeAccount(db, 'players unlock', now, forget, false)
}

/** Bans a player and ends the logins, or lifts the ban. False: there is no player of this name. */
export function ban(
  db: Db,
  { username, banned }: { username: string; banned: boolean },
  now: Date,
): Promise<boolean> {
  const action = banned ? 'players ban' : 'players unban'
  return changeAccount(db, action, now, (trx) => setBanned(trx, { username, banned }), banned)
}
