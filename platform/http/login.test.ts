import { pbkdf2Sync } from 'node:crypto'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { SignInAnswer } from '../../src/contract/http.ts'
import { noFloor, PASSWORD, START_MS, testServer } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'

const HOUR = 60 * 60_000
const server = serverOfFile(noFloor, { loginMs: 3 * HOUR })

const logIn = (username: unknown, password: unknown = PASSWORD) =>
  server.call('POST', '/api/login', { payload: { username, password, site_id: 1001 } })
const balance = (token: string) => server.call('GET', '/api/player/balance', { token })
const eventsOf = async (playerId: string) =>
  (
    await server.database.db
      .selectFrom('events')
      .select('type')
      .where('player_id', '=', Number(playerId))
      .orderBy('id')
      .execute()
  ).map(({ type }) => type)

describe('logging in', () => {
  test('returns the profile without a PIN or a password', async () => {
    const id = await server.addPlayer('Deniz')
    const { status, body } = await logIn(' deniz ')
    expect(status).toBe(200)
    const answer = v.parse(SignInAnswer, body)
    expect(answer).toMatchObject({
      id,
      username: 'Deniz',
      Group: 'user',
      Permissions: [{ PermissionId: 145 }],
      ip_address: '127.0.0.1',
      last_logon: null,
      early_video_url: '',
    })
    const [kind, rounds, salt = '', hash] = answer.pin_code?.split(':') ?? []
    expect(kind).toBe('pbkdf2-sha256')
    expect(
      pbkdf2Sync('1234', Buffer.from(salt, 'base64'), Number(rounds), 32, 'sha256').toString('base64'),
    ).toBe(hash)
    expect(JSON.stringify(body)).not.toMatch(/argon2|1234"/)
  })

  test("returns the player's group, also at the renewal", async () => {
    const id = Number(await server.addPlayer('helper'))
    await server.database.db.updateTable('players').set({ group: 'staff' }).where('id', '=', id).execute()
    const { body } = await logIn('helper')
    expect(body).toMatchObject({ Group: 'staff' })
    const { token } = v.parse(SignInAnswer, body)
    expect((await server.call('GET', '/api/validate', { token })).body).toMatchObject({ Group: 'staff' })
  })

  test('returns the last three machines of the player, the last one first, once each', async () => {
    const id = await server.addPlayer('returning')
    const { db } = server.database
    await db.insertInto('brands').values({ id: 1, key: 'one', name: 'One', game: 'test' }).execute()
    const machine = (id: number) => ({ id, brand_id: 1, name: `One 0${id}` })
    await db.insertInto('machines').values([1, 2, 3, 4].map(machine)).execute()
    expect((await logIn('returning')).body).toMatchObject({ last_machines: [] })
    for (const machine_id of [1, 2, 3, 4, 2, 2])
      await db
        .insertInto('visits')
        .values({ player_id: Number(id), machine_id, started_at: new Date(server.clock.now) })
        .execute()
    const { body } = await logIn('returning')
    const { last_machines, token } = v.parse(SignInAnswer, body)
    expect(last_machines).toEqual(['2', '4', '3'])
    // The renewal returns them too.
    expect((await server.call('GET', '/api/validate', { token })).body).toMatchObject({ last_machines })
  })

  test('returns time and address of the previous login', async () => {
    await server.addPlayer('twice')
    await logIn('twice')
    const first = new Date(server.clock.now).toISOString()
    server.clock.now += 60_000
    expect((await logIn('twice')).body).toMatchObject({ last_logon: first, last_logon_ip: '127.0.0.1' })
  })

  test.each([
    [{}],
    [{ username: 'deniz' }],
    [{ username: 'abc', password: PASSWORD }],
    [{ username: 'deniz', password: 'abc' }],
    [{ username: { $ne: '' }, password: PASSWORD }],
    [{ username: 'x'.repeat(101), password: PASSWORD }],
    [{ username: 'deniz', password: PASSWORD, site_id: 'first' }],
    [[]],
    ['text'],
  ])('%j is an invalid request', async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const { status, body } = await server.call('POST', '/api/login', {
      payload: JSON.stringify(payload),
      headers,
    })
    expect(status).toBe(400)
    expect(body).toEqual({ code: 40000, ErrorMessage: 'The request is not valid', params: {} })
  })

  test('reports a ban only after the right password', async () => {
    const id = await server.addPlayer('banned')
    await server.database.db
      .updateTable('players')
      .set({ banned: true })
      .where('id', '=', Number(id))
      .execute()
    expect((await logIn('banned', 'wrong-password')).body.code).toBe(10700)
    expect(await logIn('banned')).toMatchObject({ status: 403, body: { code: 10704 } })
  })
})

describe('password guessing', () => {
  const guess = async (username: string) => {
    const { status, body } = await logIn(username, 'wrong-password')
    return { status, code: body.code, params: body.params }
  }

  test.each(['guessed', 'nobody'])('blocks %s after five wrong passwords', async (username) => {
    if (username === 'guessed') await server.addPlayer('guessed')
    for (const left_count of [4, 3, 2, 1]) {
      expect(await guess(username)).toEqual({
        status: 403,
        code: 10700,
        params: { left_count, block_time: 15 },
      })
    }
    // From here on the app can count down the seconds.
    const blocked = { block_time: 15, seconds: 900 }
    expect(await guess(username)).toEqual({
      status: 403,
      code: 10700,
      params: { left_count: 0, ...blocked },
    })
    expect(await guess(username)).toEqual({ status: 403, code: 10702, params: blocked })
    server.clock.now += 14 * 60_000 + 1500
    // The correct password is refused too, because guessing could otherwise continue.
    expect((await logIn(username)).body).toMatchObject({
      code: 10702,
      params: { block_time: 1, seconds: 59 },
    })
    server.clock.now += 58_499
    expect((await guess(username)).params).toEqual({ block_time: 1, seconds: 1 })
    server.clock.now += 1
    expect(await guess(username)).toMatchObject({ code: 10700, params: { left_count: 4 } })
  })

  test("records the block and further attempts in the player's events", async () => {
    const id = await server.addPlayer('besieged')
    for (let n = 0; n < 5; n += 1) await guess('besieged')
    await logIn('besieged')
    expect(await eventsOf(id)).toEqual([...Array(4).fill('login fail'), 'temporary blocked', 'not allowed'])
  })

  test('gains no guesses by concurrency', async () => {
    await server.addPlayer('stormed')
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess('stormed')))
    expect(answers.filter(({ code }) => code === 10700)).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 10702)).toHaveLength(7)
  })

  test('takes as long for an unknown name', async () => {
    // Of its own, because five wrong passwords lock a name, also those of an earlier attempt of this test.
    const [exists, missing] = [`exists-${performance.now()}`, `missing-${performance.now()}`]
    await server.addPlayer(exists)
    const time = async (username: string) => {
      const start = performance.now()
      await guess(username)
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    // Alternating, so that other load on the machine slows both.
    for (let round = 0; round < 3; round += 1) {
      known.push(await time(exists))
      unknown.push(await time(missing))
    }
    // Verifying a password takes tens of ms, everything else a few: without the verification this would be
    // near 0.
    expect(Math.min(...unknown) / Math.min(...known)).toBeGreaterThan(0.3)
  })

  test('is not limited when disabled', { timeout: START_MS }, async () => {
    const open = await testServer(noFloor, { lockOut: { attempts: 0, blockMs: 0 } })
    for (let i = 0; i < 6; i += 1) {
      const payload = { username: 'anyone', password: 'wrong-password' }
      expect((await open.call('POST', '/api/login', { payload })).body).toMatchObject({
        code: 10701,
        params: {},
      })
    }
    await open.close()
  })
})

const proxied = serverOfFile(noFloor, { trustProxy: ['loopback'] })
const logInFrom = (ip: string, username: string, password = PASSWORD) =>
  proxied.call('POST', '/api/login', {
    payload: { username, password },
    headers: { 'x-forwarded-for': ip },
  })

test('a flood of logins from one network keeps no player of another waiting', {
  timeout: START_MS,
}, async () => {
  await proxied.addPlayer('patient')
  const flood = Array.from({ length: 100 }, (_, n) => logInFrom(`2001:db8:7:${n}::1`, `nobody-${n}`))
  expect((await logInFrom('192.0.2.1', 'patient')).status).toBe(200)
  const answers = await Promise.all(flood)
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThanOrEqual(50)
  for (const { headers, body } of busy) {
    expect(headers['retry-after']).toBe('1')
    expect(body).toMatchObject({ code: 60011, params: { seconds: 1 } })
  }
  // A refused login counts as no guess.
  for (const { status, body } of answers)
    if (status !== 503) expect(body).toMatchObject({ code: 10700, params: { left_count: 4 } })
  const [again] = busy.map(({ body }) => answers.findIndex((answer) => answer.body === body))
  expect((await logInFrom(`2001:db8:7:${again}::1`, `nobody-${again}`)).body).toMatchObject({
    params: { left_count: 4 },
  })
})

describe('password guessing from other networks', { timeout: START_MS }, () => {
  test('is answered the same for a player and for an unknown name, after any number of attempts', async () => {
    await proxied.addPlayer('deniz')
    const guess = async (username: string, ip: string) => {
      const { status, body } = await logInFrom(ip, username, 'wrong-password')
      return { status, body }
    }
    const expectSame = async (ip: string) => {
      const answer = await guess('deniz', ip)
      expect(await guess('nobody', ip)).toEqual(answer)
      return answer.body.code
    }
    for (let network = 0; network < 10; network += 1)
      for (let n = 0; n < 5; n += 1) expect(await expectSame(`203.0.${network}.${n}`)).toBe(10700)
    for (const ip of ['198.51.100.1', '203.0.3.1']) expect(await expectSame(ip)).toBe(10702)
    proxied.clock.now += 15 * 60_000
    // Four attempts are remembered for a day, also where nothing is blocked.
    for (let n = 0; n < 4; n += 1) expect(await expectSame('192.0.2.1')).toBe(10700)
    proxied.clock.now += 20 * 60_000
    expect(await expectSame('192.0.2.1')).toBe(10700)
    expect(await expectSame('192.0.2.1')).toBe(10702)
  })

  test('is answered the same for a player and for an unknown name in each spelling', async () => {
    await proxied.addPlayer('ilkin')
    const guess = async (username: string) =>
      (await proxied.call('POST', '/api/login', { payload: { username, password: 'wrong-password' } })).body
    for (const [player, unknown] of [
      ['ilkin', 'irmin'],
      ['ılkın', 'ırmın'],
      ['İLKİN', 'İRMİN'],
      ['ILKIN', 'IRMIN'],
    ] as const)
      expect(await guess(unknown)).toEqual(await guess(player))
  })

  test('locks no player out, and is limited over all networks', async () => {
    await proxied.addPlayer('emine')
    const attempt = async (ip: string, password = 'wrong-password') =>
      (await logInFrom(ip, 'emine', password)).body.code ?? 200
    expect(await attempt('192.0.2.1', PASSWORD)).toBe(200)
    // Other networks, five attempts each.
    for (let network = 0; network < 10; network += 1) {
      for (let n = 0; n < 5; n += 1) expect(await attempt(`203.0.${network}.${n}`)).toBe(10700)
      expect(await attempt(`203.0.${network}.77`)).toBe(10702)
    }
    // A further network has no attempt left, although it made none.
    expect(await attempt('198.51.100.1', PASSWORD)).toBe(10702)
    // The player's own network is permitted, and has its own count.
    for (let n = 0; n < 2; n += 1) expect(await attempt('192.0.2.9')).toBe(10700)
    expect(await attempt('192.0.2.1', PASSWORD)).toBe(200)
  })
})

test('an unknown name adds no row', async () => {
  const count = async () => (await server.database.db.selectFrom('events').select('id').execute()).length
  const before = await count()
  await logIn('nobody-at-all')
  expect(await count()).toBe(before)
})

test('checks of tokens add one event a day and kind, from all addresses of an IPv6 /64', async () => {
  const id = await server.addPlayer('moving')
  const token = await server.logIn('moving')
  const [, ...addresses] = Array.from({ length: 6 }, (_, host) => `2001:db8:1:1::${host}`)
  const validate = async (remoteAddress: string) =>
    (await server.call('GET', '/api/validate', { token, remoteAddress })).status
  for (const address of addresses) expect(await validate(address)).toBe(200)
  expect(await validate('2001:db8:1:2::1')).toBe(200)
  server.clock.now += HOUR
  for (const address of addresses) expect(await validate(address)).toBe(401)
  expect(await eventsOf(id)).toEqual(['login success', 'check success', 'check success', 'check fail'])
})

describe('a token', () => {
  test('expires after its lifetime, and with its login at the latest', async () => {
    await server.addPlayer('expiring')
    let token = await server.logIn('expiring')
    const begun = server.clock.now
    const left = async () => {
      const verified = await server.logins.verify(token)
      return verified.ok && verified.expiresAt - begun
    }
    expect(await left()).toBe(HOUR)
    for (let n = 0; n < 3; n += 1) {
      server.clock.now += HOUR - 60_000
      token = String((await server.call('GET', '/api/validate', { token })).body.token)
    }
    expect(await left()).toBe(3 * HOUR)
  })

  test('is recorded as valid or not if its signature names a player', async () => {
    const id = await server.addPlayer('checked')
    const validate = async (token: string) => (await server.call('GET', '/api/validate', { token })).status
    const token = await server.logIn('checked')
    expect(await validate(token)).toBe(200)
    server.clock.now += HOUR
    expect(await validate(token)).toBe(401)
    // Signed by another key: its contents are not trusted.
    expect(await validate(await sign({ sub: id, sid: crypto.randomUUID() }, new Uint8Array(32)))).toBe(401)
    server.clock.now += 24 * HOUR
    // Signed by the platform, for a login that does not exist.
    expect(await validate(await sign({ sub: id, sid: crypto.randomUUID() }))).toBe(401)
    // Signed by the platform, but older than the database: its player does not exist.
    expect(await validate(await sign({ sub: '999999', sid: crypto.randomUUID() }))).toBe(401)
    // Other calls are not recorded as a check.
    await balance(token)
    expect(await eventsOf(id)).toEqual(['login success', 'check success', 'check fail', 'check fail'])
  })

  test.each([
    ['none', async () => ''],
    ['text', async () => 'nonsense'],
    ['another key', async () => sign({ sub: '1', sid: crypto.randomUUID() }, new Uint8Array(32).fill(8))],
    ['no signature', async () => `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1"}')}.`],
    ['somebody else', async () => sign({ sub: "1' or 1=1", sid: crypto.randomUUID() })],
    ['too long', async () => `a.${'b'.repeat(5000)}.c`],
  ])('with %s is refused', async (_, make) => {
    expect(await balance(await make())).toMatchObject({ status: 401, body: { code: 10 } })
  })

  test('for an unknown login is refused', async () => {
    const { status, body } = await balance(await sign({ sub: '1', sid: crypto.randomUUID() }))
    expect([status, body.code]).toEqual([401, 60000])
  })

  const sign = (claims: { sub: string; sid: string }, key = new Uint8Array(32).fill(7)) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(server.clock.now / 1000) + 60)
      .sign(key)
})
