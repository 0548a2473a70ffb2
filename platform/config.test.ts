import { expect, test } from 'vitest'
import { DEFAULT_CONFIG, readConfig } from './config.ts'

const config = (env: Record<string, string>) => {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problem)
  return read.config
}

test('nothing in the environment gives the defaults', () => {
  expect(config({ PATH: '/bin' })).toEqual(DEFAULT_CONFIG)
  expect(DEFAULT_CONFIG).toMatchObject({ port: 8080, host: '127.0.0.1', floorMachines: 48, demo: true })
  expect(DEFAULT_CONFIG.version).toMatch(/^v\d+\.\d+\.\d+$/)
})

test('an empty variable counts as not set', () => {
  expect(config({ PORT: '', DATABASE_URL: ' ' })).toEqual(DEFAULT_CONFIG)
})

test('what is set is taken', () => {
  const env = { PORT: '0', HOST: '::1', DATA_DIR: '/tmp/x', FLOOR_MACHINES: '1000', LOGIN_LIMIT: '5' }
  expect(config(env)).toMatchObject({
    port: 0,
    host: '::1',
    dataDir: '/tmp/x',
    floorMachines: 1000,
    limits: { calls: 1200, logins: 5 },
  })
  expect(config({ SERVE_APP: '0' }).publicDir).toBeUndefined()
})

test('a real database gets demo players only when they are asked for', () => {
  const DATABASE_URL = 'postgres://me:secret@db/reelcast'
  expect(config({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, demo: false })
  expect(config({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
  expect(config({ DEMO: '0' }).demo).toBe(false)
})

test.each([
  [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535'],
  [{ FLOOR_MACHINES: '0' }, 'FLOOR_MACHINES must be a whole number from 1 to 10000'],
  [{ DATABASE_URL: 'mysql://secret@db' }, 'DATABASE_URL must look like postgres://user:password@host/name'],
  [{ DEMO: 'maybe' }, 'DEMO must be 1 or 0'],
  [{ HOST: 'my host' }, 'HOST must be a host name or an address'],
])('%o is refused with one line that names what is wrong and shows no secret', (env, problem) => {
  expect(readConfig(env)).toEqual({ ok: false, problem })
})
