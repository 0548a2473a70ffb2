import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'
import { recordEvent } from './events.ts'
import { type ActionOrigin, recordOperatorAction } from './operator-log.ts'
import { setMaxStake } from './own-limits.ts'
import { hashPassword, hashPin } from './passwords.ts'
import { revokeLogins } from './stored-logins.ts'
import { findPlayer, storedKey } from './usernames.ts'

/*
 * What `npm run players` and the admin API change on an account. Running platforms follow the command by the
 * operator's actions (command-watch.ts), so a login that it ends has the time of its action.
 */

/** A player whose account has changed, and the logins that ended with the change. */
interface ChangedAccount {
  readonly player: string
  readonly ended: readonly string[]
}

interface Change {
  readonly origin: ActionOrigin
  /** Returns the player's id, undefined for an unknown name. */
  readonly apply: (trx: Trx) => Promise<string | undefined>
  readonly endsLogins: boolean
  /** What the action's target has besides the player. */
  readonly more?: object
}

/** Changes an account together with the operator's action. Undefined: there is no player of this name. */
function changeAccount(
  db: Db,
  { origin, apply, endsLogins, more }: Change,
): Promise<ChangedAccount | undefined> {
  return db.transaction().execute(async (trx) => {
    const player = await apply(trx)
    if (player === undefined) return undefined
    const ended = endsLogins ? await revokeLogins(trx, player, origin.at).execute() : []
    await recordOperatorAction(trx, { ...origin, target: { player, ...more }, outcome: 'done' })
    return { player, ended: ended.map(({ id }) => id) }
  })
}

/** Changes an account by a command. False: there is no player of this name. */
async function runCommand(
  db: Db,
  action: string,
  at: Date,
  apply: Change['apply'],
  endsLogins: boolean,
): Promise<boolean> {
  const changed = await changeAccount(db, { origin: { action, ip: 'local', at }, apply, endsLogins })
  return changed !== undefined
}

async function updatePlayer(
  trx: Trx,
  username: string,
  values: { pin_hash: string } | { password_hash: string; password_changed_at: Date } | { banned: boolean },
): Promise<string | undefined> {
  const player = await trx
    .updateTable('players')
    .set(values)
    .where('username_key', '=', await storedKey(trx, username))
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
  return runCommand(db, 'players password', now, update, true)
}

/** Sets the PIN of the lock screen. False: there is no player of this name. */
export async function setPin(
  db: Db,
  { username, pin }: { username: string; pin: string },
  now: Date,
): Promise<boolean> {
  const pin_hash = await hashPin(pin)
  return runCommand(db, 'players pin', now, (trx) => updatePlayer(trx, username, { pin_hash }), false)
}

/** Lifts a block after wrong passwords, for every network. False: there is no player of this name. */
export function unlock(db: Db, username: string, now: Date): Promise<boolean> {
  const forget = async (trx: Trx) => {
    const player = await findPlayer(trx, username)
    if (player) await forgetAttempts(trx, String(player.id))
    return player && String(player.id)
  }
  return runCommand(db, 'players unlock', now, forget, false)
}

/** Bans a player and ends the logins, or lifts the ban; the caller reports the ended logins. */
export function changeBan(
  db: Db,
  { username, banned }: { username: string; banned: boolean },
  origin: ActionOrigin,
): Promise<ChangedAccount | undefined> {
  const apply = (trx: Trx) => updatePlayer(trx, username, { banned })
  return changeAccount(db, { origin, apply, endsLogins: banned, more: { banned } })
}

/** The same by a command. False: there is no player of this name. */
export async function ban(
  db: Db,
  { username, banned }: { username: string; banned: boolean },
  now: Date,
): Promise<boolean> {
  const action = banned ? 'players ban' : 'players unban'
  const changed = await changeBan(db, { username, banned }, { action, ip: 'local', at: now })
  return changed !== undefined
}

/** Sets a player's maximum stake, cents, or removes it (null). False: there is no player of this name. */
export function capStake(
  db: Db,
  { username, maxStake }: { username: string; maxStake: number | null },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const player = await findPlayer(trx, username)
    if (player) await setMaxStake(trx, String(player.id), maxStake, now)
    return player !== undefined
  })
}
