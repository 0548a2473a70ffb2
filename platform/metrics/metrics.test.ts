import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPlatform, type Platform } from '../app.ts'
import { readConfig } from '../config/config.ts'

/* A whole platform, asked as Prometheus and a load balancer ask it. */

/** Idle logins can never be ended here. */
vi.mock('../players/open-logins.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../players/open-logins.ts')>()
  const endIdle = () => Promise.reject(new Error('the database is away'))
  const startIdleLogouts: typeof original.startIdleLogouts = (_, ...rest) =>
    original.startIdleLogouts({ endIdle }, ...rest)
  return { ...original, startIdleLogouts }
})

const TOKEN = 'metrics-token-of-the-test'
let dataDir: string
let platform: Platform

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'reelcast-metrics-'))
  const env = { PORT: '0', DATA_DIR: dataDir, SERVE_APP: '0', SIMULATE: '0', FLOOR_MACHINES: '6' }
  const read = readConfig({ ...env, METRICS_TOKEN: TOKEN })
  if (!read.ok) throw new Error(read.problem)
  platform = await createPlatform(read.config, () => {})
}, 120_000)
afterAll(async () => {
  await platform.stop()
  rmSync(dataDir, { recursive: true })
})

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

async function logIn(password: string): Promise<{ id: string }> {
  const { username } = platform.players[0] ?? { username: '' }
  const answer = await fetch(`${platform.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, site_id: 1 }),
  })
  const { id } = (await answer.json()) as { id?: unknown }
  return { id: String(id) }
}

test('the figures need their token', async () => {
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
  const figures = await scrape()
  const count = (name: string) => figures.get(`reelcast_${name}`)
  expect(count('logins_total{result="ok"}')).toBe(1)
  expect(count('logins_total{result="10700"}')).toBe(1)
  expect(count('spin_seconds_count')).toBe(1)
  expect(
    [...figures].filter(([name]) => name.startsWith('reelcast_refusals_total{command="spin"')),
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

test('errors of the idle logout are counted', async () => {
  expect((await scrape()).get('reelcast_errors_total{area="logins"}')).toBe(1)
})

test('the dashboard and the documentation show figures that exist', async () => {
  const answer = await get('/metrics', { authorization: `Bearer ${TOKEN}` })
  const names = new Set((await answer.text()).match(/(?<=^# TYPE )\S+/gm))
  const folder = new URL('../../docs/operator/', import.meta.url)
  for (const file of ['deploy/grafana.json', 'platform.md']) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const named = text.match(/\b(reelcast|nodejs|process)_\w+(?=[^*\w])/g) ?? []
    const missing = [...new Set(named)].filter((name) => !names.has(name.replace(/_(count|bucket)$/, '')))
    expect([file, missing, named.length > 10]).toEqual([file, [], true])
  }
})

test('an operator sees whether the process lives and whether new players may come', async () => {
  expect((await get('/healthz')).status).toBe(200)
  const ready = await get('/readyz')
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({ database: true, lease: true, video: true, running: true })
})
