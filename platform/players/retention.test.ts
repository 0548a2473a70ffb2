import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { fakeClock } from '../lib/clock.ts'
import { DEFAULT_CONFIG } from '../testing/config/default-config.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { startRetention } from './retention.ts'

const database = databaseOfFile()
const DAY = 24 * 60 * 60_000

test('addresses, events, logins and chat messages are deleted after their time; the ledger is kept', async () => {
  const { db } = database
  const clock = fakeClock()
  const { id } = await db
    .insertInto('players')
    .values({ username: 'deniz', username_key: 'deniz', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ages = [1, 29, 31, 89, 91, 179, 181]
  const at = (age: number) => new Date(clock.now() - age * DAY)
  for (const age of ages) {
    await db
      .insertInto('events')
      .values({ player_id: id, type: 'logout', ip: '192.0.2.1', at: at(age) })
      .execute()
    const login = { id: `login ${age}`, player_id: id, ip: '192.0.2.1', created_at: at(age) }
    await db.insertInto('logins').values(login).execute()
    const message = { player_id: id, contact_id: 'a', from_player: true, message: '"hi"', at: at(age) }
    await db.insertInto('chat_messages').values(message).execute()
    const movement = {
      request_id: `r${age}`,
      kind: 'deposit',
      fingerprint: '',
      answer: '{}',
      created_at: at(age),
    }
    await db.insertInto('movements').values(movement).execute()
  }
  const stop = startRetention(db, DEFAULT_CONFIG, clock, (error) => {
    throw error
  })
  const state = async () => {
    const events = await db.selectFrom('events').select(['at', 'ip']).orderBy('at', 'desc').execute()
    const logins = await db.selectFrom('logins').select(['id', 'ip']).orderBy('created_at', 'desc').execute()
    return {
      events: events.map(({ ip }) => ip),
      logins: logins.map(({ ip }) => ip),
      chat: (await db.selectFrom('chat_messages').select('id').execute()).length,
      movements: (await db.selectFrom('movements').select('id').execute()).length,
    }
  }
  const known = '192.0.2.1'
  await expect.poll(state).toEqual({
    events: [known, known, null, null, null, null],
    logins: [known, known, '', '', '', ''],
    chat: 4,
    movements: ages.length,
  })
  // The removal repeats every hour.
  for (let hours = 0; hours < 48; hours += 1) {
    clock.advance(60 * 60_000)
    await stopless()
  }
  await expect.poll(state).toMatchObject({ events: [known, null, null, null, null], chat: 3 })
  await stop()

  async function stopless(): Promise<void> {
    // A query after the removal's queries: the embedded database runs one at a time.
    for (let n = 0; n < 8; n += 1) await db.selectFrom('events').select('id').limit(1).execute()
  }
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'it waits for as long as another transaction has its rows',
  async () => {
    const { db } = database
    const clock = fakeClock()
    const at = new Date(clock.now() - 31 * DAY)
    await db.deleteFrom('logins').execute()
    const { id } = await db.selectFrom('players').select('id').executeTakeFirstOrThrow()
    await db
      .insertInto('logins')
      .values({ id: 'old', player_id: id, ip: '192.0.2.1', created_at: at })
      .execute()
    const onError = vi.fn()
    const stop = await db.transaction().execute(async (trx) => {
      await sql`select from logins for update`.execute(trx)
      const started = startRetention(db, DEFAULT_CONFIG, clock, onError)
      await sql`select pg_sleep(4)`.execute(trx)
      return started
    })
    await stop()
    expect(onError).not.toHaveBeenCalled()
    expect(await db.selectFrom('logins').select(['id', 'ip']).execute()).toEqual([{ id: 'old', ip: '' }])
    // Other commands of the same connections wait no longer than before.
    const timeouts = await Promise.all(Array.from({ length: 10 }, () => sql`show lock_timeout`.execute(db)))
    expect(timeouts.map(({ rows }) => rows)).toEqual(Array(10).fill([{ lock_timeout: '3s' }]))
  },
)
