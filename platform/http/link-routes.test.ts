import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { LinkAnswer, LinkQuestion, LinkState } from '../../src/contract/phone-login.ts'
import { LoginsAnswer } from '../../src/contract/player.ts'
import { PASSWORD, START_MS, testServer } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'

vi.setConfig({ testTimeout: START_MS })

/* Login at a kiosk from the player's phone. Kiosks have the venue's address, phones any other. */

const KIOSK = '203.0.113.9'
const ELSEWHERE = '198.51.100.7'
const VENUES = [
  { range: '203.0.113.0/24', name: 'Bosfor Salonu' },
  { range: '192.0.2.1', name: 'Lodos' },
]
const KIOSK_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

let phone: string
let player: string
let count = 0
const server = serverOfFile({}, { venues: VENUES, limits: { calls: 100_000, logins: 1000 } })
beforeEach(async () => {
  count += 1
  player = await server.addPlayer(`player-${count}`)
  phone = await server.logIn(`player-${count}`)
})

const atKiosk = (url: string, payload: object, remoteAddress = KIOSK) =>
  server.call('POST', `/api${url}`, { payload, remoteAddress, headers: { 'user-agent': KIOSK_BROWSER } })
const onPhone = (url: string, payload: object, token = phone) =>
  server.call('POST', `/api${url}`, { payload, token, remoteAddress: ELSEWHERE })
const create = async (screen = 'Ekran 4') =>
  v.parse(LinkAnswer, (await atKiosk('/login/link', { screen })).body)
const poll = async (secret: string) =>
  v.parse(LinkState, (await atKiosk('/login/link/state', { secret })).body)
const read = (code: string) => onPhone('/player/link', { code })
const decide = (code: string, accept = true, token = phone) =>
  onPhone('/player/link/answer', { code, accept }, token)
const OVER = { status: 404, body: { code: Code.linkOver } }

test('the player reads who asks, confirms, and only the page with the secret is logged in, once', async () => {
  const { code, secret, seconds } = await create()
  expect([code, seconds]).toEqual([expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/), 60])
  expect(await poll(secret)).toEqual({ state: 'waiting' })
  const question = v.parse(
    LinkQuestion,
    (await read(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`)).body,
  )
  expect(question).toEqual({ venue: 'Bosfor Salonu', screen: 'Ekran 4', seconds: 60 })
  expect(await poll(secret)).toEqual({ state: 'waiting' })
  expect(await decide(code)).toMatchObject({ status: 200 })
  const { state, login } = await poll(secret)
  expect(state).toBe('confirmed')
  const token = login?.token ?? ''
  expect((await server.call('GET', '/api/player/profile', { token })).body).toMatchObject({ id: player })
  expect(await poll(secret)).toEqual({ state: 'over' })
  expect(await decide(code)).toMatchObject(OVER)

  // It has a row of its own in the open logins, and ends there.
  const rows = v.parse(
    LoginsAnswer,
    (await server.call('GET', '/api/player/logins', { token: phone })).body,
  ).rows
  const row = rows.find(({ device }) => device?.includes('Bosfor Salonu'))
  expect(row).toMatchObject({ device: 'Chrome, Linux · Bosfor Salonu, Ekran 4', ip: KIOSK })
  await onPhone('/player/logins/end', { id: row?.id })
  expect((await server.call('GET', '/api/player/profile', { token })).status).toBe(401)
  expect((await server.call('GET', '/api/player/profile', { token: phone })).status).toBe(200)
})

test('the code gives nothing without the secret, and no answer to the phone has the secret', async () => {
  const { code, secret } = await create()
  for (const guess of [code, code.padEnd(43, 'A'), 'A'.repeat(43)])
    expect(await atKiosk('/login/link/state', { secret: guess })).not.toMatchObject({
      body: { state: 'waiting' },
    })
  const answers = [await read(code), await decide(code)]
  expect(JSON.stringify(answers)).not.toContain(secret)
  expect(JSON.stringify(answers)).not.toContain('token')
  expect(await server.database.db.selectFrom('login_links').selectAll().execute()).not.toEqual(
    expect.arrayContaining([expect.objectContaining({ secret_hash: secret })]),
  )
  expect((await poll(secret)).state).toBe('confirmed')
  // Neither is in the log, nor is a token.
  expect(server.log.join('')).not.toContain(code)
  expect(server.log.join('')).not.toContain(secret)
})

test('a refusal is final', async () => {
  const { code, secret } = await create()
  expect(await decide(code, false)).toMatchObject({ status: 200 })
  expect(await decide(code, true)).toMatchObject(OVER)
  expect(await poll(secret)).toEqual({ state: 'refused' })
  expect(await poll(secret)).toEqual({ state: 'over' })
})

test('of two phones that confirm at once, one counts', async () => {
  const other = await server.addPlayer(`other-${count}`)
  const otherPhone = await server.logIn(`other-${count}`)
  const { code, secret } = await create()
  const answers = await Promise.all([decide(code, true, phone), decide(code, true, otherPhone)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  const winner = answers[0]?.status === 200 ? player : other
  expect((await poll(secret)).login?.id).toBe(winner)
})

test('of two pages that fetch the login at once, one gets it', async () => {
  const { code, secret } = await create()
  await decide(code)
  const states = await Promise.all([1, 2, 3].map(() => poll(secret)))
  expect(states.map(({ state }) => state).sort()).toEqual(['confirmed', 'over', 'over'])
})

test('a code is over after 60 s, and a confirmed one waits 15 s for its page', async () => {
  const late = await create()
  server.clock.now += 60_000
  expect(await read(late.code)).toMatchObject(OVER)
  expect(await decide(late.code)).toMatchObject(OVER)
  expect(await poll(late.secret)).toEqual({ state: 'over' })

  const inTime = await create()
  server.clock.now += 59_000
  await decide(inTime.code)
  server.clock.now += 14_000
  expect((await poll(inTime.secret)).state).toBe('confirmed')
  const abandoned = await create()
  await decide(abandoned.code)
  server.clock.now += 15_000
  expect(await poll(abandoned.secret)).toEqual({ state: 'over' })
})

test('a page that was reloaded has a new code; the old one logs nobody in elsewhere', async () => {
  const before = await create()
  const after = await create()
  await decide(before.code)
  expect(await poll(after.secret)).toEqual({ state: 'waiting' })
})

test('only venues get codes, so that no page elsewhere can show one', async () => {
  expect((await atKiosk('/login/link', { screen: 'x' }, ELSEWHERE)).status).toBe(404)
  const { secret } = await create()
  expect((await atKiosk('/login/link/state', { secret }, ELSEWHERE)).status).toBe(404)
  const lodos = v.parse(LinkAnswer, (await atKiosk('/login/link', {}, '192.0.2.1')).body)
  expect((await read(lodos.code)).body).toMatchObject({ venue: 'Lodos', screen: '' })
})

test.each(['\0', '\n', '\u2028', '\u202e', '\u2066', '\ud800'])(
  "a screen's name has no %j, which would break or turn its line",
  async (character) => {
    const { status, body } = await atKiosk('/login/link', { screen: `a${character}b` })
    expect([status, body.code]).toEqual([400, Code.invalidRequest])
  },
)

test('a banned player is not logged in, and nobody without a token confirms', async () => {
  const { code, secret } = await create()
  expect((await decide(code, true, '')).status).toBe(401)
  await decide(code)
  await server.database.db
    .updateTable('players')
    .set({ banned: true })
    .where('id', '=', Number(player))
    .execute()
  expect(await poll(secret)).toEqual({ state: 'over' })
})

test.each([
  [
    'a new password',
    (own: string) => ['/player/password', own, { old_password: PASSWORD, new_password: 'amber-newt-43' }],
  ],
  ['a logout', (_: string, confirming: string) => ['/player/logout', confirming, {}]],
] as const)('a confirmation ends with its login, by %s', async (_, callOf) => {
  const own = await server.logIn(`player-${count}`)
  const { code, secret } = await create()
  expect(await decide(code)).toMatchObject({ status: 200 })
  const [url, token, payload] = callOf(own, phone)
  expect(await onPhone(url as string, payload as object, token as string)).toMatchObject({ status: 200 })
  expect(await poll(secret)).toEqual({ state: 'over' })
})

test('a confirmation ends with its login, by the end of its time', async () => {
  const { code, secret } = await create()
  await decide(code)
  await server.database.db
    .updateTable('logins')
    .set({ created_at: new Date(0) })
    .where('player_id', '=', Number(player))
    .execute()
  expect(await poll(secret)).toEqual({ state: 'over' })
})

test('the login that confirmed may change its password meanwhile', async () => {
  const { code, secret } = await create()
  await decide(code)
  const passwords = { old_password: PASSWORD, new_password: 'amber-newt-43' }
  expect(await onPhone('/player/password', passwords)).toMatchObject({ status: 200 })
  expect((await poll(secret)).state).toBe('confirmed')
})

test('guesses, codes and names have limits', async () => {
  const strict = await testServer({}, { venues: VENUES, limits: { calls: 1000, logins: 5 } })
  await strict.addPlayer('guesser')
  const token = await strict.logIn('guesser')
  const guess = (payload: object) => strict.call('POST', '/api/player/link', { payload, token })
  const statuses = []
  for (let n = 0; n < 7; n += 1) statuses.push((await guess({ code: 'ABCDEFGH' })).status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
  const codes = []
  for (let n = 0; n < 32; n += 1)
    codes.push((await strict.call('POST', '/api/login/link', { payload: {}, remoteAddress: KIOSK })).status)
  expect(codes.filter((status) => status === 200)).toHaveLength(30)
  await strict.close()
  for (const screen of ['x'.repeat(41), 7])
    expect((await atKiosk('/login/link', { screen })).status).toBe(400)
  for (const code of ['ABC', 'ABCDEFG0', 'ABCDEFGHJ', 5])
    expect((await onPhone('/player/link', { code })).status).toBe(400)
})

test('without venues there are no such calls', async () => {
  const off = await testServer({})
  await off.addPlayer('someone')
  const token = await off.logIn('someone')
  const statuses = await Promise.all([
    off.call('POST', '/api/login/link', { payload: {} }),
    off.call('POST', '/api/login/link/state', { payload: { secret: 'A'.repeat(43) } }),
    off.call('POST', '/api/player/link', { payload: { code: 'ABCDEFGH' }, token }),
    off.call('POST', '/api/player/link/answer', { payload: { code: 'ABCDEFGH', accept: true }, token }),
  ])
  expect(statuses.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([404, Code.notFound]))
  await off.close()
})
