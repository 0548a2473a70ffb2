import { expect, test } from 'vitest'
import { auditBooks } from '../audit/audit.ts'
import { balanceOf, HOUSE, HOUSE_OF_IMPORTS, lockAccounts, walletOf } from '../ledger/ledger.ts'
import { checkPassword } from '../players/passwords.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { addPlayer, importPlayers } from './add-players.ts'
import { listPlayers } from './list-players.ts'
import type { ListedPlayer } from './player-file.ts'

const now = new Date('2026-11-20T12:00:00Z')
const database = databaseOfFile()
const listed = (line: number, username: string, more: Partial<ListedPlayer> = {}): ListedPlayer => ({
  ...{ line, username, password: undefined, pin: undefined, name: '', lastname: '', email: null },
  ...{ cents: 0, maxStake: undefined },
  ...more,
})
const players = () => database.db.selectFrom('players').selectAll().orderBy('id').execute()
const playerNamed = async (username: string) => (await players()).find((row) => row.username === username)

test('a list becomes players with their names, secrets and wallets, and the audit finds nothing wrong', async () => {
  const given = {
    password: 'lobster-quartz',
    pin: '0815',
    name: 'Deniz',
    lastname: 'Kaya',
    email: 'd@example.com',
  }
  const list = [listed(2, 'deniz', { ...given, cents: 1250 }), listed(3, 'emine')]
  const imported = await importPlayers(database.db, list, now)
  const added = imported.ok ? imported.added : []
  const [deniz, emine] = await players()
  expect(added).toMatchObject([
    { username: 'deniz', playerId: String(deniz?.id), password: undefined, pin: undefined },
    {
      username: 'emine',
      playerId: String(emine?.id),
      password: expect.stringMatching(/^\S{23}$/),
      pin: expect.stringMatching(/^\d{4}$/),
    },
  ])
  expect(deniz).toMatchObject({ name: 'Deniz', lastname: 'Kaya', email: 'd@example.com', permissions: [145] })
  expect(await checkPassword(deniz?.password_hash, given.password)).toBe(true)
  expect(await checkPassword(emine?.password_hash, added[1]?.password ?? '')).toBe(true)
  expect((await balanceOf(database.db, walletOf(deniz?.id ?? 0))).balance).toBe(1250)
  expect((await balanceOf(database.db, HOUSE_OF_IMPORTS)).balance).toBe(-1250)
  expect((await auditBooks(database.db, { now: now.getTime() })).problems).toEqual([])
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  "an import does not wait for the lock of the house's account",
  () =>
    database.db.transaction().execute(async (trx) => {
      await lockAccounts(trx, [HOUSE])
      const imported = await importPlayers(database.db, [listed(2, 'ayla', { cents: 500 })], now)
      expect(imported).toMatchObject({ ok: true })
    }),
)

test('a list with a taken name adds nobody', async () => {
  await addPlayer(database.db, { username: 'kerem', password: 'lobster-quartz', pin: '1111' }, now)
  const before = await players()
  const list = [listed(2, 'zeynep', { cents: 100 }), listed(3, 'KEREM'), listed(4, 'Denız')]
  expect(await importPlayers(database.db, list, now)).toEqual({
    ok: false,
    errors: [3, 4].map((line) => ({
      line,
      code: 'taken-username',
      text: 'a player has this username already',
    })),
  })
  expect(await players()).toEqual(before)
})

test('a name that is taken while the passwords are hashed adds nobody either', async () => {
  const before = await players()
  const list = [listed(2, 'selim', { cents: 100 }), listed(3, 'aylin')]
  const importing = importPlayers(database.db, list, now)
  const same = { username: 'Aylin', username_key: 'aylin', password_hash: '', permissions: '[]' }
  await database.db.insertInto('players').values(same).execute()
  expect(await importing).toMatchObject({ ok: false, errors: [{ line: 3, code: 'taken-username' }] })
  expect((await players()).slice(before.length).map(({ username }) => username)).toEqual(['Aylin'])
})

test('the list has the state, the money and the last use of each player', async () => {
  const { db } = database
  const emine = await playerNamed('emine')
  await db.updateTable('players').set({ banned: true }).where('username', '=', 'kerem').execute()
  await db
    .insertInto('login_attempts')
    .values({
      player_id: emine?.id ?? 0,
      network: '192.0.2.0/24',
      failed: 5,
      blocked_until: new Date(now.getTime() + 1000),
      at: now,
    })
    .execute()
  const byName = new Map((await listPlayers(db, now)).map(([, username, ...rest]) => [username, rest]))
  expect(byName.get('deniz')?.slice(0, 4)).toEqual(['open', '12.50', '', ''])
  expect(byName.get('emine')?.[0]).toBe('blocked')
  expect(byName.get('kerem')?.[0]).toBe('banned')
  const later = await listPlayers(db, new Date(now.getTime() + 1000))
  expect(later.find(([, username]) => username === 'emine')?.[2]).toBe('open')
})
