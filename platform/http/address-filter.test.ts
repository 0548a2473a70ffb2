import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { CheckAnswer } from '../../src/contract/country-check.ts'
import { noFloor, PASSWORD } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'

/* Players in TR and DE are permitted, but not from 198.51.100.66. Addresses come through a proxy. */

const HERE = '198.51.100.1'
const DENIED = '198.51.100.66'
const ABROAD = '203.0.113.7'

const folder = scratchFolder()
const countryTable = join(folder, 'table.csv')
writeFileSync(countryTable, '198.51.100.0/24,DE\n203.0.113.0/24,FR\n')
const server = serverOfFile(noFloor, {
  trustProxy: ['loopback'],
  addresses: { allow: [], deny: [DENIED] },
  countries: ['TR', 'DE'],
  countryTable,
})
let id: string
beforeAll(async () => {
  id = await server.addPlayer('deniz')
})

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const logIn = (ip: string, username = 'deniz', password = PASSWORD) =>
  server.call('POST', '/api/login', { headers: from(ip), payload: { username, password } })
const call = (ip: string, url: string, token: string, method: 'GET' | 'POST' = 'GET') =>
  server.call(method, `/api/${url}`, { headers: from(ip), token })
const events = async () =>
  (await server.database.db.selectFrom('events').selectAll().orderBy('id').execute()).map(
    ({ type, player_id, ip }) => ({ type, player: player_id && String(player_id), ip }),
  )

describe.each([
  ['an address that is denied', DENIED],
  ['a country that is not permitted', ABROAD],
])('from %s', (_, ip) => {
  test('refuses and records a login', async () => {
    const { status, body } = await logIn(ip)
    expect([status, body]).toEqual([
      403,
      { code: 10703, ErrorMessage: 'This address is not permitted', params: {} },
    ])
    expect((await events()).at(-1)).toEqual({ type: 'not allowed', player: id, ip })
  })

  test('answers the same for any name and password, and counts no attempt', async () => {
    const first = await logIn(ip)
    for (let n = 0; n < 6; n += 1) expect((await logIn(ip, 'deniz', 'wrong-one')).body).toEqual(first.body)
    const before = await events()
    expect((await logIn(ip, 'nobody', 'wrong-one')).body).toEqual(first.body)
    // An unknown name adds no row.
    expect(await events()).toEqual(before)
    expect((await logIn(HERE)).status).toBe(200)
  })

  test('verifies no password', async () => {
    await logIn(ip, 'deniz', 'wrong-one')
    expect(await server.database.db.selectFrom('login_attempts').selectAll().execute()).toEqual([])
  })

  test('rejects a token issued elsewhere, for every call', async () => {
    const token = String((await logIn(HERE)).body.token)
    for (const url of ['validate', 'player/balance', 'machine/all', 'player/events']) {
      expect(await call(ip, url, token)).toMatchObject({ status: 401, body: { code: 10703 } })
    }
    expect((await events()).at(-1)).toEqual({ type: 'check fail', player: id, ip })
    // The login itself stays valid at its permitted address.
    expect((await call(HERE, 'player/balance', token)).status).toBe(200)
  })

  test('accepts a logout', async () => {
    const token = String((await logIn(HERE)).body.token)
    expect((await call(ip, 'player/logout', token, 'POST')).status).toBe(200)
    expect((await call(HERE, 'player/balance', token)).body.code).toBe(60000)
  })
})

test.each([
  [HERE, { status: true, code: 20000, country: 'DE' }],
  ['10.0.0.1', { status: true, code: 20000, country: 'TR' }],
  [ABROAD, { status: false, code: 10703, country: 'FR' }],
])('the check answers %s with its country and permission', async (ip, said) => {
  const { status, body } = await server.call('GET', '/check', { headers: from(ip) })
  expect(status).toBe(200)
  expect(v.parse(CheckAnswer, body)).toEqual({ ip, ...said })
})

test('an IPv4-mapped address is shown and stored as IPv4', async () => {
  const { body } = await server.call('GET', '/check', { headers: from(`::ffff:${HERE}`) })
  expect(body).toMatchObject({ ip: HERE, country: 'DE' })
  const login = await logIn(`::ffff:${HERE}`)
  expect(login.body).toMatchObject({ ip_address: HERE })
  expect((await events()).at(-1)).toMatchObject({ type: 'login success', ip: HERE })
})
