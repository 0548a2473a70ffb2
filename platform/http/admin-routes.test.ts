import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { refused } from '../lib/result.ts'
import { noFloor, PASSWORD, START_MS, testServer } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'
import type { OperatorOperations } from './admin-routes.ts'

vi.setConfig({ testTimeout: START_MS })

const TOKEN = 'an-operators-own-token-24'
const asked: unknown[] = []
let expel: OperatorOperations['expel']
let quit: OperatorOperations['quit']
const only7 = async (call: string, machineId: string, ...more: unknown[]) => {
  asked.push([call, machineId, ...more])
  return machineId === '7' ? { ok: true as const } : refused(Code.notSeated)
}
const floor: OperatorOperations = {
  setFault: (machineId, fault) => only7('setFault', machineId, fault),
  quit: (machineId, message) => quit(machineId, message),
  beginIdleClose: (machineId) => only7('beginIdleClose', machineId),
  expel: (playerId) => expel(playerId),
}
const fail = async () => {
  throw new Error('the database is away')
}

let id: string
const server = serverOfFile(floor, { adminToken: TOKEN })
beforeAll(async () => {
  id = await server.addPlayer('Deniz')
})
beforeEach(() => {
  asked.length = 0
  server.log.length = 0
  expel = async (playerId) => {
    asked.push(['expel', playerId])
    return { ok: true }
  }
  quit = (machineId, message) => only7('quit', machineId, message)
})

const post = (url: string, payload: object, token = TOKEN) =>
  server.call('POST', `/admin/${url}`, { payload, token })
const logIn = () => server.call('POST', '/api/login', { payload: { username: 'deniz', password: PASSWORD } })

test.each(['\0', '\ud800'])('a text that no database stores is an invalid request: %j', async (machineId) => {
  for (const call of ['quit', 'close']) {
    const { status, body } = await post(call, { machineId })
    expect([status, body.code]).toEqual([400, Code.invalidRequest])
  }
  expect(asked).toEqual([])
})

describe('a ban', () => {
  test('ends every login with its reason, which every later call reports', async () => {
    const tokens = [await server.logIn('deniz'), await server.logIn('deniz')]
    expect(await post('player', { username: ' DENIZ ', banned: true })).toMatchObject({
      status: 200,
      body: { status: true, code: 20000 },
    })
    expect(asked).toEqual([['expel', id]])
    expect(server.ended.map(({ code }) => code)).toEqual([10704, 10704])
    for (const token of tokens) {
      const { status, body } = await server.call('GET', '/api/validate', { token })
      expect([status, body.code]).toEqual([401, 10704])
    }
    expect((await logIn()).body.code).toBe(10704)
  })

  test('when lifted permits new logins and restores no old one', async () => {
    await post('player', { username: 'deniz', banned: false })
    expect(asked).toEqual([])
    const before = await server.logIn('deniz')
    await post('player', { username: 'deniz', banned: true })
    await post('player', { username: 'deniz', banned: false })
    expect((await server.call('GET', '/api/validate', { token: before })).body.code).toBe(60000)
    expect((await logIn()).status).toBe(200)
  })

  test('of an unknown player is not found', async () => {
    const { status, body } = await post('player', { username: 'nobody', banned: true })
    expect([status, body.code]).toEqual([404, 60013])
  })
})

describe('the books', () => {
  const newest = async (count: number) => {
    const rows = await server.database.db
      .selectFrom('operator_actions')
      .select(['action', 'target', 'outcome', 'ip'])
      .orderBy('id', 'desc')
      .limit(count)
      .execute()
    return rows.reverse()
  }
  const ip = '127.0.0.1'

  test("have each of the operator's calls, also refused and failed ones", async () => {
    await post('quit', { machineId: '7', message: 'Closing time' })
    await post('player', { username: 'nobody', banned: true })
    quit = fail
    expect((await post('quit', { machineId: '7' })).body.code).toBe(Code.serverError)
    expect(await newest(3)).toEqual([
      { action: '/admin/quit', target: { machine: '7' }, outcome: 'done', ip },
      { action: '/admin/player', target: { banned: true }, outcome: '60013', ip },
      { action: '/admin/quit', target: { machine: '7' }, outcome: String(Code.serverError), ip },
    ])
  })

  test.each([
    ['fails', fail, 500],
    ['is refused', async () => refused(Code.machineNotFound), 404],
  ])('have a ban that holds, also when the end of the visit %s', async (name, end, status) => {
    const username = `seated whose end ${name}`
    const player = await server.addPlayer(username)
    const token = await server.logIn(username)
    expel = end
    expect((await post('player', { username, banned: true })).status).toBe(status)
    expect((await server.call('GET', '/api/validate', { token })).body.code).toBe(Code.banned)
    expect(await newest(1)).toEqual([
      { action: '/admin/player', target: { player, banned: true }, outcome: 'done', ip },
    ])
  })

  test('have every ban that holds: one that they cannot take is none', async () => {
    const player = await server.addPlayer('burak')
    const token = await server.logIn('burak')
    const { db } = server.database
    await sql`alter table operator_actions add constraint none check (target ->> 'player' is distinct from ${sql.lit(player)})`.execute(
      db,
    )
    expect((await post('player', { username: 'burak', banned: true })).status).toBe(500)
    await sql`alter table operator_actions drop constraint none`.execute(db)
    expect((await server.call('GET', '/api/validate', { token })).status).toBe(200)
  })
})

test.each([
  ['machine', { machineId: 7, state: 'offline' }, ['setFault', '7', 'offline']],
  ['machine', { machineId: '7', state: 'error' }, ['setFault', '7', 'error']],
  ['machine', { machineId: '7', state: 'ok' }, ['setFault', '7', undefined]],
  ['quit', { machineId: '7' }, ['quit', '7', '']],
  ['quit', { machineId: '7', message: 'Closing time' }, ['quit', '7', 'Closing time']],
  ['close', { machineId: '7' }, ['beginIdleClose', '7']],
])('%s with %j calls the floor', async (url, payload, call) => {
  expect(await post(url, payload)).toMatchObject({ status: 200, body: { status: true, code: 20000 } })
  expect(asked).toEqual([call])
  const no = await post(url, { ...payload, machineId: '8' })
  expect([no.status, no.body.code]).toEqual([409, 60008])
})

test.each([
  ['player', {}],
  ['player', { username: 'deniz' }],
  ['player', { username: 'deniz', banned: 'yes' }],
  ['player', { username: '', banned: true }],
  ['machine', { machineId: '7' }],
  ['machine', { machineId: '7', state: 'available' }],
  ['machine', { state: 'ok' }],
  ['quit', {}],
  ['quit', { machineId: '7', message: 'x'.repeat(201) }],
  ['close', { machineId: ['7'] }],
])('%s with %j is an invalid request', async (url, payload) => {
  const { status, body } = await post(url, payload)
  expect([status, body.code, asked]).toEqual([400, 40000, []])
})

describe('the token', () => {
  const tries = ['', 'x', TOKEN.slice(1), `${TOKEN}x`, TOKEN.toUpperCase()]
  test.each(tries)('"%s" is rejected', async (token) => {
    for (const url of ['player', 'machine', 'quit', 'close']) {
      const { status, headers, body } = await post(url, { username: 'deniz', banned: true }, token)
      expect([status, headers['www-authenticate'], body.code]).toEqual([401, 'Bearer', 10])
    }
    expect(asked).toEqual([])
  })

  test("is not a player's token", async () => {
    expect((await post('close', { machineId: '7' }, await server.logIn('deniz'))).status).toBe(401)
    expect((await server.call('GET', '/api/player/balance', { token: TOKEN })).status).toBe(401)
  })

  test('is never logged, but each use is', async () => {
    await post('machine', { machineId: '7', state: 'error' })
    await post('player', { username: 'deniz', banned: false })
    await post('close', { machineId: '7' }, `${TOKEN}-wrong`)
    const payload = { username: 'BODY-1', password: 'BODY-2', machineId: 'BODY-3' }
    await server.app.inject({ method: 'POST', url: `/admin/close?token=${TOKEN}&probe=QUERY-1`, payload })
    const said = server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('operator'))
    expect(said).toMatchObject([
      {
        level: 'warn',
        route: '/admin/machine',
        ip: '127.0.0.1',
        machine: '7',
        state: 'error',
        outcome: 'done',
      },
      { level: 'warn', route: '/admin/player', player: id, banned: false, outcome: 'done' },
      { level: 'warn', route: '/admin/close', msg: "an operator's call was refused" },
      { level: 'warn', route: '/admin/close', msg: "an operator's call was refused" },
    ])
    expect(server.log.join('')).not.toMatch(/an-operators-own|BODY-|QUERY-/)
  })
})

test('has few guesses: they are counted by address before the token is checked', async () => {
  const limited = await testServer(noFloor, { adminToken: TOKEN, limits: { calls: 100, logins: 3 } })
  const guess = (url: string, token: string) => limited.call('POST', `/admin/${url}`, { payload: {}, token })
  for (const url of ['player', 'machine', 'quit']) expect((await guess(url, 'wrong')).status).toBe(401)
  const { status, body } = await guess('close', TOKEN)
  expect([status, body.code]).toEqual([429, 60011])
  // The limit does not apply to players' calls.
  expect((await limited.call('GET', '/check')).status).toBe(200)
  await limited.close()
})

test('without a configured admin token the calls do not exist', async () => {
  const closed = await testServer(noFloor)
  for (const token of ['', TOKEN]) {
    for (const url of ['player', 'machine', 'quit', 'close']) {
      const { status, body } = await closed.call('POST', `/admin/${url}`, { payload: {}, token })
      expect([status, body.code]).toEqual([404, 60013])
    }
  }
  await closed.close()
})
