import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { createTestClients } from '../testing/cluster/clients.ts'
import {
  ADMIN_TOKEN,
  isPossible,
  PATIENCE,
  startTestCluster,
  type TestCluster,
} from '../testing/cluster/cluster.ts'
import { createWatcher } from '../testing/video/worker/watcher.ts'

vi.setConfig({ testTimeout: 120_000 })

/*
 * The table in docs/operator/security.md with two processes: a permission that one of them gave
 * ends with its reason, which ends at the other. wiring/permissions.test.ts has those of one process.
 */

const [FIRST, SECOND] = [0, 1]
const BOTH = [FIRST, SECOND]
const MACHINES = 24
const METRICS_TOKEN = randomUUID()
/** A login counts as unused after this time; the tests set when it was used. */
const IDLE_S = 3600
/** Players in TR are permitted. The tests' own address is there, unless the table says otherwise. */
const ELSEWHERE = '203.0.113.0/24'
const OWN_ADDRESS = '127.0.0.1/32'

let cluster: TestCluster
let machines = 0
/** A machine that no other test uses. */
const newMachine = () => String((machines++ % MACHINES) + 1)
const clients = createTestClients((place) => cluster.nodes[place]?.address ?? '', METRICS_TOKEN)
const { openSocket, post, get, sit, offer, probe, pictures, watch } = clients
const balance = async (place: number, token: string) =>
  (await get(place, '/api/player/balance', token)).status
const balances = (token: string) => Promise.all(BOTH.map((place) => balance(place, token)))

/** A player with a login, by name too. */
async function newPlayer() {
  const player = await cluster.logIn()
  const named = cluster.db.selectFrom('players').select('username').where('id', '=', Number(player.id))
  return { ...player, ...(await named.executeTakeFirstOrThrow()) }
}
type Player = Awaited<ReturnType<typeof newPlayer>>

/** A socket that is open at the process. */
async function openInitialized(place: number, token: string) {
  const page = openSocket(place, token)
  expect(await page.request('init', {})).toMatchObject({ ok: true })
  return page
}

const info = (code: number) => ({
  name: 'info',
  payload: expect.objectContaining({ action: 'logout', code }),
})

describe.skipIf(!isPossible)('with two processes', () => {
  let countryTable: string
  const setCountry = (range: string) => writeFileSync(countryTable, `${range},FR\n`)
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reelcast-permissions-'))
    countryTable = join(folder, 'countries.csv')
    setCountry(ELSEWHERE)
    cluster = await startTestCluster({
      FLOOR_MACHINES: String(MACHINES),
      LOGIN_LIMIT: '1000',
      LOGIN_IDLE_SECONDS: String(IDLE_S),
      METRICS_TOKEN,
      ...{ COUNTRY: 'TR', COUNTRIES: 'TR', COUNTRY_TABLE: countryTable },
    })
    return async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true })
    }
  }, 120_000)

  describe('a call, a socket and a picture end with their login, which ends at the other process by', () => {
    const admin = (path: string, body: object) => post(SECOND, path, ADMIN_TOKEN, body)
    const ends: [string, number, (player: Player) => Promise<Response>][] = [
      ['a logout', Code.tokenExpired, ({ token }) => post(SECOND, '/api/player/logout', token)],
      [
        'a ban of the admin API',
        Code.banned,
        ({ username }) => admin('/admin/player', { username, banned: true }),
      ],
    ]
    test.each(ends)('%s', async (_, code, end) => {
      const player = await newPlayer()
      const { token } = player
      const machineId = newMachine()
      const page = await sit(FIRST, token, machineId)
      const { url } = await offer(FIRST, token, machineId)
      expect([await balance(FIRST, token), await probe(url, token)]).toEqual([200, 412])
      expect((await end(player)).status).toBe(200)
      // The next call, without a message of the other process.
      expect(await balance(FIRST, token)).toBe(401)
      await expect.poll(() => page.socket.connected, PATIENCE).toBe(false)
      expect(page.pushes).toContainEqual(info(code))
      await expect.poll(() => pictures(FIRST), PATIENCE).toBe(0)
    })

    test('no use, at both within a minute', async () => {
      const { token, loginId } = await newPlayer()
      const pages = await Promise.all(BOTH.map((place) => openInitialized(place, token)))
      await cluster.db
        .updateTable('logins')
        .set({ used_at: new Date(Date.now() - IDLE_S * 1000) })
        .where('id', '=', loginId)
        .execute()
      for (const place of BOTH) expect(await balance(place, token)).toBe(401)
      for (const { socket } of pages)
        await expect.poll(() => socket.connected, { ...PATIENCE, timeout: 75_000 }).toBe(false)
    })
  })

  test.each([
    ['another player takes the seat', 'seat'],
    ['the machine goes out of service', 'fault'],
  ])('a connection ahead of the seat ends when, at the other process, %s', async (_, end) => {
    const [early, other] = [await cluster.logIn(), await cluster.logIn()]
    const machineId = newMachine()
    const { status, url } = await offer(FIRST, early.token, machineId)
    expect([status, await probe(url, early.token)]).toEqual([201, 412])
    if (end === 'seat') await sit(SECOND, other.token, machineId)
    else await post(SECOND, '/admin/machine', ADMIN_TOKEN, { machineId, state: 'error' })
    await expect.poll(() => probe(url, early.token), { timeout: 5000 }).toBe(404)
    await post(SECOND, '/admin/machine', ADMIN_TOKEN, { machineId, state: 'ok' })
    await post(SECOND, '/api/player/cancel', other.token, { machineId })
  })

  test('sockets and pictures of an address that is not permitted any more end at both; its seat is held', async () => {
    const { token } = await cluster.logIn()
    const machineId = newMachine()
    const page = await sit(SECOND, token, machineId)
    const lobby = await openInitialized(FIRST, token)
    const watcher = createWatcher()
    await watch(FIRST, token, machineId, watcher, await watcher.offer())
    await watcher.frame()
    const credit = { requestId: randomUUID(), amount: 1000 }
    expect(await page.request('load', credit)).toMatchObject({ ok: true })
    setCountry(OWN_ADDRESS)
    for (const { socket, pushes } of [page, lobby]) {
      await expect.poll(() => socket.connected, PATIENCE).toBe(false)
      expect(pushes).toContainEqual(info(Code.ipNotPermitted))
    }
    expect(await balances(token)).toEqual([401, 401])
    const seat = cluster.db.selectFrom('machines').select('held_until').where('id', '=', Number(machineId))
    await expect.poll(async () => (await seat.executeTakeFirstOrThrow()).held_until, PATIENCE).not.toBeNull()
    await expect.poll(() => pictures(FIRST), PATIENCE).toBe(0)
    expect((await post(FIRST, '/admin/close', ADMIN_TOKEN, { machineId })).status).toBe(200)
    await watcher.close()
    setCountry(ELSEWHERE)
    await expect.poll(() => balances(token), PATIENCE).toEqual([200, 200])
  }, 120_000)
})
