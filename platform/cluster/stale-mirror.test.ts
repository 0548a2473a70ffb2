import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTestClients } from '../testing/cluster/clients.ts'
import {
  ADMIN_TOKEN,
  isPossible,
  PATIENCE,
  startTestCluster,
  type TestCluster,
} from '../testing/cluster/cluster.ts'
import { createControllerKey } from '../testing/controller.ts'
import { createTestCabinet } from '../testing/floor/cabinet/cabinet.ts'
import { startTestMediaMtx } from '../testing/video/sfu/mediamtx.ts'
import { createWatcher } from '../testing/video/worker/watcher.ts'

/*
 * Pictures at a process that other processes cannot tell anything, because Redis is away, hangs, or the
 * database too. Machines with odd ids are cabinets.
 */

const SLOW = 90_000
vi.setConfig({ testTimeout: SLOW })
const MACHINES = 48
const [OWNER, OTHER] = [0, 1]
const SECRET = 'a-secret-of-twenty-four-characters'
const METRICS_TOKEN = 'a-token-of-metrics-that-is-long-enough'
const folder = mkdtempSync(join(tmpdir(), 'reelcast-stale-'))
const keys = Array.from({ length: MACHINES }, createControllerKey)
const used = new Set<string>()
const controllers: WebSocket[] = []
let cluster: TestCluster
let mediamtx: Awaited<ReturnType<typeof startTestMediaMtx>>

const clients = createTestClients((place) => cluster.nodes[place]?.address ?? '', METRICS_TOKEN)
const { offer, openSocket, pictures, post, probe, sit } = clients
const addressOf = (place: number) => cluster.nodes[place]?.address ?? ''

const isCabinet = (machineId: string) => Number(machineId) % 2 === 1

beforeAll(async () => {
  if (!isPossible) return
  mediamtx = await startTestMediaMtx()
  const machines = keys.map(({ hash }, at) => ({
    ...{ id: at + 1, name: `M${at + 1}`, brand: 'nar' },
    ...(isCabinet(`${at + 1}`) && {
      ...{ driver: 'controller', key: hash },
      video: { url: `https://pictures.example/hall/${at + 1}/whep`, api: mediamtx.api },
    }),
  }))
  const file = join(folder, 'floor.json')
  writeFileSync(file, JSON.stringify({ machines }))
  cluster = await startTestCluster({
    ...{ FLOOR_FILE: file, VIDEO_SFU_SECRET: SECRET, METRICS_TOKEN, CALL_LIMIT: '100000' },
  })
}, 120_000)
afterAll(async () => {
  for (const controller of controllers) controller.terminate()
  if (isPossible) await Promise.all([cluster?.stop(), mediamtx?.stop()])
  rmSync(folder, { recursive: true })
}, 30_000)

/** A machine of the first process that no other test uses; a cabinet's controller is connected there. */
async function newMachine(wantsCabinet: boolean): Promise<string> {
  const owned = (await cluster.owners()).get(cluster.nodes[OWNER]?.name ?? '') ?? []
  const machineId = owned.find((id) => isCabinet(id) === wantsCabinet && !used.has(id))
  if (machineId === undefined) throw new Error('each machine of this process has been used: raise MACHINES')
  used.add(machineId)
  if (!wantsCabinet) return machineId
  const cabinet = createTestCabinet(machineId)
  const authorization = `Bearer ${keys[Number(machineId) - 1]?.key}`
  const url = `${addressOf(OWNER).replace('http', 'ws')}/controllers`
  const controller = new WebSocket(url, { headers: { authorization } })
  controllers.push(controller)
  controller.on('error', () => {})
  controller.on('message', (data) => {
    for (const answer of cabinet.receive(JSON.parse(String(data)))) controller.send(JSON.stringify(answer))
  })
  await once(controller, 'open')
  for (const message of cabinet.greet()) controller.send(JSON.stringify(message))
  return machineId
}

async function authorize(place: number, machineId: string, token: string, id?: string): Promise<number> {
  const answer = await fetch(`${addressOf(place)}/video/authorize`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`mediamtx:${SECRET}`).toString('base64')}`,
    },
    body: JSON.stringify({ action: 'read', path: `hall/${machineId}`, protocol: 'webrtc', token, id }),
  })
  return answer.status
}

/** Sits down by a page of a process. Returns the token for the camera, which is empty without one. */
async function sitFor(place: number, token: string, machineID: string) {
  const page = openSocket(place, token)
  let joined: { video?: { token?: string } } = {}
  await expect
    .poll(async () => {
      joined = await page.request('init', { token, machineID })
      return joined
    }, PATIENCE)
    .toMatchObject({ ok: true })
  return { page, cameraToken: joined.video?.token ?? '' }
}

/** Opens a picture at the other process, which shows a frame. A picture of an earlier test may still end. */
async function watch(token: string, machineId: string) {
  const watcher = createWatcher()
  await clients.watch(OTHER, token, machineId, watcher, await watcher.offer())
  await watcher.frame()
  await expect.poll(() => pictures(OTHER), PATIENCE).toBe(1)
  return watcher
}

const cancel = async (place: number, token: string, machineId: string) =>
  expect((await post(place, '/api/player/cancel', token, { machineId })).status).toBe(200)

describe.skipIf(!isPossible).each([
  ['is stopped', () => cluster.redis.kill(), () => cluster.redis.start()],
  ['hangs', async () => cluster.redis.pause(), async () => cluster.redis.resume()],
] satisfies [string, () => Promise<void>, () => Promise<void>][])('while Redis %s', (_, silence, mend) => {
  afterEach(async () => {
    if (isPossible) await mend()
  })

  test('who has left a cabinet has its camera at no process, and the next player has it at each', async () => {
    const machineId = await newMachine(true)
    const [first, next] = [await cluster.logIn(), await cluster.logIn()]
    const { cameraToken } = await sitFor(OTHER, first.token, machineId)
    const asks = (token: string) =>
      Promise.all([OWNER, OTHER].map((place) => authorize(place, machineId, token, `of${token.slice(-8)}`)))
    await expect.poll(() => asks(cameraToken), PATIENCE).toEqual([204, 204])
    await silence()
    await cancel(OWNER, first.token, machineId)
    expect(await asks(cameraToken)).toEqual([403, 403])
    // Its question was answered before the seat ended.
    mediamtx.open('late', `hall/${machineId}`)
    mediamtx.silence()
    const { cameraToken: own } = await sitFor(OWNER, next.token, machineId)
    expect(await authorize(OTHER, machineId, own, 'next')).toBe(204)
    mediamtx.open('next', `hall/${machineId}`)
    mediamtx.resume()()
    expect(await asks(own)).toEqual([204, 204])
    await expect.poll(mediamtx.left, PATIENCE).toEqual(['next'])
    expect(await asks(cameraToken)).toEqual([403, 403])
    await cancel(OWNER, next.token, machineId)
    await expect.poll(mediamtx.left, PATIENCE).toEqual([])
    expect(await asks(own)).toEqual([403, 403])
  })

  test('a picture ends with its seat, and the next player has one, at the process that is not told', async () => {
    const machineId = await newMachine(false)
    const [first, next] = [await cluster.logIn(), await cluster.logIn()]
    await sit(OWNER, first.token, machineId)
    const { status, url } = await offer(OTHER, first.token, machineId)
    expect([status, await probe(url, first.token)]).toEqual([201, 412])
    await silence()
    await cancel(OWNER, first.token, machineId)
    await sitFor(OWNER, next.token, machineId)
    expect((await offer(OTHER, next.token, machineId)).status).toBe(201)
    expect((await offer(OTHER, first.token, machineId)).status).toBe(403)
    expect(await probe(url, first.token)).toBe(404)
    await cancel(OWNER, next.token, machineId)
  })

  test.each([
    ['its player leaves', (token: string, machineId: string) => cancel(OWNER, token, machineId)],
    [
      'its machine goes out of service',
      (_token: string, machineId: string) =>
        post(OWNER, '/admin/machine', ADMIN_TOKEN, { machineId, state: 'offline' }),
    ],
    ['its login ends', (token: string) => post(OWNER, '/api/player/logout', token)],
  ] as const)('an open picture ends by itself when %s', async (__, end) => {
    const machineId = await newMachine(false)
    const { token } = await cluster.logIn()
    await sit(OWNER, token, machineId)
    const watcher = await watch(token, machineId)
    await silence()
    await end(token, machineId)
    await expect.poll(() => pictures(OTHER), PATIENCE).toBe(0)
    await watcher.close()
  })
})

// The last test: the process loses its machines to the other one.
test.skipIf(!isPossible)(
  'a process without the database opens no picture, and ends those that are open',
  async () => {
    const [drawn, cabinet] = [await newMachine(false), await newMachine(true)]
    const [player, other] = [await cluster.logIn(), await cluster.logIn()]
    await sit(OWNER, player.token, drawn)
    const { cameraToken } = await sitFor(OWNER, other.token, cabinet)
    const watcher = await watch(player.token, drawn)
    await expect.poll(() => authorize(OTHER, cabinet, cameraToken), PATIENCE).toBe(204)
    await cluster.redis.kill()
    const link = cluster.nodes[OTHER]?.link
    link?.silence()
    expect(await authorize(OTHER, cabinet, cameraToken)).toBe(403)
    expect((await offer(OTHER, player.token, drawn)).status).toBeGreaterThan(400)
    await expect.poll(() => pictures(OTHER), PATIENCE).toBe(0)
    await watcher.close()
    link?.mend()
    await cluster.redis.start()
    await expect.poll(() => authorize(OTHER, cabinet, cameraToken), PATIENCE).toBe(204)
  },
)
