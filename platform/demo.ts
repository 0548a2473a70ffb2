import { randomInt } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { DEFAULT_PERMISSIONS } from './commands/add-players.ts'
import { bookTransfer } from './players/operator-transfers.ts'
import { checkPassword, hashPassword, hashPin, newPasswordError } from './players/passwords.ts'
import { usernameKey } from './players/usernames.ts'
import type { Db } from './store/db.ts'

/** A demo player in DATA_DIR/demo.json. `pin` only unlocks the screen. */
const DemoPlayer = v.object({ username: v.string(), password: v.string(), pin: v.string() })
export type DemoPlayer = v.InferOutput<typeof DemoPlayer>

const PLAYERS = [
  ['deniz', 'Deniz', 'Aydın'],
  ['emine', 'Emine', 'Kaya'],
  ['kerem', 'Kerem', 'Şahin'],
  ['zeynep', 'Zeynep', 'Yılmaz'],
] as const

const COLOURS =
  'amber coral copper ivory indigo jade olive onyx pearl ruby sable saffron scarlet silver teal topaz'.split(
    ' ',
  )
const ANIMALS =
  'badger crane dolphin falcon gazelle heron ibex kestrel lynx marten otter puffin raven stork tiger wolf'.split(
    ' ',
  )

/** 10,000.00 */
const START_BALANCE_CENTS = 1_000_000

const pickRandom = (words: readonly string[]) => words[randomInt(words.length)] ?? ''

function generatePlayers(): DemoPlayer[] {
  return PLAYERS.map(([username]) => ({
    username,
    password: `${pickRandom(COLOURS)}-${pickRandom(ANIMALS)}-${randomInt(10, 100)}`,
    pin: String(randomInt(10_000)).padStart(4, '0'),
  }))
}

async function readPlayers(file: string): Promise<DemoPlayer[] | undefined> {
  try {
    return v.parse(v.array(DemoPlayer), JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Creates the player or restores the password. Returns false for a real player of the same name, who is not
 * changed.
 */
async function ensurePlayer(db: Db, player: DemoPlayer): Promise<boolean> {
  const key = usernameKey(player.username)
  const stored = await db.selectFrom('players').selectAll().where('username_key', '=', key).executeTakeFirst()
  if (stored && !stored.is_demo) return false
  const isUnchanged = stored && (await checkPassword(stored.password_hash, player.password))
  await creditStartBalance(db, String(isUnchanged ? stored.id : await hashAndInsert(db, player)))
  return true
}

async function hashAndInsert(db: Db, { username, password, pin }: DemoPlayer): Promise<number> {
  const error = newPasswordError(password)
  if (error) throw new Error(`demo.json: the password of ${username} is too short or too common`)
  const secrets = { password_hash: await hashPassword(password), pin_hash: await hashPin(pin) }
  const [, name, lastname] = PLAYERS.find(([person]) => person === username) ?? ['', '', '']
  const player = { username, username_key: usernameKey(username), name, lastname, ...secrets }
  const { id } = await db
    .insertInto('players')
    .values({ ...player, permissions: DEFAULT_PERMISSIONS, is_demo: true })
    .onConflict((same) => same.column('username_key').doUpdateSet(secrets))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Credits the start balance once. */
async function creditStartBalance(db: Db, playerId: string): Promise<void> {
  const booking = { reference: `demo:${playerId}:start`, fingerprint: 'demo', playerId, now: new Date() }
  const credit = { ...booking, action: 'demo credit', cents: START_BALANCE_CENTS }
  const credited = await bookTransfer(db, credit, v.object({}), () => ({}))
  if (!credited.ok)
    throw new Error(`the demo wallet of player ${playerId} cannot be filled: code ${credited.code}`)
}

/**
 * Creates the demo players at the first start, with random passwords in DATA_DIR/demo.json (readable by its
 * owner only), which every start prints. A start restores passwords that were changed.
 */
export async function openDemo(db: Db, dataDir: string): Promise<DemoPlayer[]> {
  const file = join(dataDir, 'demo.json')
  const stored = await readPlayers(file)
  const players = stored ?? generatePlayers()
  // Written before the players, so that an interrupted start can resume with the same passwords.
  if (!stored) await writeFile(file, `${JSON.stringify(players, null, 2)}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
  const isDemo = await Promise.all(players.map((player) => ensurePlayer(db, player)))
  return players.filter((_, i) => isDemo[i])
}
