import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { LimitsAnswer } from '../../src/contract/limits.ts'
import { EventsAnswer } from '../../src/contract/player.ts'
import { audit } from '../testing/floor/floor.ts'
import { startTestPlatform, type TestPlatform } from '../testing/wiring/platform.ts'

/*
 * A player's own limits and pause through HTTP and sockets. The platform's day is the 20th of November,
 * UTC.
 */

let platform: TestPlatform
let player: string
let token: string
let count = 0
beforeAll(async () => {
  platform = await startTestPlatform({ floor: { idleMs: 0 } })
}, 60_000)
afterAll(() => platform.close())
beforeEach(async () => {
  await platform.reset()
  // Held seats end.
  await platform.pass(10 * 60_000)
  count += 1
  player = await platform.server.addPlayer(`player-${count}`, 100_000)
  token = await platform.logIn(player)
})

const MIDNIGHT = '2026-11-21T00:00:00.000Z'
const tomorrow = () => new Date(platform.clock.now() + 24 * 60 * 60_000).toISOString()

const Body = v.looseObject({})
async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await platform.call(method, `/api${path}`, token, body)
  return { status: answer.status, body: v.parse(Body, await answer.json()) }
}
const limits = async () => v.parse(LimitsAnswer, (await call('GET', '/player/limits')).body)
async function setLimit(value: number | null) {
  const set = await call('POST', '/player/limits', { kind: 'loss-day', value })
  return v.parse(LimitsAnswer, set.body).limits[0]
}
const requestId = () => `request-${player}-${++count}`

test('the answer has all limits, the pauses and the time zone', async () => {
  expect((await call('GET', '/player/profile')).body).toMatchObject({ limits: true })
  expect(await limits()).toEqual({
    limits: [
      { kind: 'loss-day', value: null, used: 0, resets: MIDNIGHT, pending: null },
      { kind: 'loss-week', value: null, used: 0, resets: '2026-11-23T00:00:00.000Z', pending: null },
      { kind: 'loss-month', value: null, used: 0, resets: '2026-12-01T00:00:00.000Z', pending: null },
      { kind: 'time-day', value: null, used: 0, resets: MIDNIGHT, pending: null },
    ],
    pausedUntil: null,
    pauseDays: [1, 7, 30, 90, 180],
    timeZone: 'UTC',
  })
})

test('a limit stops a socket that plays, and the player is told until when', async () => {
  const socket = await platform.sit(token, '1')
  expect(await platform.load(socket)).toMatchObject({ ok: true })
  const spin = () => socket.timeout(10_000).emitWithAck('spin', { requestId: requestId(), stake: 100 })
  expect(await spin()).toMatchObject({ ok: true })
  await platform.pass(2500)
  expect(await setLimit(150)).toMatchObject({ value: 150, used: 100 })
  expect(await spin()).toMatchObject({
    ok: false,
    code: Code.ownLossDay,
    params: { limit: 150, left: 50, until: MIDNIGHT },
  })
  expect(await setLimit(null)).toMatchObject({ value: 150, pending: { value: null, from: tomorrow() } })
  expect(await spin()).toMatchObject({ ok: false, code: Code.ownLossDay })
  // The value that applies withdraws the pending change.
  expect(await setLimit(150)).toMatchObject({ value: 150, pending: null })
  expect(await socket.timeout(10_000).emitWithAck('cashout', { requestId: requestId() })).toMatchObject({
    ok: true,
    amount: 900,
  })
  const events = v.parse(EventsAnswer, (await call('GET', '/player/events')).body).rows
  expect(events.map(({ type }) => type)).toEqual(Array(3).fill('limit changed'))
})

test.each([
  { kind: 'loss-day', value: 0 },
  { kind: 'loss-day', value: -100 },
  { kind: 'loss-day', value: 1.5 },
  { kind: 'loss-day', value: 1e15 },
  { kind: 'loss-day' },
  { kind: 'loss-year', value: 100 },
  {},
])('%j is no limit', async (body) => {
  expect(await call('POST', '/player/limits', body)).toMatchObject({
    status: 400,
    body: { code: Code.invalidRequest },
  })
  expect((await limits()).limits.map(({ value }) => value)).toEqual([null, null, null, null])
})

test.each([0, 2, -1, 1.5, 1000])('%d days are no pause', async (days) => {
  expect((await call('POST', '/player/pause', { days })).status).toBe(400)
  expect((await limits()).pausedUntil).toBeNull()
})

test('a pause sends the page away and pays out, and the player can still log in and read', async () => {
  const socket = await platform.sit(token, '1')
  await platform.load(socket)
  const info = new Promise((resolve) => socket.on('info', resolve))
  const until = tomorrow()
  expect((await call('POST', '/player/pause', { days: 1 })).body.pausedUntil).toBe(until)
  expect(await info).toMatchObject({ code: Code.ownPause, action: 'leave', params: { until } })
  await platform.pass(0)
  await expect.poll(async () => (await call('GET', '/player/balance')).body.balance).toBe(100_000)

  token = await platform.logIn(player)
  const again = platform.dial(token)
  expect(await again.timeout(10_000).emitWithAck('init', { token, machineID: '1' })).toMatchObject({
    ok: false,
    code: Code.ownPause,
    params: { until },
  })
  for (const path of ['/player/transactions', '/player/sessions', '/player/profile'])
    expect((await call('GET', path)).status).toBe(200)
  // Neither a discount nor anything else invites to play.
  expect((await call('GET', `/player/discount?requestId=${requestId()}`)).body).toMatchObject({
    status: false,
    code: Code.ownPause,
  })
  // Nothing ends it: neither a shorter pause nor limits.
  for (const path of ['/player/pause/end', '/player/pause/withdraw'])
    expect((await call('POST', path, {})).status).toBe(404)
  await call('POST', '/player/pause', { days: 1 })
  expect((await limits()).pausedUntil).toBe(until)
})

test("another player's limits are out of reach, and the books are right", async () => {
  await call('POST', '/player/limits', { kind: 'time-day', value: 30 })
  const other = await platform.logIn(await platform.server.addPlayer(`other-${count}`, 0))
  const seen = await (await platform.call('GET', '/api/player/limits', other)).json()
  expect(v.parse(LimitsAnswer, seen).limits[3]).toMatchObject({ kind: 'time-day', value: null })
  expect((await platform.call('GET', '/api/player/limits', '')).status).toBe(401)
  expect((await platform.call('POST', '/api/player/pause', '', { days: 1 })).status).toBe(401)
  await platform.reset()
  await platform.pass(10 * 60_000)
  const problems = await audit(platform.server.database.db)
  // The players of a test server have their money from nobody.
  expect(problems.filter((problem) => !problem.endsWith('a deposit that no operator made'))).toEqual([])
})
