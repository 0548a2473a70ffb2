import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { keys } from '../commands/keys.ts'
import { hashPassword } from '../players/passwords.ts'
import { createTestClients } from '../testing/cluster/clients.ts'
import {
  ADMIN_TOKEN,
  isPossible,
  PATIENCE,
  startTestCluster,
  type TestCluster,
} from '../testing/cluster/cluster.ts'
import { runCommand } from '../testing/lib/command.ts'
import { logIn } from '../testing/process.ts'
import { createWatcher } from '../testing/video/worker/watcher.ts'

/*
 * More rows of the table in docs/operator/security.md with two processes: what a player has at each of them.
 */

const METRICS_TOKEN = 'a-token-of-metrics-that-is-long-enough'
const BOTH = [0, 1]
const MAX_PICTURES = 4
const folder = mkdtempSync(join(tmpdir(), 'reelcast-permissions-'))
const settingsFile = join(folder, 'Settings.json')
const setReports = (qualityReports: boolean) =>
  writeFileSync(settingsFile, JSON.stringify({ qualityReports }))
/** Players in TR are permitted. The tests' own address is there, unless the table says otherwise. */
const countryTable = join(folder, 'countries.csv')
const setCountry = (range: string) => writeFileSync(countryTable, `${range},FR\n`)
const ELSEWHERE = '203.0.113.0/24'
const OWN_ADDRESS = '127.0.0.1/32'
const TOKEN_S = 12

let cluster: TestCluster
const clients = createTestClients((place) => cluster.nodes[place]?.address ?? '', METRICS_TOKEN)
const { get, offer, openSocket, pictures, post, probe, sit, watch } = clients
const balances = (token: string) =>
  Promise.all(BOTH.map(async (place) => (await get(place, '/api/player/balance', token)).status))
const logout = (code: number) => ({
  name: 'info',
  payload: expect.objectContaining({ action: 'logout', code }),
})

beforeAll(async () => {
  if (!isPossible) return
  setReports(true)
  setCountry(ELSEWHERE)
  cluster = await startTestCluster({
    FLOOR_MACHINES: '4',
    METRICS_TOKEN,
    SETTINGS_FILE: settingsFile,
    TOKEN_SECONDS: String(TOKEN_S),
    COUNTRY: 'TR',
    COUNTRIES: 'TR',
    COUNTRY_TABLE: countryTable,
  })
}, 120_000)
afterAll(async () => {
  if (isPossible) await cluster.stop()
  rmSync(folder, { recursive: true })
}, 30_000)

test.skipIf(!isPossible)(
  'each process has four pictures of a player, of which a newer one ends the oldest; all end with the seat',
  async () => {
    const { token } = await cluster.logIn()
    const machineId = '1'
    await sit(0, token, machineId)
    const urls = await Promise.all(
      BOTH.map(async (place) => {
        const opened: string[] = []
        for (let n = 0; n <= MAX_PICTURES; n += 1) {
          const { status, url } = await offer(place, token, machineId)
          expect(status).toBe(201)
          opened.push(url)
        }
        return opened
      }),
    )
    const probeAll = (opened: string[]) => Promise.all(opened.map((url) => probe(url, token)))
    for (const opened of urls) expect(await probeAll(opened)).toEqual([404, 412, 412, 412, 412])
    expect(await Promise.all(BOTH.map(pictures))).toEqual([MAX_PICTURES, MAX_PICTURES])
    expect((await post(1, '/api/player/cancel', token, { machineId })).status).toBe(200)
    await expect.poll(() => Promise.all(BOTH.map(pictures)), PATIENCE).toEqual([0, 0])
    for (const opened of urls) expect(new Set(await probeAll(opened))).toEqual(new Set([404]))
  },
  60_000,
)

test.skipIf(!isPossible)(
  'each process takes quality reports until the setting is off, from the next one on',
  async () => {
    const { token } = await cluster.logIn()
    const report = { build: '1f0c9a2e', device: 'phone', joinMs: 1200, stallsMs: [], reconnectsMs: [] }
    const statuses = () =>
      Promise.all(BOTH.map(async (place) => (await post(place, '/api/player/quality', token, report)).status))
    expect(await statuses()).toEqual([200, 200])
    setReports(false)
    expect(await statuses()).toEqual([404, 404])
    setReports(true)
    expect(await statuses()).toEqual([200, 200])
  },
  60_000,
)

test.skipIf(!isPossible)(
  'a picture lives as long as the token that the other process has renewed, and no longer',
  async () => {
    const { token, loginId } = await cluster.logIn()
    const machineId = '2'
    await sit(0, token, machineId)
    const expiry = async () => {
      const row = cluster.db.selectFrom('logins').select('token_until').where('id', '=', loginId)
      return (await row.executeTakeFirstOrThrow()).token_until?.getTime() ?? 0
    }
    const watcher = createWatcher()
    const sdp = await watcher.offer()
    const first = Date.now() + (TOKEN_S * 1000) / 2
    await cluster.db
      .updateTable('logins')
      .set({ token_until: new Date(first) })
      .where('id', '=', loginId)
      .execute()
    const url = await watch(0, token, machineId, watcher, sdp)
    expect((await get(1, '/api/validate', token)).status).toBe(200)
    const last = await expiry()
    expect(last).toBeGreaterThan(first)
    let openUntil = 0
    await expect
      .poll(async () => {
        const at = Date.now()
        const sent = await pictures(0)
        if (sent > 0) openUntil = at
        return sent
      }, PATIENCE)
      .toBe(0)
    expect(openUntil).toBeGreaterThan(first)
    expect(Date.now()).toBeGreaterThanOrEqual(last)
    expect(await probe(url, token)).toBe(404)
    await post(1, '/api/player/cancel', token, { machineId })
    await watcher.close()
  },
  60_000,
)

test.skipIf(!isPossible)(
  'sockets and pictures of an address that is not permitted any more end at both; its seat is held',
  async () => {
    const { token } = await cluster.logIn()
    const machineId = '3'
    const page = await sit(1, token, machineId)
    const credit = { requestId: randomUUID(), amount: 1000 }
    expect(await page.request('load', credit)).toMatchObject({ ok: true })
    const lobby = openSocket(0, token)
    expect(await lobby.request('init', {})).toMatchObject({ ok: true })
    const watcher = createWatcher()
    await watch(0, token, machineId, watcher, await watcher.offer())
    await watcher.frame()
    setCountry(OWN_ADDRESS)
    for (const { socket, pushes } of [page, lobby]) {
      await expect.poll(() => socket.connected, PATIENCE).toBe(false)
      expect(pushes).toContainEqual(logout(Code.ipNotPermitted))
    }
    expect(await balances(token)).toEqual([401, 401])
    const seat = cluster.db.selectFrom('machines').select('held_until').where('id', '=', Number(machineId))
    await expect.poll(async () => (await seat.executeTakeFirstOrThrow()).held_until, PATIENCE).not.toBeNull()
    await expect.poll(() => pictures(0), PATIENCE).toBe(0)
    expect((await post(0, '/admin/close', ADMIN_TOKEN, { machineId })).status).toBe(200)
    await watcher.close()
    setCountry(ELSEWHERE)
    await expect.poll(() => balances(token), PATIENCE).toEqual([200, 200])
  },
  120_000,
)

// The last test: no login of before it is valid after it.
test.skipIf(!isPossible)(
  '`npm run keys -- replace` ends calls, sockets and pictures at both',
  async () => {
    const { id, token } = await cluster.logIn()
    const machineId = '4'
    const page = await sit(1, token, machineId)
    const lobby = openSocket(0, token)
    expect(await lobby.request('init', {})).toMatchObject({ ok: true })
    const watcher = createWatcher()
    await watch(0, token, machineId, watcher, await watcher.offer())
    await watcher.frame()
    const password = 'lobster-quartz'
    const { username } = await cluster.db
      .updateTable('players')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', Number(id))
      .returning('username')
      .executeTakeFirstOrThrow()
    expect((await runCommand(keys, ['replace'], { DATA_DIR: cluster.dataDir })).stdout).toContain(
      'signs from',
    )
    for (const { socket, pushes } of [page, lobby]) {
      await expect.poll(() => socket.connected, PATIENCE).toBe(false)
      expect(pushes).toContainEqual(logout(Code.tokenExpired))
    }
    await expect.poll(() => balances(token), PATIENCE).toEqual([401, 401])
    await expect.poll(() => pictures(0), PATIENCE).toBe(0)
    await watcher.close()
    // Each process reads the keys again within 10 s. Until then it signs with the key that was replaced.
    const logInAndCall = async () =>
      balances(await logIn(cluster.nodes[0]?.address ?? '', { username, password }))
    await expect.poll(logInAndCall, { ...PATIENCE, interval: 3500 }).toEqual([200, 200])
  },
  120_000,
)
