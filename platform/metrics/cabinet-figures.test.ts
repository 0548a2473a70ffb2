import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlatform, type Platform } from '../app.ts'
import { readConfig } from '../config/read-config.ts'
import { openDatabase } from '../store/db.ts'
import { createControllerKey, writeCabinetFloor } from '../testing/controller.ts'
import { connectTestCabinet } from '../testing/floor/cabinet/line.ts'
import { createTestPlayer } from '../testing/floor/floor.ts'
import { scratchDataFolder } from '../testing/store/scratch-data-folder.ts'

/* A platform with cabinets, scraped as by Prometheus. */

const PATIENCE = { timeout: 10_000, interval: 20 }
const METRICS_TOKEN = 'metrics-token-of-the-test'
const dataDir = await scratchDataFolder()
let platform: Platform
let player: string

beforeAll(async () => {
  const database = await openDatabase({ dataDir })
  player = await createTestPlayer(database.db, 10_000)
  await database.close()
  const floor = writeCabinetFloor(dataDir, [createControllerKey().hash, createControllerKey().hash])
  const env = { ...floor, METRICS_TOKEN, LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: dataDir, SERVE_APP: '0' }
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problem)
  platform = await createPlatform(read.config, () => {})
}, 120_000)
afterAll(() => platform.stop())

async function scrape(): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${platform.address}/metrics`, { headers })).text()
  const figures = text.matchAll(/^reelcast_(transfers_pending|cabinets_closed|controllers) (\d+)$/gm)
  return Object.fromEntries([...figures].map(([, name, value]) => [name, Number(value)]))
}

test('transfers without an answer, closed machines and controllers are counted', async () => {
  const { floor } = platform
  expect(await scrape()).toEqual({ transfers_pending: 0, cabinets_closed: 0, controllers: 0 })
  const line = await connectTestCabinet(floor, '1')
  const other = await connectTestCabinet(floor, '2')
  expect(await scrape()).toEqual({ transfers_pending: 0, cabinets_closed: 0, controllers: 2 })

  expect(await floor.sit(player, '1')).toMatchObject({ ok: true })
  line.setAnswering(false)
  const loading = floor.load(player, '1', { requestId: 'load', amount: 3000 })
  await expect.poll(scrape, PATIENCE).toEqual({ transfers_pending: 1, cabinets_closed: 0, controllers: 2 })

  // The same hand pay with another amount.
  await other.report({ type: 'handpay', id: 'h1', cents: 500 }, { type: 'handpay', id: 'h1', cents: 600 })
  expect(await scrape()).toEqual({ transfers_pending: 1, cabinets_closed: 1, controllers: 2 })

  // The cabinet is asked, and says that it has executed the load.
  line.setAnswering(true)
  await line.report(...line.cabinet.greet())
  expect(await loading).toMatchObject({ ok: true })
  expect(await scrape()).toEqual({ transfers_pending: 0, cabinets_closed: 1, controllers: 2 })
})
