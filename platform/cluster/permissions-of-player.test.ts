import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClients } from './test-clients.ts'
import { isPossible, PATIENCE, startTestCluster, type TestCluster } from './test-cluster.ts'

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

let cluster: TestCluster
const clients = createTestClients((place) => cluster.nodes[place]?.address ?? '', METRICS_TOKEN)
const { offer, pictures, post, probe, sit } = clients

beforeAll(async () => {
  if (!isPossible) return
  setReports(true)
  cluster = await startTestCluster({ FLOOR_MACHINES: '4', METRICS_TOKEN, SETTINGS_FILE: settingsFile })
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
