import { expect, test } from 'vitest'
import { NOTHING_OFF, runCabinetKills } from './testing/cabinet-kills.ts'

test('60 kills and cuts of controllers, platform and line lose no cent and no game', async () => {
  const cuts = { line: 29, controller: 28, platform: 3 }
  const found = await runCabinetKills({ cabinets: 6, cuts, processes: 1, env: {} })
  expect(found).toMatchObject(NOTHING_OFF)
  expect(found.games).toBeGreaterThan(0)
  expect(found.acknowledged).toBeGreaterThan(0)
}, 240_000)
