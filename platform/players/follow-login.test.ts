import { beforeEach, expect, test } from 'vitest'
import { fakeClock } from '../lib/clock.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'
import { createLoginFollower } from './follow-login.ts'

/* What a login has opened ends with the login: real tokens over HTTP, a fake clock. */

const TOKEN_MS = 60_000
const server = serverOfFile({}, { tokenMs: TOKEN_MS })
const clock = fakeClock(Date.parse('2026-11-20T12:00:00Z'))
let token: string
let isEnded: boolean
/** How often the end of the login was read. */
let reads: number
/** The number of reads of a login's end that will fail. */
let failures: number
let errors: unknown[]

function advance(ms: number): void {
  server.clock.now += ms
  clock.advance(ms)
}

/** Follows a new login, from its first read on. */
beforeEach(async () => {
  ;[isEnded, reads, failures, errors] = [false, 0, 0, []]
  const username = `alice-${clock.now()}`
  await server.addPlayer(username)
  server.clock.now = clock.now()
  token = await server.logIn(username)
  async function endOf(loginId: string) {
    if (failures-- > 0) throw new Error('the database is away')
    const end = await server.logins.endOf(loginId)
    reads += 1
    return end
  }
  const follow = createLoginFollower({ endOf }, clock, (error) => errors.push(error))
  const { loginId = '' } = (await server.logins.signedBy(token)) ?? {}
  const stop = follow(loginId, () => {
    isEnded = true
  })
  await expect.poll(() => reads).toBe(1)
  return stop
})

const expectEnd = () => expect.poll(() => isEnded).toBe(true)
async function renew(): Promise<void> {
  const { status, body } = await server.call('GET', '/api/validate', { token })
  expect(status).toBe(200)
  token = String(body.token)
}

test('a renewed login does not end before its last token', async () => {
  advance(10_000)
  for (let renewal = 1; renewal <= 3; renewal += 1) {
    advance(TOKEN_MS - 20_000)
    await renew()
    advance(10_000)
    await expect.poll(() => reads).toBe(renewal + 1)
    expect(isEnded).toBe(false)
  }
  advance(TOKEN_MS)
  await expectEnd()
})

test('another login of the same player does not prolong it', async () => {
  const { username } = (await server.call('GET', '/api/player/profile', { token })).body
  advance(TOKEN_MS - 10_000)
  await server.logIn(String(username))
  advance(10_000)
  await expectEnd()
})

test('an unreachable database at that moment neither ends a login nor extends it', async () => {
  advance(TOKEN_MS - 10_000)
  await renew()
  failures = 2
  advance(10_000)
  await expect.poll(() => errors.length).toBe(1)
  expect(isEnded).toBe(false)
  for (let error = 2; reads < 2; error += 1) {
    advance(1000)
    await expect.poll(() => errors.length === error || reads === 2).toBe(true)
  }
  expect(isEnded).toBe(false)
  advance(TOKEN_MS)
  await expectEnd()
})
