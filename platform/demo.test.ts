import { unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openDemo } from './demo.ts'
import { balanceOf, HOUSE, walletOf } from './ledger/ledger.ts'
import { checkPassword, hashPassword } from './players/passwords.ts'
import { scratchFolder } from './testing/lib/scratch-folder.ts'
import { databaseOfFile } from './testing/store/database-of-file.ts'

const database = databaseOfFile()
const dir = scratchFolder()

const playerNamed = (username: string) =>
  database.db.selectFrom('players').selectAll().where('username_key', '=', username).executeTakeFirstOrThrow()

beforeEach(async () => {
  await openDemo(database.db, dir)
})

test('creates four players with 10,000.00 each, owed by the house', async () => {
  const players = await openDemo(database.db, dir)
  expect(players).toHaveLength(4)
  for (const { username, password } of players) {
    const { id, password_hash } = await playerNamed(username)
    expect(await checkPassword(password_hash, password)).toBe(true)
    expect(await balanceOf(database.db, walletOf(id))).toEqual({ balance: 1_000_000, version: 1 })
  }
  expect((await balanceOf(database.db, HOUSE)).balance).toBe(-4_000_000)
})

test('restores the printed password after a change or a lost file', async () => {
  const [first] = await openDemo(database.db, dir)
  const username = first?.username ?? ''
  const changed = await hashPassword('changed-by-player')
  await database.db
    .updateTable('players')
    .set({ password_hash: changed })
    .where('username_key', '=', username)
    .execute()
  await openDemo(database.db, dir)
  expect(await checkPassword((await playerNamed(username)).password_hash, first?.password ?? '')).toBe(true)

  unlinkSync(join(dir, 'demo.json'))
  const anew = (await openDemo(database.db, dir)).find((player) => player.username === username)
  expect(await checkPassword((await playerNamed(username)).password_hash, anew?.password ?? '')).toBe(true)
})

test('does not change a real player of the same name', async () => {
  const [first] = await openDemo(database.db, dir)
  const username = first?.username ?? ''
  const theirs = { password_hash: 'theirs', is_demo: false }
  await database.db.updateTable('players').set(theirs).where('username_key', '=', username).execute()
  const players = await openDemo(database.db, dir)
  expect(players.map((player) => player.username)).not.toContain(username)
  expect((await playerNamed(username)).password_hash).toBe('theirs')
})
