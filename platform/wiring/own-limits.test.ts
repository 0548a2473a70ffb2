import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { LimitsAnswer } from '../../src/contract/limits.ts'
import { setMaxStake } from '../players/own-limits.ts'
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
  platform = await startTestPlatform({ floor: { idleMs: 0, maxStake: 200 } })
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

test('a stake above the maximum of all players or of this one is refused, also when it is lowered in a visit', async () => {
  const socket = await platform.sit(token, '1')
  await platform.load(socket)
  const spin = async (stake: number) => {
    const answer = await socket.timeout(10_000).emitWithAck('spin', { requestId: requestId(), stake })
    await platform.pass(2500)
    return answer
  }
  const refusal = { ok: false, code: Code.stakeNotOffered }
  expect(await spin(500)).toMatchObject(refusal)
  expect(await spin(200)).toMatchObject({ ok: true })
  // Another process, such as the operator's command.
  const { db } = platform.server.database
  const cap = (maxStake: number | null) =>
    db.transaction().execute((trx) => setMaxStake(trx, player, maxStake, new Date(platform.clock.now())))
  await cap(100)
  expect(await spin(200)).toMatchObject(refusal)
  expect(await spin(100)).toMatchObject({ ok: true })
  expect((await call('GET', '/validate')).body).toMatchObject({ maxStake: 100 })
  await cap(null)
  expect((await call('GET', '/validate')).body).toMatchObject({ maxStake: null })
  expect(await spin(200)).toMatchObject({ ok: true })
})
