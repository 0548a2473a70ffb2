import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeClock } from '../lib/clock.ts'
import { createLoginFollower } from '../players/follow-login.ts'
import { START_MS, type TestServer, testServer } from '../testing/http/server.ts'
import { createWatcher, type Watcher } from '../testing/video/worker/watcher.ts'
import { startVideo, type VideoEngine } from '../video/client/engine.ts'
import { authenticateBearer } from './auth.ts'
import { whepRoutes } from './whep.ts'

/* A WHEP session ends with the login that opened it: real tokens over HTTP, real WebRTC, a fake clock. */

const SLOW = 90_000
vi.setConfig({ testTimeout: SLOW })
const TOKEN_MS = 60_000
let engine: VideoEngine
let server: TestServer
let address: string
let watcher: Watcher
let token: string
/** The logins whose end was read, in order. */
let reads: string[] = []
/** The number of reads of a login's end that will fail. */
let failures = 0
let errors: unknown[] = []
const clock = fakeClock(Date.parse('2026-11-20T12:00:00Z'))

function advance(ms: number): void {
  server.clock.now += ms
  clock.advance(ms)
}

beforeAll(async () => {
  engine = startVideo({ prerender: false, marker: 'credit' })
  const extraRoutes: NonNullable<Parameters<typeof testServer>[2]>['extraRoutes'] = (scope, logins) =>
    whepRoutes(scope, {
      engine,
      authenticate: authenticateBearer(logins),
      machine: (id) => ({ id, name: 'Nar 01', brand: 'nar', game: 'classic5' }),
      isOnline: () => true,
      ownerOf: () => undefined,
      spectators: true,
      onEnded: logins.onEnded,
      followLogin: createLoginFollower(
        {
          async endOf(loginId) {
            if (failures-- > 0) throw new Error('the database is away')
            const end = await logins.endOf(loginId)
            reads.push(loginId)
            return end
          },
        },
        clock,
        (error) => errors.push(error),
      ),
    })
  server = await testServer({}, { tokenMs: TOKEN_MS }, { extraRoutes })
  server.clock.now = clock.now()
  await server.addPlayer('alice')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
}, START_MS)
afterAll(async () => {
  await server.close()
  await engine.stop()
})

const fetchAs = (bearer: string, path: string, init: RequestInit = {}) =>
  fetch(address + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${bearer}` } })

/** Watches machine 1 with the token of a new login, until the first frame. */
beforeEach(async () => {
  reads = []
  errors = []
  failures = 0
  token = await server.logIn('alice')
  watcher = createWatcher()
  const headers = { 'content-type': 'application/sdp' }
  const answer = await fetchAs(token, '/whep/1', { method: 'POST', headers, body: await watcher.offer() })
  expect(answer.status).toBe(201)
  watcher.answer(await answer.text())
  await watcher.frame()
  await expect.poll(() => reads.length).toBe(1)
  return () => watcher.close()
}, SLOW)

/** Waits until the engine sends to no viewer. */
const expectEnd = () =>
  expect.poll(async () => (await engine.stats())?.viewers, { timeout: SLOW / 2 }).toEqual({})

async function expectPicture(): Promise<void> {
  const { frames } = await watcher.frame()
  await watcher.frame((later) => later.frames > frames + 5)
  expect((await engine.stats())?.viewers).toEqual({ 1: 1 })
}

async function renew(): Promise<void> {
  const answer = await fetchAs(token, '/api/validate')
  expect(answer.status).toBe(200)
  token = ((await answer.json()) as { token: string }).token
}

test('a renewed login keeps its picture without a break, and ends it with its last token', async () => {
  advance(10_000)
  for (let renewal = 1; renewal <= 3; renewal += 1) {
    advance(TOKEN_MS - 20_000)
    await renew()
    advance(10_000)
    await expect.poll(() => reads.length).toBe(renewal + 1)
    await expectPicture()
  }
  advance(TOKEN_MS)
  await expectEnd()
})

test('another login of the same player keeps no picture alive', async () => {
  advance(TOKEN_MS - 10_000)
  await server.logIn('alice')
  advance(10_000)
  await expectEnd()
})

test('an unreachable database at that moment neither ends a picture nor extends it', async () => {
  advance(TOKEN_MS - 10_000)
  await renew()
  failures = 2
  advance(10_000)
  await expect.poll(() => errors.length).toBe(1)
  await expectPicture()
  for (let error = 2; reads.length < 2; error += 1) {
    advance(1000)
    await expect.poll(() => errors.length === error || reads.length === 2).toBe(true)
  }
  await expectPicture()
  advance(TOKEN_MS)
  await expectEnd()
})
