import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPlatform, type Platform } from '../app.ts'
import { readConfig } from '../config/read-config.ts'
import { requirePlayer } from '../http/auth.ts'
import { parse } from '../http/error-handler.ts'
import { measureCalls } from '../http/health-routes.ts'
import { qualityRoute } from '../http/quality-route.ts'
import { createServer } from '../http/server.ts'
import { fakeClock } from '../lib/clock.ts'
import { startIdleLogouts } from '../players/open-logins.ts'
import { scratchDataFolder } from '../testing/store/scratch-data-folder.ts'
import { measureLog } from './measure.ts'
import { createMetrics } from './metrics.ts'

/* A whole platform, scraped as by Prometheus and checked as by a load balancer. */

const TOKEN = 'metrics-token-of-the-test'
const dataDir = await scratchDataFolder()
let platform: Platform

beforeAll(async () => {
  setReports(true)
  const env = { PORT: '0', DATA_DIR: dataDir, SERVE_APP: '0', SIMULATE: '0', FLOOR_MACHINES: '6' }
  const read = readConfig({ ...env, METRICS_TOKEN: TOKEN, SETTINGS_FILE: settingsFile() })
  if (!read.ok) throw new Error(read.problem)
  platform = await createPlatform(read.config, () => {})
}, 120_000)
afterAll(() => platform.stop())

const settingsFile = () => join(dataDir, 'Settings.json')
/** Turns the quality reports on or off, as an operator does. */
const setReports = (qualityReports: boolean) =>
  writeFileSync(settingsFile(), JSON.stringify({ qualityReports }))

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(platform.address + path, { headers })

/** The samples of a scrape, by name with labels. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await get('/metrics', { authorization: `Bearer ${TOKEN}` })
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

async function logIn(password: string): Promise<{ id: string; token: string }> {
  const { username } = platform.players[0] ?? { username: '' }
  const answer = await fetch(`${platform.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, site_id: 1 }),
  })
  const { id, token } = (await answer.json()) as { id?: unknown; token?: unknown }
  return { id: String(id), token: String(token) }
}

test('the metrics need their token', async () => {
  expect((await get('/metrics')).status).toBe(401)
  expect((await get('/metrics', { authorization: 'Bearer another-token-of-the-test' })).status).toBe(401)
})

test('logins, spins, refusals, calls and the state of the floor are counted', async () => {
  await logIn('wrong')
  const { id } = await logIn(platform.players[0]?.password ?? '')
  const { floor } = platform
  const [machine] = floor.machines(id)?.machines ?? []
  const machineId = machine?.id ?? ''
  expect(await floor.sit(id, machineId)).toMatchObject({ ok: true })
  expect(await floor.load(id, machineId, { requestId: randomUUID(), amount: 10_000 })).toMatchObject({
    ok: true,
  })
  const seated = await floor.sit(id, machineId)
  const stake = seated.ok ? seated.game.stake : 0
  expect(await floor.spin(id, machineId, { requestId: randomUUID(), stake })).toMatchObject({ ok: true })
  expect(await floor.spin(id, machineId, { requestId: randomUUID(), stake: 7 })).toMatchObject({ ok: false })
  const press = { requestId: randomUUID(), button: 'max' }
  expect(await floor.press(id, machineId, press)).toMatchObject({ ok: false })
  const figures = await scrape()
  const count = (name: string) => figures.get(`reelcast_${name}`)
  expect(count('logins_total{result="ok"}')).toBe(1)
  expect(count('logins_total{result="10700"}')).toBe(1)
  expect(count('spin_seconds_count')).toBe(1)
  for (const command of ['spin', 'press'])
    expect(
      [...figures].filter(([name]) => name.startsWith(`reelcast_refusals_total{command="${command}"`)),
    ).toHaveLength(1)
  expect(count('http_seconds_count{route="/api/login",method="POST",status="200"}')).toBe(1)
  expect(count('machines{status="playing"}')).toBe(1)
  expect(count('machines{status="available"}')).toBe(5)
  expect(count('commands_waiting')).toBe(0)
  expect(count('pictures')).toBe(0)
  expect(count('sockets{channel="game"}')).toBe(0)
  expect(count('database_seconds')).toBeGreaterThan(0)
  expect(count('video_cpu_seconds')).toBeGreaterThan(0)
  expect(figures.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
})

/** A report in the app's form. */
const REPORT = {
  build: 'b1',
  device: 'phone',
  joinMs: 1200,
  pressMs: 120,
  ageMs: 62,
  stallsMs: [1500, 4000],
  reconnectsMs: [2500],
}

const report = (token: string, body: unknown) =>
  fetch(`${platform.address}/api/player/quality`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

test("a player's report is counted by device, build and cause, and by no data of the player", async () => {
  const { token } = await logIn(platform.players[0]?.password ?? '')
  expect((await report(token, { ...REPORT, player: 'a name', machine: '7' })).status).toBe(200)
  const nothingElse = { ...REPORT, joinMs: undefined, pressMs: undefined, ageMs: undefined, stallsMs: [] }
  expect((await report(token, nothingElse)).status).toBe(200)
  const figures = [...(await scrape())].filter(([name]) => name.startsWith('reelcast_player_'))
  const of = 'device="phone",build="other"'
  expect(figures.filter(([name]) => !name.includes('_bucket'))).toEqual([
    [`reelcast_player_join_seconds_sum{${of}}`, 1.2],
    [`reelcast_player_join_seconds_count{${of}}`, 1],
    [`reelcast_player_press_seconds_sum{${of}}`, 0.12],
    [`reelcast_player_press_seconds_count{${of}}`, 1],
    [`reelcast_player_picture_age_seconds_sum{${of}}`, 0.062],
    [`reelcast_player_picture_age_seconds_count{${of}}`, 1],
    [`reelcast_player_interruption_seconds_sum{${of},cause="stall"}`, 5.5],
    [`reelcast_player_interruption_seconds_count{${of},cause="stall"}`, 2],
    [`reelcast_player_interruption_seconds_sum{${of},cause="reconnect"}`, 5],
    [`reelcast_player_interruption_seconds_count{${of},cause="reconnect"}`, 2],
  ])
})

test.each([
  ['b1', 'current'],
  ['b2', 'other'],
])(
  'where the platform serves the build b1 a report of the build %s counts as %s',
  async (build, expected) => {
    const app = fastify()
    const observeQuality = vi.fn()
    const identity = { playerId: '1', loginId: '1' }
    const player = requirePlayer(async () => ({ ok: true, identity, expiresAt: 0 }))
    qualityRoute(app, {
      player,
      observeQuality,
      html: '<html data-build="b1" lang="tr">',
      isOn: async () => true,
    })
    await app.inject({ method: 'POST', url: '/player/quality', payload: { ...REPORT, build } })
    expect(observeQuality.mock.calls).toEqual([[{ ...REPORT, build }, expected]])
  },
)

test('while the reports are off none is taken: 404, and nothing is counted', async () => {
  const { token } = await logIn(platform.players[0]?.password ?? '')
  const counted = async () => [...(await scrape())].filter(([name]) => name.startsWith('reelcast_player_'))
  const before = await counted()
  setReports(false)
  const answer = await report(token, REPORT)
  rmSync(settingsFile())
  const byDefault = await report(token, REPORT)
  setReports(true)
  expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 60013 })])
  expect(byDefault.status).toBe(404)
  expect(await counted()).toEqual(before)
  expect((await report(token, REPORT)).status).toBe(200)
})

test('a malformed report is refused and counts nothing', async () => {
  const { token } = await logIn(platform.players[0]?.password ?? '')
  const counted = async () => [...(await scrape())].filter(([name]) => name.startsWith('reelcast_player_'))
  const before = await counted()
  const wrong: unknown[] = [
    {},
    [REPORT],
    { ...REPORT, device: 'Pixel 9' },
    { ...REPORT, build: 'b1"} 1' },
    { ...REPORT, build: 'b'.repeat(41) },
    { ...REPORT, joinMs: -1 },
    { ...REPORT, joinMs: 1.5 },
    { ...REPORT, joinMs: 600_001 },
    { ...REPORT, joinMs: null },
    { ...REPORT, ageMs: 60_001 },
    { ...REPORT, stallsMs: undefined },
    { ...REPORT, stallsMs: Array(51).fill(1000) },
    { ...REPORT, reconnectsMs: ['1000'] },
  ]
  for (const body of wrong) {
    const answer = await report(token, body)
    expect([body, answer.status, await answer.json()]).toEqual([
      body,
      400,
      expect.objectContaining({ code: 40000 }),
    ])
  }
  const large = await report(token, { ...REPORT, note: 'x'.repeat(2048) })
  expect([large.status, await large.json()]).toEqual([413, expect.objectContaining({ code: 60012 })])
  expect((await report('no token', REPORT)).status).toBe(401)
  expect(await counted()).toEqual(before)
})

test('reports have a separate limit, and other calls are not affected', async () => {
  const { token } = await logIn(platform.players[0]?.password ?? '')
  const statuses: number[] = []
  for (let sent = 0; sent < 25; sent++) statuses.push((await report(token, REPORT)).status)
  expect(statuses.at(-1)).toBe(429)
  const headers = { authorization: `Bearer ${token}` }
  expect((await get('/api/player/balance', headers)).status).toBe(200)
})

test('an error is logged, and counted by its area', async () => {
  const metrics = createMetrics()
  const messages: string[] = []
  const log = { warn() {}, error: (_details: object, message: string) => void messages.push(message) }
  const measured = measureLog(log, 'logins', metrics)
  const endIdle = () => Promise.reject(new Error('the database is unavailable'))
  const stop = startIdleLogouts({ endIdle }, fakeClock(), (err) => measured.error({ err }, 'not ended'))
  await stop()
  expect(messages).toEqual(['not ended'])
  expect(await metrics.text()).toContain('reelcast_errors_total{area="logins"} 1\n')
})

test('a call that fails is an error of http, and one that is refused is none', async () => {
  const metrics = createMetrics()
  const app = await createServer({ logLevel: 'silent', trustProxy: [], built: undefined })
  measureCalls(app, metrics)
  app.get('/fails', async () => {
    throw new Error('the database is away')
  })
  app.get('/refuses', async (request) => parse(v.object({ id: v.string() }), request.query))
  const statuses = await Promise.all(
    ['/fails', '/refuses', '/nothing'].map(async (url) => (await app.inject({ url })).statusCode),
  )
  expect(statuses).toEqual([500, 400, 404])
  expect(await metrics.text()).toContain('reelcast_errors_total{area="http"} 1\n')
  await app.close()
})

test('signing keys that cannot be read again are counted as an error', { timeout: 40_000 }, async () => {
  const file = join(dataDir, 'signing-keys.json')
  const keys = readFileSync(file)
  writeFileSync(file, 'no keys')
  const counted = async () => (await scrape()).get('reelcast_errors_total{area="logins"}')
  await expect.poll(counted, { timeout: 30_000, interval: 500 }).toBeGreaterThan(0)
  writeFileSync(file, keys)
})

test('the dashboard and the documentation show all metrics of the platform, at most 24, and no others', async () => {
  const answer = await get('/metrics', { authorization: `Bearer ${TOKEN}` })
  const names = new Set((await answer.text()).match(/(?<=^# TYPE )\S+/gm))
  const own = [...names].filter((name) => name.startsWith('reelcast_'))
  expect(own.length).toBeLessThanOrEqual(24)
  const folder = new URL('../../docs/operator/', import.meta.url)
  for (const file of ['deploy/grafana.json', 'platform.md']) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const named = text.match(/\b(reelcast|nodejs|process)_\w+(?=[^*\w])/g) ?? []
    const shown = new Set(named.map((name) => name.replace(/_(count|bucket|sum)$/, '')))
    const unknown = [...shown].filter((name) => !names.has(name))
    const hidden = own.filter((name) => !shown.has(name))
    expect([file, unknown, hidden]).toEqual([file, [], []])
  }
  const alerts = readFileSync(new URL('deploy/reelcast-alerts.yml', folder), 'utf8')
  const watched = alerts.match(/\b(reelcast|nodejs)_\w+/g) ?? []
  expect(watched.length).toBeGreaterThan(15)
  expect(watched.filter((name) => !names.has(name.replace(/_(count|bucket)$/, '')))).toEqual([])
})

test('an operator sees whether the process is alive and ready for new players', async () => {
  expect((await get('/healthz')).status).toBe(200)
  const ready = await get('/readyz')
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({ database: true, lease: true, video: true, running: true })
})
