import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../../testing/config/default-config.ts'
import { scratchFolder } from '../../testing/lib/scratch-folder.ts'
import { INFO_PAGES } from '../headers/header-set.ts'
import { unmetOnPlatform } from './unmet-needs.ts'

const dir = scratchFolder()
const config = () => ({ ...DEFAULT_CONFIG, appDir: join(dir, 'dist'), publicDir: join(dir, 'public') })
beforeAll(() => {
  for (const folder of ['dist', 'public/our']) mkdirSync(join(dir, folder), { recursive: true })
  for (const name of [
    'public/our/logo one.svg',
    'public/operator.css',
    ...INFO_PAGES.map((page) => `dist/${page}`),
  ])
    writeFileSync(join(dir, name), '')
})

test.each([
  [{ countryCheck: true }, 'COUNTRIES'],
  [{ iceTransportPolicy: 'relay' }, 'ICE_SERVERS'],
  [{ qualityReports: true }, 'METRICS_TOKEN'],
  [{ logo: '/our/none.svg' }, 'logo needs the file /our/none.svg'],
  [{ splashLogo: '/%/none.svg' }, 'splashLogo needs the file /%/none.svg'],
  [{ banners: [{ place: 'login', image: '/b.png', title: 'B' }] }, 'banners needs the file /b.png'],
])('%j needs %s', (settings, need) => {
  expect(unmetOnPlatform(settings, config())).toEqual([expect.stringContaining(need)])
})

test("the operator's style sheet and the information pages are needed where they are switched on", () => {
  const bare = { ...config(), publicDir: undefined, appDir: join(dir, 'public/our') }
  expect(unmetOnPlatform({ lobbyClass: 'gold' }, bare)).toEqual([expect.stringContaining('/operator.css')])
  expect(unmetOnPlatform({ externalInfo: true }, bare)).toHaveLength(INFO_PAGES.length)
})

test('what is there is not missed', () => {
  const settings = {
    ...{ countryCheck: true, iceTransportPolicy: 'relay', qualityReports: true, externalInfo: true },
    ...{ logo: '/our/logo%20one.svg?v=2', splashLogo: 'https://pictures.example/a.svg', lobbyClass: 'gold' },
  }
  const ice = { urls: ['turn:turn.example'], turnSecret: 'x'.repeat(24), ttlSeconds: 60 }
  const set = {
    ...config(),
    countries: ['TR'],
    ice,
    metricsToken: 'x'.repeat(24),
  }
  expect(unmetOnPlatform(settings, set)).toEqual([])
  expect(unmetOnPlatform({}, config())).toEqual([])
  // Another server serves the app's files.
  expect(unmetOnPlatform({ logo: '/our/none.svg' }, { ...config(), appDir: undefined })).toEqual([])
})
