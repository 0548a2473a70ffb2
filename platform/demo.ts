import { randomInt } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { HOUSE, post, walletOf } from './ledger/ledger.ts'
import { checkPassword, hashPassword, hashPin } from './players/passwords.ts'
import { usernameKey } from './players/sign-in.ts'
import type { Db } from './store/db.ts'

/** A demo player as it is printed and kept in DATA_DIR/demo.json. `pin` unlocks the screen, nothing else. */
const DemoPlayer = v.object({ username: v.string(), password: v.string(), pin: v.string() })
export type DemoPlayer = v.InferOutput<typeof DemoPlayer>

const PEOPLE = [
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

/** What a demo wallet starts with: 10,000.00, in cents. */
const START = 1_000_000
/** The levels of the menu: every item of the specification needs this one. */
const PERMISSIONS = JSON.stringify([145])

const pick = (words: readonly string[]) => words[randomInt(words.length)] ?? ''

function invent(): DemoPlayer[] {
  return PEOPLE.map(([username]) => ({
    username,
    password: `${pick(COLOURS)}-${pick(ANIMALS)}-${randomInt(10, 100)}`,
    pin: String(randomInt(10_000)).padStart(4, '0'),
  }))
}

async function readKept(file: string): Promise<DemoPlayer[] | undefined> {
  try {
    return v.parse(v.array(DemoPlayer), JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Makes the player, or gives it these words again. A real player of the same name is left alone: false. */
async function settle(db: Db, player: DemoPlayer): Promise<boolean> {
  const key = usernameKey(player.username)
  const kept = await db.selectFrom('players').selectAll().where('username_key', '=', key).executeTakeFirst()
  if (kept && !kept.is_demo) return false
  const known = kept && (await checkPassword(kept.password_hash, player.password))
  await fund(db, String(known ? kept.id : await write(db, player)))
  return true
}

async function write(db: Db, { username, password, pin }: DemoPlayer): Promise<number> {
  const secrets = { password_hash: await hashPassword(password), pin_hash: await hashPin(pin) }
  const [, name, lastname] = PEOPLE.find(([person]) => person === username) ?? ['', '', '']
  const player = { username, username_key: usernameKey(username), name, lastname, ...secrets }
  const { id } = await db
    .insertInto('players')
    .values({ ...player, permissions: PERMISSIONS, is_demo: true })
    .onConflict((same) => same.column('username_key').doUpdateSet(secrets))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The start money of a demo wallet, once for ever. */
async function fund(db: Db, playerId: string): Promise<void> {
  const wallet = walletOf(playerId)
  const entries = [
    { account: HOUSE, amount: -START },
    { account: wallet, amount: START },
  ]
  const requestId = `demo:${playerId}:start`
  const posting = {
    requestId,
    kind: 'deposit',
    fingerprint: 'demo',
    playerId,
    entries,
    at: new Date(),
  } as const
  const funded = await post(db, posting, v.object({}), () => ({}))
  if (!funded.ok)
    throw new Error(`the demo wallet of player ${playerId} cannot be filled: code ${funded.code}`)
}

/**
 * The demo players: made at the first start with passwords of their own for each data folder, which are kept in
 * DATA_DIR/demo.json, readable by its owner only, so that every start can print them. A password that was
 * changed while playing is what the file says again after the next start.
 */
export async function openDemo(db: Db, dataDir: string): Promise<DemoPlayer[]> {
  const file = join(dataDir, 'demo.json')
  const kept = await readKept(file)
  const players = kept ?? invent()
  // Written before the players are made: a start that is broken off in between finds its passwords again.
  if (!kept) await writeFile(file, `${JSON.stringify(players, null, 2)}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
  const made = await Promise.all(players.map((player) => settle(db, player)))
  return players.filter((_, i) => made[i])
}
