import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { ChatIdentity } from '../../src/contract/chat.ts'
import { BalanceAnswer } from '../../src/contract/http.ts'
import {
  ClaimAnswer,
  EventsAnswer,
  ProfileAnswer,
  SessionsAnswer,
  TransactionsAnswer,
} from '../../src/contract/player.ts'
import { readConfig } from '../config/read-config.ts'
import { OPERATIONS } from '../contract/http-operations.ts'
import { balanceOf, creditOf, post, walletOf } from '../ledger/ledger.ts'
import { claim } from '../players/claims.ts'
import { recordEvent } from '../players/events.ts'
import { type Answer, noFloor, PASSWORD, START_MS, testServer } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'

vi.setConfig({ testTimeout: START_MS })

const server = serverOfFile(noFloor)

let count = 0
/** Logs in a new player for each test. */
async function player(cents = 0) {
  const username = `player${count++}`
  const id = await server.addPlayer(username, cents)
  const token = await server.logIn(username)
  const get = (url: string) => server.call('GET', `/api/player/${url}`, { token })
  const post = (url: string, payload: object) => server.call('POST', `/api/player/${url}`, { token, payload })
  const balance = async () => v.parse(BalanceAnswer, (await get('balance')).body).balance
  return { id, username, token, get, post, balance }
}

/** The calls of this server; those that a setting adds are tested with their routes. */
const CALLS = OPERATIONS.filter(({ open, path }) => !open && !/link|symbols|attract/.test(path))
test.each(CALLS)('$method $path is for players only', async ({ method, path }) => {
  for (const token of ['', 'no.such.token']) {
    const url = `/api${path.replace(/\{\w+\}/, '1')}`
    const { status, body } = await server.call(method === 'get' ? 'GET' : 'POST', url, { token })
    expect([status, body.code]).toEqual([401, 10])
  }
})

test('the chat identity exists only with a chat secret', async () => {
  const nobody = await (await player()).get('chat-identity')
  expect([nobody.status, nobody.body.code]).toEqual([404, 60013])
  const chatting = await testServer(noFloor, { chatSecret: 'chatwoots-hmac-token' })
  try {
    const id = await chatting.addPlayer('deniz')
    const token = await chatting.logIn('deniz')
    const { status, body } = await chatting.call('GET', '/api/player/chat-identity', { token })
    expect(status).toBe(200)
    expect(Object.keys(v.parse(ChatIdentity, body))).toEqual(Object.keys(body))
    // Other players get none of this player's data.
    expect(JSON.stringify(body)).not.toMatch(/deniz/)
    expect(body.id).not.toBe(id)
  } finally {
    await chatting.close()
  }
})

test("the balance is the ledger's, with a growing seq", async () => {
  const { get } = await player(12_345)
  expect((await get('balance')).body).toEqual({ balance: 12_345, seq: 1 })
  const { get: poor } = await player()
  expect((await poor('balance')).body).toEqual({ balance: 0, seq: 0 })
})

describe('a claim', () => {
  test('moves money from the house to the wallet and emits it', async () => {
    const { id, get, balance } = await player(9_999)
    const { status, body } = await get('discount?requestId=discount-1')
    expect(status).toBe(200)
    expect(v.parse(ClaimAnswer, body)).toMatchObject({ status: true, Params: { amount: 2500 }, code: 20000 })
    expect(await balance()).toBe(12_499)
    expect(server.balances.at(-1)).toEqual({ playerId: id, balance: 12_499, seq: 2 })
  })

  test('is not paid by HEAD, which no call answers', async () => {
    const { token, balance } = await player()
    for (const url of ['/api/player/discount?requestId=by-head-1', '/api/player/bonus?requestId=by-head-2']) {
      const headers = { authorization: `Bearer ${token}` }
      expect((await server.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404)
    }
    expect(await balance()).toBe(0)
    const routes = server.app.printRoutes({ commonPrefix: false })
    expect(routes).toContain('api/player/bonus (GET)')
    expect(routes).not.toContain('HEAD')
  })

  test('repeated with its id is credited once and gets the stored answer', async () => {
    const { id, get, balance } = await player()
    const first = await get('bonus?requestId=same-again')
    expect(await get('bonus?requestId=same-again')).toMatchObject({ status: 200, body: first.body })
    expect(await balance()).toBe(1000)
    expect(server.balances.filter(({ playerId }) => playerId === id)).toHaveLength(1)
    expect((await get('discount?requestId=same-again')).body.code).toBe(60010)
  })

  test('is credited once per window since the last credit', async () => {
    const { get, balance } = await player()
    expect((await get('bonus?requestId=window-1')).status).toBe(200)
    server.clock.now += 29_500
    const early = await get('bonus?requestId=window-2')
    expect(early).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { status: false, code: 60011, params: { seconds: 1 } },
    })
    expect(v.parse(ClaimAnswer, early.body).status).toBe(false)
    // The kinds of claims have separate windows.
    expect((await get('discount?requestId=window-3')).status).toBe(200)
    server.clock.now += 500
    expect((await get('bonus?requestId=window-2')).status).toBe(200)
    // The clock is set back.
    server.clock.now -= 60 * 60_000
    expect((await get('bonus?requestId=window-4')).status).toBe(200)
    expect((await get('bonus?requestId=window-5')).body.params).toEqual({ seconds: 30 })
    server.clock.now += 60 * 60_000
    expect(await balance()).toBe(1000 + 2500 + 1000 + 1000)
  })

  test('is credited once for concurrent ids', async () => {
    const { get, balance } = await player()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => get(`bonus?requestId=storm-${i}-x`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await balance()).toBe(1000)
  })

  test('of a discount counts the wallet alone, and the credit on the machine where its rule says so', async () => {
    const { id, get } = await player(10_000)
    const { db } = server.database
    await db.insertInto('brands').values({ id: 93, name: 'Lodos', key: 'lodos', game: 'x' }).execute()
    const machine = { id: 930, brand_id: 93, name: 'Lodos 01', seat_player: Number(id) }
    await db.insertInto('machines').values(machine).execute()
    const entries = [
      { account: walletOf(id), amount: -9000 },
      { account: creditOf(930), amount: 9000 },
    ]
    const load = { requestId: `load:${id}`, kind: 'cash-in', fingerprint: '', playerId: id, entries } as const
    await post(db, { ...load, at: new Date() }, v.object({}), () => ({}))
    expect((await get('discount?requestId=poor-wallet')).status).toBe(200)
    const rule = { amount: 2500, windowMs: 0, maxPerDay: 10, maxBalance: 10_000, countsCredit: true }
    const claimAgain = () =>
      claim(db, { playerId: id, kind: 'discount', requestId: 'poor-wallet-2', rule, now: Date.now() })
    expect(await claimAgain()).toMatchObject({ ok: false, code: 60019 })
    // Only while the player has the machine's seat.
    await db.updateTable('machines').set({ seat_player: null }).where('id', '=', 930).execute()
    expect(await claimAgain()).toMatchObject({ ok: true })
  })

  test('is switched off unless it is configured', async () => {
    const production = readConfig({ DEMO: '0' })
    if (!production.ok) throw new Error(production.problem)
    const { discount, bonus } = production.config
    const plain = await testServer(noFloor, { discount, bonus })
    try {
      const id = await plain.addPlayer('deniz')
      const token = await plain.logIn('deniz')
      for (const kind of ['discount', 'bonus']) {
        const { status, body } = await plain.call('GET', `/api/player/${kind}?requestId=free-money`, {
          token,
        })
        expect([status, body.status, body.code]).toEqual([404, false, 60013])
      }
      expect(await balanceOf(plain.database.db, walletOf(id))).toEqual({ balance: 0, version: 0 })
    } finally {
      await plain.close()
    }
  })

  test('has a daily limit, and the conditions of Settings.json', async () => {
    const folder = scratchFolder()
    const settingsFile = join(folder, 'Settings.json')
    const set = (settings: object) => writeFileSync(settingsFile, JSON.stringify(settings))
    set({ repeatWindow: 60, minDiscount: 40 })
    const grant = { amount: 2500, maxPerDay: 2 }
    const strict = await testServer(noFloor, {
      discount: grant,
      bonus: grant,
      settingsFile,
      tokenMs: 7 * 24 * 3_600_000,
      loginIdleMs: 0,
    })
    try {
      await strict.addPlayer('deniz')
      const token = await strict.logIn('deniz')
      const claim = async (kind: string, name: string) => {
        const { status, body } = await strict.call('GET', `/api/player/${kind}?requestId=${name}`, { token })
        return [status, body.code, body.params ?? body.Params]
      }
      expect(await claim('bonus', 'first-one')).toEqual([200, 20000, { amount: 2500 }])
      strict.clock.now += 31_000
      expect(await claim('bonus', 'too-early')).toEqual([429, 60011, { seconds: 29 }])
      strict.clock.now += 29_000
      expect((await claim('bonus', 'second-one'))[0]).toBe(200)
      strict.clock.now += 60_000
      const untilTomorrow = 24 * 3600 - 120
      expect(await claim('bonus', 'third-one')).toEqual([429, 60011, { seconds: untilTomorrow }])
      strict.clock.now += untilTomorrow * 1000
      expect((await claim('bonus', 'next-day'))[0]).toBe(200)
      // The wallet has 75.00.
      expect(await claim('discount', 'not-below-40')).toEqual([409, 60019, { amount: 4000 }])
      // The current content of the file applies, as in the app.
      set({ discountCheck: false, autoBonus: false })
      expect((await claim('discount', 'unchecked'))[0]).toBe(200)
      strict.clock.now += 24 * 3_600_000
      expect((await claim('bonus', 'no-button'))[0]).toBe(404)
    } finally {
      await strict.close()
    }
  })

  test.each([
    '',
    '?requestId=',
    '?requestId=short',
    '?requestId=with%20space',
    '?requestId=a1234567&requestId=b1234567',
  ])('with "%s" is an invalid request', async (query) => {
    const { get, balance } = await player()
    expect(await get(`bonus${query}`)).toMatchObject({ status: 400, body: { code: 40000 } })
    expect(await balance()).toBe(0)
  })
})

describe('the account', () => {
  test('returns the profile without hashes', async () => {
    const { id, username, get } = await player()
    const { body } = await get('profile')
    expect(v.parse(ProfileAnswer, body)).toMatchObject({ id, username, email: null, password_expired: false })
    expect(JSON.stringify(body)).not.toMatch(/hash|argon|pbkdf/)
  })

  test('changes the password and ends the other logins', async () => {
    const { username, post, get } = await player()
    const other = await server.logIn(username)
    server.clock.now += 1000
    const changed = await post('password', { old_password: PASSWORD, new_password: 'quite-new-8' })
    expect(changed).toMatchObject({ status: 200, body: { status: true, code: 20000 } })
    expect((await get('profile')).body.last_password_change).toBe(new Date(server.clock.now).toISOString())
    expect((await server.call('GET', '/api/player/balance', { token: other })).body.code).toBe(60000)
    const again = (password: string) => server.call('POST', '/api/login', { payload: { username, password } })
    expect((await again(PASSWORD)).status).toBe(403)
    expect((await again('quite-new-8')).status).toBe(200)
  })

  test('the old password cannot be guessed with a stolen token', async () => {
    const { username, post, get } = await player()
    const guess = () => post('password', { old_password: 'wrong-one', new_password: 'quite-new-8' })
    for (let n = 0; n < 5; n += 1) expect((await guess()).body.code).toBe(40001)
    expect(await guess()).toMatchObject({ status: 403, body: { code: 10702, params: { seconds: 900 } } })
    // Wrong passwords here and at the login are counted together.
    expect((await post('password', { old_password: PASSWORD, new_password: 'quite-new-8' })).status).toBe(403)
    const payload = { username, password: PASSWORD }
    expect((await server.call('POST', '/api/login', { payload })).body.code).toBe(10702)
    const types = v.parse(EventsAnswer, (await get('events')).body).rows.map(({ type }) => type)
    expect(types.slice(0, 8)).toEqual([
      ...['not allowed', 'not allowed', 'not allowed', 'temporary blocked'],
      ...Array(4).fill('login fail'),
    ])
    server.clock.now += 15 * 60_000
    await guess()
    expect((await post('password', { old_password: PASSWORD, new_password: 'quite-new-8' })).status).toBe(200)
    // The correct password resets the count.
    await server.call('POST', '/api/login', { payload })
    for (let n = 0; n < 3; n += 1) await guess()
    expect((await guess()).body.code).toBe(40001)
  })

  test('a changed password ends every login with the old one, also one in progress', async () => {
    const { username, post, get } = await player()
    const payload = { username, password: PASSWORD }
    const logins: Promise<Answer>[] = []
    let changed: Answer | undefined
    void post('password', { old_password: PASSWORD, new_password: 'quite-new-8' }).then((answer) => {
      changed = answer
    })
    // Without a delay: many have read the old hash when the new one is stored, and wait for a thread to
    // verify it.
    await vi.waitFor(
      () => {
        if (logins.length < 80) logins.push(server.call('POST', '/api/login', { payload }))
        expect(changed?.status).toBe(200)
      },
      { interval: 3, timeout: 20_000 },
    )
    const opened = (await Promise.all(logins)).flatMap(({ body }) => (body.token ? [String(body.token)] : []))
    expect(opened.length).toBeGreaterThan(0)
    for (const token of opened)
      expect((await server.call('GET', '/api/player/balance', { token })).status).toBe(401)
    // The login that changed the password stays.
    expect((await get('balance')).status).toBe(200)
  })

  test.each([
    [{ old_password: 'wrong-one', new_password: 'quite-new-8' }, 40001],
    [{ old_password: PASSWORD, new_password: 'short-7' }, 40101],
    [{ old_password: PASSWORD, new_password: '12345678' }, 60021],
    [{ old_password: PASSWORD, new_password: 'PassWord' }, 60021],
    [{ old_password: PASSWORD, new_password: 'ｐａｓｓｗｏｒｄ' }, 60021],
    [{ old_password: PASSWORD, new_password: 'Galatasaray' }, 60021],
    [{ old_password: PASSWORD }, 40000],
    [{ old_password: PASSWORD, new_password: 'x'.repeat(201) }, 40000],
    [{ old_password: 1, new_password: null }, 40000],
  ])('refuses %j as a password change', async (payload, code) => {
    const { post } = await player()
    expect(await post('password', payload)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('the history', () => {
  test('lists wallet movements by page, newest first', async () => {
    const { get } = await player(5000)
    for (let i = 0; i < 3; i += 1) {
      await get(`bonus?requestId=history-${i}`)
      server.clock.now += 30_000
    }
    const first = v.parse(TransactionsAnswer, (await get('transactions?limit=3')).body)
    expect(first.rows.map(({ action, amount, balance }) => [action, amount, balance])).toEqual([
      [1, 1000, 8000],
      [1, 1000, 7000],
      [1, 1000, 6000],
    ])
    const rest = v.parse(TransactionsAnswer, (await get(`transactions?limit=3&cursor=${first.cursor}`)).body)
    expect(rest.rows.map(({ amount }) => amount)).toEqual([5000])
    expect(rest.cursor).toBeNull()
  })

  test('lists visits with their durations, and those at the machine that is searched for', async () => {
    const { id, get } = await player()
    const { db } = server.database
    await db.insertInto('brands').values({ id: 91, name: 'Nar', key: 'nar', game: 'x' }).execute()
    const machines = ['Nar 07', 'Bosfor 100%'].map((name, i) => ({ id: 910 + i, brand_id: 91, name }))
    await db.insertInto('machines').values(machines).execute()
    const started_at = new Date(server.clock.now - 90_000)
    const began = machines.map((machine) => ({
      player_id: Number(id),
      machine_id: machine.id,
      started_at,
    }))
    await db.insertInto('visits').values(began).execute()
    const played = { cash_in: 500, cash_out: 700, spins: 4, free_spins: 1 }
    await db
      .updateTable('visits')
      .set({ ...played, ended_at: new Date(server.clock.now - 30_000) })
      .where('machine_id', '=', 910)
      .execute()
    const list = async (query: string) => v.parse(SessionsAnswer, (await get(`sessions${query}`)).body).rows
    expect(await list('')).toMatchObject([
      { machine: 'Bosfor 100%', duration: 90_000, end: null },
      { machine: 'Nar 07', duration: 60_000, cashIn: 500, cashOut: 700, spins: 4, freeSpins: 1 },
    ])
    expect(await list('?search=NAR')).toHaveLength(1)
  })

  test('lists account events by page, newest first', async () => {
    const { id, username, get, post } = await player()
    await server.call('POST', '/api/login', { payload: { username, password: 'wrong-one' } })
    await post('password', { old_password: PASSWORD, new_password: 'quite-new-8' })
    server.clock.now += 1000
    const { db } = server.database
    await db.insertInto('brands').values({ id: 92, name: 'Ocak', key: 'ocak', game: 'x' }).execute()
    await db.insertInto('machines').values({ id: 920, brand_id: 92, name: 'Ocak 01' }).execute()
    const about = { ip: '127.0.0.1', playerId: id, at: server.clock.now, details: { machine: '920' } }
    await recordEvent(db, { type: 'kicked by player', ...about })
    const first = v.parse(EventsAnswer, (await get('events?limit=3')).body)
    expect(first.rows).toMatchObject([
      { type: 'kicked by player', machine: 'Ocak 01', time: new Date(server.clock.now).toISOString() },
      { type: 'password changed', machine: null, ip: '127.0.0.1' },
      { type: 'login fail' },
    ])
    const rest = v.parse(EventsAnswer, (await get(`events?limit=3&cursor=${first.cursor}`)).body)
    expect(rest).toMatchObject({ rows: [{ type: 'login success' }], cursor: null })
  })

  test.each([
    'cursor=abc',
    'cursor=-1',
    'limit=0',
    'limit=201',
    'limit=1.5',
    'limit=x',
    `search=${'x'.repeat(101)}`,
  ])('%s is an invalid request', async (query) => {
    const { get } = await player()
    for (const list of ['transactions', 'sessions', 'events']) {
      expect(await get(`${list}?${query}`)).toMatchObject({ status: 400, body: { code: 40000 } })
    }
  })
})

test('the check permits everyone and returns address and country', async () => {
  const { status, body } = await server.call('GET', '/check')
  expect([status, body]).toEqual([200, { status: true, code: 20000, ip: '127.0.0.1', country: 'TR' }])
})
