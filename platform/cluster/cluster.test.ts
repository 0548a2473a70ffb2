import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { audit, createTestPlayer } from '../floor/test-floor.ts'
import { createSessions, type Sessions } from '../players/sessions.ts'
import { openSigningKeys } from '../players/signing-keys.ts'
import { type Database, openDatabase } from '../store/db.ts'
import { createScratchDatabase } from '../store/test-database.ts'
import { createWatcher } from '../video/worker/test-watcher.ts'
import { hasRedis, startRedis } from './redis-process.ts'
import { startTestPlayer, type TestPlayer } from './test-player.ts'
import { type Process, startLinkTo, startProcess } from './test-processes.ts'

/* Two processes, one floor: what players see and what the books say while its parts die. */

/** Played all the time; two more are for single visits. */
const PLAYED = 24
const MACHINES = PLAYED + 2
const serverUrl = process.env.TEST_DATABASE_URL
const isPossible = serverUrl !== undefined && hasRedis
/** A machine under load; how soon players go on is reported beside it. */
const PATIENCE = { timeout: 25_000, interval: 50 }

const report = (line: string) => void process.stdout.write(`${line}\n`)
if (serverUrl && !hasRedis) report('No redis-server found: the tests of several processes are left out.')
let dataDir: string
let scratch: Awaited<ReturnType<typeof createScratchDatabase>>
let redis: Awaited<ReturnType<typeof startRedis>>
let link: Awaited<ReturnType<typeof startLinkTo>>
let database: Database
let env: Record<string, string>
const processes: Process[] = []
const players: TestPlayer[] = []
const playerIds: string[] = []
let sessions: Sessions

async function start(): Promise<Process> {
  const started = await startProcess(env)
  processes.push(started)
  return started
}
const alive = () =>
  processes
    .filter(({ child }) => child.exitCode === null && child.signalCode === null)
    .map(({ address }) => address)

/** Waits until every player's next spin is acknowledged, and answers how long the slowest took. */
async function playOn(what: string, since = performance.now()): Promise<number> {
  await expect.poll(() => players.filter((player) => player.lastAt() <= since).length, PATIENCE).toBe(0)
  const ms = Math.round(Math.max(...players.map((player) => player.lastAt())) - since)
  report(`${what}: every player played on within ${ms} ms`)
  return ms
}

async function ownersOfMachines(): Promise<Map<string | null, number>> {
  const rows = await database.db.selectFrom('machines').select('owner').execute()
  const counts = new Map<string | null, number>()
  for (const { owner } of rows) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  return counts
}

async function logIn(): Promise<{ id: string; token: string }> {
  const id = await createTestPlayer(database.db, 1_000_000)
  const login = await sessions.open(id, { ip: '', device: '' }, '')
  return { id, token: login?.token ?? '' }
}

const [FIRST, SECOND] = [0, 1]
const addressOf = (place: number) => processes[place]?.address ?? ''
/** A socket, and what it was sent. */
function openSocket(place: number, token: string) {
  const socket = io(addressOf(place), {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  const pushes: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => void pushes.push({ name, payload }))
  const request = (name: string, payload: object) => socket.timeout(10_000).emitWithAck(name, payload)
  return { socket, pushes, request }
}
const post = (place: number, path: string, token: string, body: object = {}) =>
  fetch(`${addressOf(place)}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  if (!isPossible) return
  dataDir = mkdtempSync(join(tmpdir(), 'reelcast-cluster-'))
  scratch = await createScratchDatabase(serverUrl)
  ;[redis, link] = await Promise.all([startRedis(), startLinkTo(scratch.url)])
  env = {
    DATABASE_URL: link.url,
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
    DEMO: '0',
    FLOOR_MACHINES: String(MACHINES),
    CALL_LIMIT: '100000',
    LOGIN_LIMIT: '6',
    LOGIN_ATTEMPTS: '2',
    LOG_LEVEL: 'warn',
  }
  await start()
  await start()
  database = await openDatabase({ databaseUrl: scratch.url })
  const tokenMs = 3_600_000
  sessions = createSessions({
    db: database.db,
    keys: await openSigningKeys(join(dataDir, 'signing-keys.json'), { tokenMs, now: Date.now }),
    now: Date.now,
    tokenMs,
    loginMs: 3_600_000,
    loginIdleMs: 0,
  })
}, 120_000)

afterAll(async () => {
  if (!isPossible) return
  for (const { child } of processes) child.kill('SIGKILL')
  await Promise.all(processes.map(({ ended }) => ended))
  await database?.close()
  await link?.stop()
  await redis?.stop()
  await scratch?.drop()
  rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

test.skipIf(!isPossible)(
  'two processes share the machines, and their players play all of them',
  async () => {
    await expect
      .poll(async () => [...(await ownersOfMachines()).values()], PATIENCE)
      .toEqual([MACHINES / 2, MACHINES / 2])
    for (let n = 0; n < PLAYED; n += 1) {
      const { id, token } = await logIn()
      playerIds.push(id)
      // Half of them come to each process, and half of those to machines of the other one.
      const addresses = () => (n % 2 ? alive() : alive().toReversed())
      players.push(startTestPlayer(addresses, token, String(n + 1)))
    }
    await playOn('start', 0)
  },
  60_000,
)

test.skipIf(!isPossible)(
  'a page at one process replaces the one at the other, which may not return',
  async () => {
    const { token } = await logIn()
    const machineID = String(PLAYED + 1)
    const before = openSocket(FIRST, token)
    expect(await before.request('init', { token, machineID, page: 'before' })).toMatchObject({ ok: true })
    const wallet = openSocket(FIRST, token)
    expect(await wallet.request('init', {})).toMatchObject({ ok: true, session: { id: machineID } })
    const next = openSocket(SECOND, token)
    expect(await next.request('init', { token, machineID, page: 'next' })).toMatchObject({ ok: true })
    await expect.poll(() => before.socket.connected, PATIENCE).toBe(false)
    expect(before.pushes).toContainEqual({
      name: 'info',
      payload: expect.objectContaining({ code: Code.takenOver, action: 'leave' }),
    })
    const again = openSocket(FIRST, token)
    const refused = await again.request('init', { token, machineID, page: 'before' })
    expect(refused).toMatchObject({ ok: false, code: Code.takenOver })

    expect(await next.request('load', { requestId: randomUUID(), amount: 5000 })).toMatchObject({ ok: true })
    // A wallet, a seat and a list of the other process.
    await expect
      .poll(() => wallet.pushes, PATIENCE)
      .toContainEqual({ name: 'balance', payload: expect.objectContaining({ balance: 995_000 }) })
    for (const place of [FIRST, SECOND]) {
      const list = await fetch(`${addressOf(place)}/api/machine/all`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { machines } = (await list.json()) as { machines: { id: string; status: string }[] }
      expect(machines.find(({ id }) => id === machineID)).toMatchObject({ status: 'playing' })
    }
    const cancelled = await post(FIRST, '/api/player/cancel', token, { machineId: machineID })
    expect(cancelled.status).toBe(200)
    await expect.poll(() => next.socket.connected, PATIENCE).toBe(false)
    for (const { socket } of [wallet, again]) socket.disconnect()
  },
  60_000,
)

test.skipIf(!isPossible)(
  'a logout at one process ends the sockets at the other',
  async () => {
    const { token } = await logIn()
    const page = openSocket(SECOND, token)
    expect(await page.request('init', {})).toMatchObject({ ok: true })
    expect((await post(FIRST, '/api/player/logout', token)).status).toBe(200)
    await expect.poll(() => page.socket.connected, PATIENCE).toBe(false)
    expect(page.pushes).toContainEqual({
      name: 'info',
      payload: expect.objectContaining({ action: 'logout' }),
    })
  },
  60_000,
)

test.skipIf(!isPossible)(
  'failed logins with an unknown name count at all processes',
  async () => {
    const attempt = async (place: number) => {
      const answer = await post(place, '/api/login', '', { username: 'stranger', password: 'wrong-one-1' })
      return ((await answer.json()) as { code: number }).code
    }
    const [first, second, third] = [await attempt(FIRST), await attempt(SECOND), await attempt(FIRST)]
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  },
  60_000,
)

test.skipIf(!isPossible)(
  'a limit counts the calls at all processes',
  async () => {
    const attempt = (place: number) =>
      post(place, '/api/login', '', { username: 'nobody', password: 'wrong-one-1' })
    const answers = []
    // Three were made before.
    for (let n = 0; n < 4; n += 1) answers.push((await attempt(n % 2)).status)
    expect(answers.slice(0, 3)).not.toContain(429)
    expect(answers[3]).toBe(429)
  },
  60_000,
)

test.skipIf(!isPossible)(
  "a route's limit for a player counts the calls at all processes",
  async () => {
    const { token } = await logIn()
    const cancel = (_: unknown, n: number) => post(n % 2, '/api/player/cancel', token, { machineId: '1' })
    const answers = await Promise.all(Array.from({ length: 62 }, cancel))
    // 60 a minute.
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  },
  60_000,
)

test.skipIf(!isPossible)(
  'a picture of one process is closed through the other',
  async () => {
    const { token } = await logIn()
    const machineID = String(PLAYED + 2)
    const page = openSocket(SECOND, token)
    expect(await page.request('init', { token, machineID, page: 'picture' })).toMatchObject({ ok: true })
    const watcher = createWatcher()
    try {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' }
      const offer = { method: 'POST', headers, body: await watcher.offer() }
      const opened = await fetch(`${addressOf(FIRST)}/whep/${machineID}`, offer)
      expect(opened.status).toBe(201)
      watcher.answer(await opened.text())
      await watcher.state('connected')
      const session = opened.headers.get('location') ?? ''
      const close = (place: number) => fetch(`${addressOf(place)}${session}`, { method: 'DELETE', headers })
      expect((await close(SECOND)).status).toBe(200)
      expect((await close(FIRST)).status).toBe(404)
    } finally {
      await watcher.close()
      page.socket.disconnect()
    }
  },
  60_000,
)

test.skipIf(!isPossible)(
  'players play on while Redis restarts',
  async () => {
    await redis.kill()
    await playOn('Redis away')
    await redis.start()
    await playOn('Redis back')
  },
  60_000,
)

test.skipIf(!isPossible)(
  'players play on after the database was away',
  async () => {
    link.cut()
    await sql`select pg_sleep(1.5)`.execute(database.db)
    link.mend()
    await playOn('database back')
  },
  60_000,
)

test.skipIf(!isPossible)(
  'a paused process loses its machines, and writes nothing when it wakes',
  async () => {
    const [paused] = processes
    const since = performance.now()
    paused?.child.kill('SIGSTOP')
    const owners = async () => [...(await ownersOfMachines()).values()]
    await expect.poll(owners, PATIENCE).toEqual([MACHINES])
    report(`paused: taken over after ${Math.round(performance.now() - since)} ms`)
    await playOn('paused')
    paused?.child.kill('SIGCONT')
    await expect.poll(() => paused?.output(), PATIENCE).toContain('another process took machines of this one')
    await playOn('awake')
  },
  60_000,
)

test.skipIf(!isPossible)(
  'a process that is told to stop hands its machines over',
  async () => {
    const [leaving] = processes
    const since = performance.now()
    leaving?.child.kill('SIGTERM')
    await playOn('stopped', since)
    await leaving?.ended
  },
  60_000,
)

test.skipIf(!isPossible)(
  'the machines of a process that is killed are taken over',
  async () => {
    await start()
    const before = [...(await ownersOfMachines()).keys()]
    const since = performance.now()
    processes[1]?.child.kill('SIGKILL')
    const isTaken = async () => {
      const [owner, ...more] = (await ownersOfMachines()).keys()
      return owner !== undefined && more.length === 0 && !before.includes(owner)
    }
    await expect.poll(isTaken, PATIENCE).toBe(true)
    report(`killed: taken over after ${Math.round(performance.now() - since)} ms`)
    await playOn('killed')
  },
  60_000,
)

test.skipIf(!isPossible)(
  'every acknowledged spin happened once, nobody was sent away, and the books are right',
  async () => {
    await Promise.all(players.map((player) => player.stop()))
    for (const { child, ended } of processes) {
      child.kill('SIGTERM')
      await ended
    }
    for (const [n, player] of players.entries()) {
      const stored = await database.db
        .selectFrom('spins')
        .select('request_id')
        .where('player_id', '=', Number(playerIds[n]))
        .where('request_id', 'like', 'p%')
        .execute()
      const ids = stored.map(({ request_id }) => request_id.replace(/^p\d+:/, ''))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining([...player.acknowledged]))
      expect(player.dismissals).toEqual([])
    }
    const unsettled = await database.db
      .selectFrom('spins')
      .select('id')
      .where('settled_at', 'is', null)
      .execute()
    expect(unsettled).toEqual([])
    expect(await audit(database.db)).toEqual([])
  },
  60_000,
)
