import { randomInt } from 'node:crypto'
import { trimName } from '../../src/contract/trim-name.ts'
import { HOUSE_OF_IMPORTS } from '../ledger/ledger.ts'
import { recordOperatorAction } from '../players/operator-log.ts'
import { bookWithin } from '../players/operator-transfers.ts'
import { setMaxStake } from '../players/own-limits.ts'
import { hashPassword, hashPin } from '../players/passwords.ts'
import { isTaken, spellingKey, usernameKey } from '../players/usernames.ts'
import type { Db } from '../store/db.ts'
import { inTransaction, type Trx } from '../store/transaction.ts'
import type { ListedPlayer } from './player-file.ts'
import type { FileError } from './player-file-rows.ts'

/** The permission that every menu item of the specification requires. */
export const DEFAULT_PERMISSIONS = JSON.stringify([145])

/** 30 letters and digits, without those that look alike. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstvwxyz23456789'

/** A password of 98 bits, in groups of five. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => PASSWORD_CHARACTERS[randomInt(30)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** A PIN of four digits. */
export const generatePin = (): string => String(randomInt(10_000)).padStart(4, '0')

export interface NewPlayer {
  username: string
  /** Already checked by `newPasswordError`. */
  password: string
  pin: string
  name?: string
  lastname?: string
  email?: string | null
}

async function toRow({ username, password, pin, ...more }: NewPlayer) {
  return {
    ...more,
    username: trimName(username),
    username_key: usernameKey(username),
    password_hash: await hashPassword(password),
    pin_hash: await hashPin(pin),
    permissions: DEFAULT_PERMISSIONS,
  }
}

/** Inserts a player with the operator's action. Undefined: the name is taken, in some spelling. */
async function insertPlayer(trx: Trx, row: Awaited<ReturnType<typeof toRow>>, at: Date) {
  if (await isTaken(trx, row.username_key)) return undefined
  const added = await trx
    .insertInto('players')
    .values(row)
    .onConflict((same) => same.column('username_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return undefined
  const target = { player: String(added.id) }
  await recordOperatorAction(trx, { action: 'players add', target, outcome: 'done', ip: 'local', at })
  return target.player
}

/** Creates a player with an empty wallet. Undefined: the name is taken, in some spelling. */
export async function addPlayer(db: Db, player: NewPlayer, now: Date): Promise<string | undefined> {
  const row = await toRow(player)
  return db.transaction().execute((trx) => insertPlayer(trx, row, now))
}

/** A player that was imported, with the secrets that the file did not have. */
export interface ImportedPlayer {
  readonly username: string
  readonly playerId: string
  readonly password: string | undefined
  readonly pin: string | undefined
}

/**
 * Creates all players of a checked file with their wallets, or none: then `errors` has the lines whose names
 * are taken. Hashing takes about 60 ms of a worker thread for each player.
 */
export async function importPlayers(
  db: Db,
  listed: readonly ListedPlayer[],
  now: Date,
): Promise<{ ok: true; added: ImportedPlayer[] } | { ok: false; errors: FileError[] }> {
  const taken = await takenNames(db)
  const errorOf = ({ line }: ListedPlayer) => {
    return { line, code: 'taken-username', text: 'a player has this username already' }
  }
  const early = listed.filter(({ username }) => taken.has(spellingKey(usernameKey(username))))
  if (early.length > 0) return { ok: false, errors: early.map(errorOf) }

  // Before the transaction, which would otherwise hold its locks meanwhile.
  const hashed = await Promise.all(
    listed.map(async (player) => {
      const { username, name, lastname, email } = player
      const { password = generatePassword(), pin = generatePin() } = player
      const generated = {
        password: player.password === undefined ? password : undefined,
        pin: player.pin === undefined ? pin : undefined,
      }
      return { player, generated, row: await toRow({ username, name, lastname, email, password, pin }) }
    }),
  )
  return inTransaction(db, async (trx) => {
    const added: (ImportedPlayer & { cents: number })[] = []
    for (const { player, generated, row } of hashed) {
      const playerId = await insertPlayer(trx, row, now)
      if (playerId === undefined) return { ok: false, errors: [errorOf(player)] }
      added.push({ username: row.username, playerId, ...generated, cents: player.cents })
      if (player.maxStake !== undefined) await setMaxStake(trx, playerId, player.maxStake, now)
    }
    for (const { playerId, cents } of added) if (cents > 0) await bookStart(trx, playerId, cents, now)
    return { ok: true, added }
  })
}

/** The keys of all names, each for all its spellings. */
async function takenNames(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('players').select('username_key').execute()
  return new Set(rows.map(({ username_key }) => spellingKey(username_key)))
}

async function bookStart(trx: Trx, playerId: string, cents: number, now: Date): Promise<void> {
  const reference = `import:${playerId}`
  const fingerprint = `credit ${playerId} ${cents}`
  const booking = { action: 'players credit', reference, fingerprint, playerId, cents, now }
  const house = HOUSE_OF_IMPORTS
  const booked = await bookWithin(trx, { ...booking, house }, (balance) => ({ balance }))
  if (!booked.ok) throw new Error(`the wallet of player ${playerId} cannot be filled: code ${booked.code}`)
}
