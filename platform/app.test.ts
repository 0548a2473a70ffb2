import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createPlatform, type Platform } from './app.ts'
import { readConfig } from './config/read-config.ts'
import { openSettingsFile, spinLimits } from './config/settings-file.ts'
import { createControllerKey } from './testing/controller.ts'
import { scratchFolder } from './testing/lib/scratch-folder.ts'
import { scratchDataFolder } from './testing/store/scratch-data-folder.ts'

/* A whole platform in this process, configured by environment variables. */

const TIMEOUT = 120_000
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function start(env: Record<string, string>): Promise<Platform> {
  const dataDir = await scratchDataFolder()
  const read = readConfig({ PORT: '0', DATA_DIR: dataDir, SERVE_APP: '0', ...env })
  if (!read.ok) throw new Error(read.problem)
  const platform = await createPlatform(read.config, () => {})
  cleanUps.push(() => platform.stop())
  return platform
}

const statuses = ({ floor }: Platform) => new Set(floor.machines('')?.machines.map(({ status }) => status))

test('without demo data there are no simulated players and no faults', { timeout: TIMEOUT }, async () => {
  const platform = await start({ DEMO: '0' })
  expect(platform.players).toEqual([])
  expect(statuses(platform)).toEqual(new Set(['available']))
})

test('the demo simulates players, unless they are switched off', { timeout: TIMEOUT }, async () => {
  expect(statuses(await start({}))).toContain('playing')
  expect(statuses(await start({ SIMULATE: '0' }))).toEqual(new Set(['available']))
})

test('machine lists have the address for spectators where they are permitted, and never of a cabinet', {
  timeout: TIMEOUT,
}, async () => {
  const folder = scratchFolder()
  const floorFile = join(folder, 'floor.json')
  const { hash: key } = createControllerKey()
  const cabinet = { id: 8, name: 'C8', brand: 'nar', driver: 'controller', key }
  writeFileSync(floorFile, JSON.stringify({ machines: [{ id: 7, name: 'Nar 07', brand: 'nar' }, cabinet] }))
  const watchUrls = async (env: Record<string, string>) => {
    const { floor } = await start({ DEMO: '0', FLOOR_FILE: floorFile, ...env })
    // Also of a machine out of service: the push of its return does not carry the address.
    await floor.setFault('7', 'offline')
    return floor.machines('')?.machines.map(({ id, watchUrl }) => [id, watchUrl])
  }
  expect(await watchUrls({})).toEqual([
    ['7', undefined],
    ['8', undefined],
  ])
  expect(await watchUrls({ VIDEO_SPECTATORS: '1' })).toEqual([
    ['7', '/whep/7'],
    ['8', undefined],
  ])
})

test('a kiosk without a login sees free machines where Settings.json turns that on', {
  timeout: TIMEOUT,
}, async () => {
  const file = join(scratchFolder(), 'Settings.json')
  writeFileSync(file, JSON.stringify({ kioskAttractPictures: true }))
  const { address } = await start({ SETTINGS_FILE: file })
  expect((await fetch(`${address}/api/attract`)).status).toBe(200)
})

test('outside the demo a spin has the limits of Settings.json, the stricter of both', async () => {
  const folder = scratchFolder()
  const file = join(folder, 'Settings.json')
  const limitsOf = async (settings: object) => {
    writeFileSync(file, JSON.stringify(settings))
    return spinLimits(await (await openSettingsFile(file)).read())
  }
  const maxStake = Number.POSITIVE_INFINITY
  expect(spinLimits(await (await openSettingsFile(undefined)).read())).toEqual({ cycle: 2500, maxStake })
  expect(await limitsOf({ minSpinCycle: 5 })).toEqual({ cycle: 5000, maxStake })
  expect(await limitsOf({ minSpinCycle: 3, jurisdiction: 'GB' })).toEqual({ cycle: 3000, maxStake: 500 })
  expect(await limitsOf({ minSpinCycle: 0, jurisdiction: 'DE' })).toEqual({ cycle: 5000, maxStake: 100 })
})
