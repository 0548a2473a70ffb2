import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { LoginsAnswer } from '../../src/contract/player.ts'
import { fakeClock } from '../lib/clock.ts'
import { ban } from '../players/account-commands.ts'
import { createLoginClock } from '../players/login-clock.ts'
import { createLogins, type Logins } from '../players/logins.ts'
import { startIdleLogouts } from '../players/open-logins.ts'
import { deviceOf } from '../players/user-agent.ts'
import { noFloor, PASSWORD, TEST_KEYS } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'

const HOUR = 60 * 60_000
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

const server = serverOfFile(noFloor, { loginIdleMs: 2 * HOUR, tokenMs: 100 * HOUR })

const status = async (token: string, url = 'profile') =>
  (await server.call('GET', `/api/player/${url}`, { token })).status

async function logIn(username: string, userAgent: string, remoteAddress = '192.0.2.7') {
  const { body } = await server.call('POST', '/api/login', {
    payload: { username, password: PASSWORD },
    headers: { 'user-agent': userAgent },
    remoteAddress,
  })
  return v.parse(v.string(), body.token)
}

async function loginsOf(token: string) {
  const { body } = await server.call('GET', '/api/player/logins', { token })
  return v.parse(LoginsAnswer, body).rows
}

/** Opens a login of a new player. */
async function openLogin(logins: Logins, name: string) {
  const playerId = await server.addPlayer(name)
  const player = server.database.db.selectFrom('players').where('id', '=', Number(playerId))
  const { password_hash: passwordHash } = await player.select('password_hash').executeTakeFirstOrThrow()
  const login = await logins.open(playerId, { ip: '', device: '' }, { passwordHash })
  return { playerId, loginId: login?.loginId ?? '', token: login?.token ?? '' }
}

test('a player sees the own open logins, newest first, and which of them is this one', async () => {
  await server.addPlayer('deniz')
  await server.addPlayer('emine')
  await logIn('emine', PHONE)
  const first = await logIn('deniz', PHONE)
  const began = server.clock.now
  server.clock.now += HOUR
  const second = await logIn('deniz', 'curl/8', '192.0.2.9')
  expect(await loginsOf(second)).toEqual([
    {
      id: expect.any(String),
      time: expect.any(String),
      used: expect.any(String),
      ip: '192.0.2.9',
      device: null,
      current: true,
    },
    {
      id: expect.any(String),
      time: new Date(began).toISOString(),
      used: new Date(began).toISOString(),
      ip: '192.0.2.7',
      device: 'Chrome, Android',
      current: false,
    },
  ])
  expect((await loginsOf(first)).map(({ current }) => current)).toEqual([false, true])
})

test('an ended login is refused from then on, its sockets are notified, and no other login ends', async () => {
  await server.addPlayer('kerem')
  await server.addPlayer('zeynep')
  const [own, elsewhere, stranger] = [
    await logIn('kerem', PHONE),
    await logIn('kerem', PHONE),
    await logIn('zeynep', PHONE),
  ]
  const id = (await loginsOf(own)).find(({ current }) => !current)?.id
  const end = (token: string) => server.call('POST', '/api/player/logins/end', { token, payload: { id } })
  // Another player cannot end it.
  expect((await end(stranger)).status).toBe(200)
  expect(await status(elsewhere)).toBe(200)
  const before = server.ended.length
  expect((await end(own)).body).toEqual({ status: true, code: 20000 })
  // The event that closes the sockets of a login.
  expect(server.ended.slice(before)).toEqual([{ loginId: id, code: 60000 }])
  expect([await status(own), await status(elsewhere), await status(stranger)]).toEqual([200, 401, 200])
  expect(await loginsOf(own)).toHaveLength(1)
  // A repeated request is no error.
  expect((await end(own)).status).toBe(200)
  // Only the login that ended is in the accounts' histories.
  const logouts = server.database.db.selectFrom('events').select('id').where('type', '=', 'logout')
  expect(await logouts.execute()).toHaveLength(1)
})

test('an unused login ends; calls that the app repeats by itself do not count as use', async () => {
  await server.addPlayer('idle')
  const [used, polled] = [await logIn('idle', PHONE), await logIn('idle', PHONE)]
  for (let hour = 0; hour < 2; hour += 1) {
    server.clock.now += HOUR - 1000
    expect(await status(used)).toBe(200)
    for (const url of ['player/balance', 'machine/brands', 'chat/contacts', 'validate'])
      expect((await server.call('GET', `/api/${url}`, { token: polled })).status).toBe(200)
    const payload = { build: 'b1', device: 'phone', stallsMs: [], reconnectsMs: [] }
    const reported = await server.call('POST', '/api/player/quality', { token: polled, payload })
    expect(reported.status).toBe(200)
  }
  server.clock.now += 2000
  expect([await status(used, 'balance'), await status(polled, 'balance')]).toEqual([200, 401])
})

test('a login that is used every 20 s does not end, where one ends after a minute without use', async () => {
  const system = fakeClock()
  const { db } = server.database
  const options = { db, keys: TEST_KEYS, now: system.now, tokenMs: HOUR, loginMs: HOUR, loginIdleMs: 60_000 }
  const logins = createLogins(options)
  const { loginId, token } = await openLogin(logins, 'busy')
  const isOpen = async () => (await logins.verify(token)).ok
  for (let second = 0; second < 180; second += 20) {
    await logins.touch(loginId)
    system.advance(20_000)
    expect([second, await isOpen()]).toEqual([second, true])
  }
  system.advance(40_000)
  expect(await isOpen()).toBe(false)
})

test('idle logins are ended within a minute, with their sockets; a clock that is set ends none', async () => {
  const system = fakeClock()
  const clock = createLoginClock(system)
  const { db } = server.database
  const times = { now: clock.issueNow, expiryNow: clock.now, tokenMs: HOUR, loginMs: 100 * HOUR }
  const logins = createLogins({ db, keys: TEST_KEYS, ...times, loginIdleMs: 2 * HOUR })
  const ended: string[] = []
  logins.onEnded((loginId) => void ended.push(loginId))
  const { loginId, token } = await openLogin(logins, 'asleep')
  for (const by of [24 * HOUR, -48 * HOUR, 200 * HOUR]) {
    system.set(by)
    await logins.endIdle()
    expect(await logins.verify(token)).toMatchObject({ ok: true })
  }
  expect(ended).toEqual([])
  const stop = startIdleLogouts(logins, clock, (error) => {
    throw error
  })
  system.advance(2 * HOUR)
  await expect
    .poll(() => {
      system.advance(60_000)
      return ended
    })
    .toContain(loginId)
  await stop()
})

test('logins that a process ended and did not report before it died are reported by the others', async () => {
  const system = fakeClock()
  const { db } = server.database
  const options = { db, keys: TEST_KEYS, now: system.now, tokenMs: HOUR, loginMs: HOUR, loginIdleMs: 0 }
  const [logins, died] = [createLogins(options), createLogins(options)]
  const ended: [string, number][] = []
  logins.onEnded((loginId, code) => void ended.push([loginId, code]))
  const left = await openLogin(died, 'left')
  const banned = await openLogin(died, 'banned')
  const open = await openLogin(died, 'open')
  await died.end(left)
  await ban(db, { username: 'banned', banned: true }, new Date(system.now()))
  system.advance(60_000)
  await logins.endIdle()
  expect(ended).toContainEqual([left.loginId, Code.tokenExpired])
  expect(ended).toContainEqual([banned.loginId, Code.banned])
  expect(ended.map(([id]) => id)).not.toContain(open.loginId)
  system.advance(HOUR)
  ended.length = 0
  await logins.endIdle()
  expect(ended).toEqual([])
})

test.each([
  [PHONE, 'Chrome, Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0', 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox, Linux'],
  ['curl/8.5.0', ''],
])('the device of %s is "%s"', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
