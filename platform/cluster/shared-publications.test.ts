import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogins, type Logins } from '../players/logins.ts'
import { openSigningKeys } from '../players/signing-keys.ts'
import { type Database, openDatabase } from '../store/db.ts'
import { hasRedis, startRedis } from '../testing/cluster/redis.ts'
import { createTestPlayer } from '../testing/floor/floor.ts'
import { type RunningProcess, startReadyProcess } from '../testing/process.ts'
import { createScratchDatabase } from '../testing/store/database.ts'
import { startTestSfu } from '../testing/video/sfu/sfu.ts'

/* Two processes and an SFU: which process publishes a machine, and what its player receives. */

const SECRET = 'a-secret-of-twenty-four-characters'
const MACHINES = 6
const PATIENCE = { timeout: 25_000, interval: 50 }
const serverUrl = process.env.TEST_DATABASE_URL

let dataDir: string
let scratch: Awaited<ReturnType<typeof createScratchDatabase>>
let redis: Awaited<ReturnType<typeof startRedis>>
let sfu: Awaited<ReturnType<typeof startTestSfu>>
let database: Database
let logins: Logins
const processes: RunningProcess[] = []
/** The ids of the processes in the database. */
const nodes: string[] = []

interface Source {
  url: string
  token: string
}

beforeAll(async () => {
  if (!serverUrl || !hasRedis) return
  dataDir = mkdtempSync(join(tmpdir(), 'reelcast-publications-'))
  ;[scratch, redis, sfu] = await Promise.all([
    createScratchDatabase(serverUrl),
    startRedis(),
    startTestSfu(SECRET),
  ])
  const front = `http://127.0.0.1:${sfu.port}`
  const env = {
    DATABASE_URL: scratch.url,
    REDIS_URL: redis.url,
    DEMO: '0',
    FLOOR_MACHINES: String(MACHINES),
    LOG_LEVEL: 'warn',
    VIDEO_PUBLISH: `${front}/whip/{machine}`,
    VIDEO_SFU_SECRET: SECRET,
    VIDEO_MARKER: 'credit',
  }
  for (let count = 1; count <= 2; count += 1) {
    processes.push(await startReadyProcess(dataDir, env))
    database ??= await openDatabase({ databaseUrl: scratch.url })
    const rows = await database.db.selectFrom('nodes').select('id').execute()
    nodes.push(...rows.map(({ id }) => id).filter((id) => !nodes.includes(id)))
  }
  const tokenMs = 3_600_000
  logins = createLogins({
    db: database.db,
    keys: await openSigningKeys(join(dataDir, 'signing-keys.json'), { tokenMs, now: Date.now }),
    now: Date.now,
    tokenMs,
    loginMs: 3_600_000,
    loginIdleMs: 0,
  })
}, 120_000)

afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL')
  await Promise.all(processes.map(({ exited }) => exited))
  await database?.close()
  await sfu?.kill()
  await redis?.stop()
  await scratch?.drop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

async function logIn(): Promise<string> {
  const id = await createTestPlayer(database.db, 1_000_000)
  const login = await logins.open(id, { ip: '', device: '' }, { passwordHash: '' })
  return login?.token ?? ''
}

const ownedBy = async (node: string | undefined) => {
  const rows = await database.db.selectFrom('machines').select(['id', 'owner']).execute()
  return rows.filter(({ owner }) => owner === node).map(({ id }) => String(id))
}

async function openPage(at: RunningProcess | undefined, token: string, machineID: string) {
  const socket: Socket = io(at?.address ?? '', {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  const pushed: Source[] = []
  socket.on('video', (source: Source) => pushed.push(source))
  const request = (name: string, payload: object) => socket.timeout(15_000).emitWithAck(name, payload)
  const joined = await request('init', { token, machineID, page: randomUUID() })
  return { socket, request, pushed, video: joined.video as Source }
}

test.skipIf(!serverUrl || !hasRedis)(
  "an owner's publication ends with the seat and with the login, which end at the other process",
  async () => {
    const [, other] = processes
    await expect.poll(async () => (await ownedBy(nodes[0])).length, PATIENCE).toBe(MACHINES / 2)
    const ends: [string, object][] = [
      ['logout', {}],
      ['cancel', { machineId: (await ownedBy(nodes[0])).at(-1) }],
    ]
    const machineIds = (await ownedBy(nodes[0])).slice(-ends.length)
    for (const [n, [path, body]] of ends.entries()) {
      const token = await logIn()
      const page = await openPage(other, token, machineIds[n] ?? '')
      await expect.poll(() => sfu.counts().open, PATIENCE).toBe(1)
      const { exp = 0 } = decodeJwt(page.video.token)
      expect(exp * 1000 - Date.now()).toBeLessThanOrEqual(60_000)
      const ended = await fetch(`${other?.address}/api/player/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(ended.status).toBe(200)
      await expect.poll(() => sfu.counts().open, PATIENCE).toBe(0)
      page.socket.disconnect()
    }
  },
  90_000,
)

test.skipIf(!serverUrl || !hasRedis)(
  "a machine is published once, by its owner, to players of any process, and again by the owner's successor",
  async () => {
    const [owner, other] = processes
    await expect.poll(async () => (await ownedBy(nodes[0])).length, PATIENCE).toBe(MACHINES / 2)
    const [machineId = ''] = await ownedBy(nodes[0])
    const earlier = sfu.counts().publications
    const token = await logIn()
    const page = await openPage(other, token, machineId)
    expect(page.video).toMatchObject({
      url: `http://127.0.0.1:${sfu.port}/whep/${machineId}`,
      token: expect.any(String),
    })
    const claims = decodeJwt(page.video.token)
    expect(claims).toMatchObject({ aud: 'whep', machine: machineId })
    await expect
      .poll(() => sfu.counts(), PATIENCE)
      .toMatchObject({ publications: earlier + 1, open: 1, credit: 0 })

    // The same page at the owner: a player's next request may reach either process.
    const again = await openPage(owner, token, machineId)
    expect(decodeJwt(again.video.token).publication).toBe(claims.publication)
    const loaded = await again.request('load', { requestId: randomUUID(), amount: 5000 })
    expect(loaded).toMatchObject({ ok: true })
    await expect.poll(() => sfu.counts().credit, PATIENCE).toBe(5000)
    expect(sfu.counts()).toMatchObject({ publications: earlier + 1, open: 1 })
    const back = await openPage(other, token, machineId)

    owner?.child.kill('SIGKILL')
    await expect.poll(() => back.pushed, PATIENCE).toHaveLength(1)
    const [next] = back.pushed
    expect(next?.url).toBe(page.video.url)
    expect(decodeJwt(next?.token ?? '').publication).not.toBe(claims.publication)
    await expect.poll(() => sfu.counts().publications, PATIENCE).toBe(earlier + 2)
    const { frames } = sfu.counts()
    await expect.poll(() => sfu.counts().frames, PATIENCE).toBeGreaterThan(frames)
    back.socket.disconnect()
  },
  90_000,
)
