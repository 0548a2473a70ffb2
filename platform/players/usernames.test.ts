import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { repairUsernames } from '../store/migrations/0005-since-2-3-4.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { storedKey, usernameKey } from './usernames.ts'

const database = databaseOfFile()
const insert = (key: string) =>
  database.db.insertInto('players').values({ username: key, username_key: key, password_hash: '' }).execute()

test.each(['Anna', ' anna ', 'ａｎｎａ', '\u200fanna\u2069', '\u00adanna\ufeff', '\u200b anna'])(
  '%j is the name anna',
  (name) => {
    expect(usernameKey(name)).toBe('anna')
  },
)

test('an invisible character within a name is part of it', () => {
  expect(usernameKey('an\u200dna')).not.toBe('anna')
})

test('a name is found in the capitals of a Turkish keyboard and of another', async () => {
  for (const name of ['ali', 'ışık']) await insert(name)
  for (const name of ['ALİ', 'ALI', ' Ali', 'alı']) expect(await storedKey(database.db, name)).toBe('ali')
  for (const name of ['IŞIK', 'İŞİK', 'Işık', 'isik']) {
    const key = name === 'isik' ? 'isik' : 'ışık'
    expect(await storedKey(database.db, name)).toBe(key)
  }
})

test('of names that differ in i and ı alone, each finds itself, and another spelling none', async () => {
  for (const name of ['irmak', 'ırmak']) await insert(name)
  for (const name of ['irmak', 'ırmak']) expect(await storedKey(database.db, name)).toBe(name)
  expect(await storedKey(database.db, 'İRMAK')).toBe('i\u0307rmak')
})

test('a name that was stored with invisible characters at its ends is found, unless its plain form is taken', async () => {
  for (const name of ['\u200fnur\u2069', 'ece', 'ece\u200b']) await insert(name)
  await database.db.transaction().execute(async (trx) => {
    await sql`drop index players_one_i`.execute(trx)
    await repairUsernames(trx as unknown as Kysely<unknown>)
  })
  const stored = database.db.selectFrom('players').select(['username', 'username_key'])
  expect(await stored.where('username_key', '=', 'nur').execute()).toEqual([
    { username: 'nur', username_key: 'nur' },
  ])
  expect(await stored.where('username_key', 'like', 'ece%').execute()).toHaveLength(2)
})
