import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { extendChain } from '../ledger/chain.ts'
import { fakeClock } from '../lib/clock.ts'
import { type Refused, refused } from '../lib/result.ts'
import { PASSWORD } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'
import { ban, setPassword, setPin, unlock } from './account-commands.ts'
import { startCommandWatch } from './command-watch.ts'
import { recordOperatorAction } from './operator-log.ts'
import { transfer } from './operator-transfers.ts'

const server = serverOfFile({})

const now = () => new Date(server.clock.now)
const tryLogin = async (username: string, password: string) =>
  (await server.call('POST', '/api/login', { payload: { username, password } })).body.code
const profileStatus = async (token: string) =>
  (await server.call('GET', '/api/player/profile', { token })).status
const lastAction = () =>
  server.database.db
    .selectFrom('operator_actions')
    .select(['action', 'target', 'outcome', 'ip'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('a new password replaces the old one, ends the logins and lifts the block of wrong passwords', async () => {
  const id = await server.addPlayer('deniz')
  const token = await server.logIn('deniz')
  for (let wrong = 0; wrong < 5; wrong += 1) await tryLogin('deniz', 'not-the-password')
  expect(await tryLogin('deniz', PASSWORD)).toBe(Code.accountProtected)
  const change = { username: ' DENİZ', password: 'lobster-quartz' }
  expect(await setPassword(server.database.db, change, now())).toBe(true)
  expect(await profileStatus(token)).toBe(401)
  expect(await tryLogin('deniz', PASSWORD)).toBe(Code.wrongCredentialsCounted)
  expect(await tryLogin('DENİZ', 'lobster-quartz')).toBeUndefined()
  const event = server.database.db.selectFrom('events').select(['type', 'ip', 'player_id'])
  expect(await event.where('type', '=', 'password changed').execute()).toEqual([
    { type: 'password changed', ip: null, player_id: Number(id) },
  ])
  const action = { action: 'players password', target: { player: id }, outcome: 'done', ip: 'local' }
  expect(await lastAction()).toEqual(action)
})

test('a lifted lock-out permits the old password at once, and ends no login', async () => {
  const id = await server.addPlayer('yasemin')
  const token = await server.logIn('yasemin')
  for (let wrong = 0; wrong < 5; wrong += 1) await tryLogin('yasemin', 'not-the-password')
  expect(await tryLogin('yasemin', PASSWORD)).toBe(Code.accountProtected)
  expect(await unlock(server.database.db, ' YASEMIN', now())).toBe(true)
  expect(await tryLogin('yasemin', PASSWORD)).toBeUndefined()
  expect(await profileStatus(token)).toBe(200)
  expect(await lastAction()).toMatchObject({ action: 'players unlock', target: { player: id } })
  expect(await unlock(server.database.db, 'nobody', now())).toBe(false)
})

test('a new PIN is in the next answer, and ends no login', async () => {
  const id = await server.addPlayer('emine')
  const token = await server.logIn('emine')
  const pinHash = async () => (await server.call('GET', '/api/validate', { token })).body.pin_code
  const before = await pinHash()
  expect(await setPin(server.database.db, { username: 'emine', pin: '0815' }, now())).toBe(true)
  const after = await pinHash()
  expect(after).toMatch(/^pbkdf2-sha256:/)
  expect(after).not.toBe(before)
  expect(await lastAction()).toMatchObject({ action: 'players pin', target: { player: id } })
})

test('an unknown name changes nothing', async () => {
  const { db } = server.database
  const before = await lastAction()
  const username = 'stranger'
  expect(await setPassword(db, { username, password: 'lobster-quartz' }, now())).toBe(false)
  expect(await setPin(db, { username, pin: '0815' }, now())).toBe(false)
  expect(await ban(db, { username, banned: true }, now())).toBe(false)
  expect(await lastAction()).toEqual(before)
})

const pushBalance = vi.fn(async (_player: string) => {})
const reread = vi.fn(async (_machine: string) => {})

/** Watches what commands do from now on, as a running platform does. `answers`: of the first expulsions. */
async function startWatch(
  onError = (error: unknown): unknown => expect.soft(error).toBeUndefined(),
  answers: (Refused | Error)[] = [],
) {
  const { db } = server.database
  await extendChain(db)
  const clock = fakeClock()
  const checked = vi.spyOn(clock, 'after')
  const expelled: string[] = []
  const expel = async (player: string) => {
    expelled.push(player)
    const answer = answers.shift() ?? { ok: true as const }
    if (answer instanceof Error) throw answer
    return answer
  }
  const watched = { db, logins: server.logins, expel, pushBalance, reread }
  const stop = startCommandWatch(watched, clock, onError)
  await vi.waitFor(() => expect(checked).toHaveBeenCalled())
  return { clock, checked, expelled, stop }
}

test('a running platform pushes a balance that a command changes, and reads a settled machine again', async () => {
  const { db } = server.database
  const player = await server.addPlayer('cansu')
  const { clock, stop } = await startWatch()
  await transfer(db, { username: 'cansu', direction: 'credit', cents: 500, reference: 'till', now: now() })
  const target = { machine: 3, visit: 9, held: 0 }
  await recordOperatorAction(db, {
    action: 'machines settle',
    target,
    outcome: 'done',
    ip: 'local',
    at: now(),
  })
  // A refused one moves nothing.
  await transfer(db, { username: 'cansu', direction: 'debit', cents: 9e9, reference: 'much', now: now() })
  await expect
    .poll(() => {
      clock.advance(2000)
      return pushBalance.mock.calls
    })
    .toEqual([[player]])
  expect(reread.mock.calls).toEqual([['3']])
  await stop()
})

test('a running platform ends the sockets and the visit of a player whom a command bans', async () => {
  const { db } = server.database
  const [banned, reset] = [await server.addPlayer('zeynep'), await server.addPlayer('selim')]
  await server.addPlayer('aylin')
  // Ended before: no reason of the command's.
  const earlier = await server.logIn('zeynep')
  await server.call('POST', '/api/player/logout', { token: earlier })
  await server.logIn('aylin')
  const { clock, expelled, stop } = await startWatch()
  await server.logIn('zeynep')
  await server.logIn('selim')
  const before = server.ended.length
  server.clock.now += 1000
  await ban(db, { username: 'zeynep', banned: true }, now())
  await setPassword(db, { username: 'selim', password: 'lobster-quartz' }, now())
  await extendChain(db)
  await expect
    .poll(() => {
      clock.advance(2000)
      return server.ended.slice(before).map(({ code }) => code)
    })
    .toEqual([Code.banned, Code.tokenExpired])
  expect(expelled).toEqual([banned])
  const loginIds = server.ended.slice(before).map(({ loginId }) => loginId)
  const owners = await db
    .selectFrom('logins')
    .select(['id', 'player_id'])
    .where('id', 'in', loginIds)
    .execute()
  expect(loginIds.map((id) => String(owners.find((login) => login.id === id)?.player_id))).toEqual([
    banned,
    reset,
  ])
  await stop()
})

test('a ban is applied once, before it is chained, whatever transaction still writes', async () => {
  const { db } = server.database
  const [early, late] = [await server.addPlayer('ozan'), await server.addPlayer('pelin')]
  const { clock, checked, expelled, stop } = await startWatch()
  const check = async () => {
    const { length } = checked.mock.calls
    clock.advance(2000)
    await vi.waitFor(() => expect(checked.mock.calls.length).toBeGreaterThan(length))
  }
  // As of a transaction that has drawn its number, and is not committed yet.
  const drawn = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('operator_actions', 'id')) as id`.execute(db)
  await ban(db, { username: 'ozan', banned: true }, now())
  await check()
  expect(expelled).toEqual([early])
  await sql`insert into operator_actions (id, action, target, outcome, ip, at)
    overriding system value values (${drawn.rows[0]?.id}, 'players ban', ${JSON.stringify({ player: late })}, 'done', 'local', ${now()})`.execute(
    db,
  )
  await check()
  expect(expelled).toEqual([early, late])
  await extendChain(db)
  for (let again = 0; again < 2; again += 1) await check()
  expect(expelled).toEqual([early, late])
  await stop()
})

test('actions that are no command to end logins, or that cannot be read, stop no later command', async () => {
  const { db } = server.database
  const [first, second] = [await server.addPlayer('bora'), await server.addPlayer('nehir')]
  const errors: unknown[] = []
  const { clock, expelled, stop } = await startWatch((error) => errors.push(error))
  const record = (action: string, target: object) =>
    recordOperatorAction(db, { action, target, outcome: 'done', ip: 'local', at: now() })
  await record('machines settle', { machine: 1, player: Number(first) })
  await record('players ban', { player: { id: first } })
  await record('players ban', { player: Number(first) })
  await ban(db, { username: 'nehir', banned: true }, now())
  await extendChain(db)
  await expect
    .poll(() => {
      clock.advance(2000)
      return expelled
    })
    .toEqual([first, second])
  expect(errors).toHaveLength(1)
  await stop()
})

test('a visit that a ban could not end is ended later, unless the ban is lifted first', async () => {
  const { db } = server.database
  const [banned, lifted] = [await server.addPlayer('toprak'), await server.addPlayer('umut')]
  const errors: unknown[] = []
  const answers = [refused(Code.stopping), new Error('the database is away'), refused(Code.serverError)]
  const { clock, expelled, stop } = await startWatch((error) => errors.push(error), answers)
  await ban(db, { username: 'toprak', banned: true }, now())
  await ban(db, { username: 'umut', banned: true }, now())
  await extendChain(db)
  const check = async (count: number) => {
    await vi.waitFor(() => {
      if (expelled.length < count) clock.advance(2000)
      expect(expelled).toHaveLength(count)
    })
    await vi.waitFor(() => expect(errors).toHaveLength(Math.min(3, count)))
  }
  await check(2)
  await ban(db, { username: 'umut', banned: false }, now())
  await extendChain(db)
  await check(4)
  clock.advance(2000)
  await stop()
  expect(expelled).toEqual([banned, lifted, banned, banned])
})
