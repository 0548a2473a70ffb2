import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { readConfig } from './read-config.ts'

const folder = scratchFolder()

function secret(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const configOf = (env: Record<string, string>) => {
  const read = readConfig(env)
  return read.ok ? read.config : read.problem
}
const DATABASE_URL = 'postgres://reelcast@127.0.0.1:5433/reelcast'

test('secrets are read from the files that the variables name, without the end of the line', () => {
  const token = 'a-token-of-more-than-24-characters'
  const env = {
    DATABASE_URL,
    PGPASSWORD_FILE: secret('password', 'p@ss/word%\n'),
    ADMIN_TOKEN_FILE: secret('token', `${token}\n`),
  }
  expect(configOf(env)).toMatchObject({
    databaseUrl: 'postgres://reelcast@127.0.0.1:5433/reelcast?password=p%40ss%2Fword%25',
    adminToken: token,
  })
})

test.each([
  ['postgres://u@/x?host=/run/postgresql', '/run/postgresql'],
  ['postgres:///x?host=/run/postgresql&user=u', '/run/postgresql'],
  ['postgres://u@db:54x32/x', undefined],
])('the password of a file reaches the driver, or the driver names the mistake: %s', (address, host) => {
  const config = configOf({ DATABASE_URL: address, PGPASSWORD_FILE: secret('socket', 'p@ss&word%') })
  const connectionString = typeof config === 'string' ? config : config.databaseUrl
  const client = () => new pg.Client({ ...(connectionString && { connectionString }) })
  if (host === undefined) expect(client).toThrow('Invalid URL')
  else expect(client()).toMatchObject({ user: 'u', host, database: 'x', password: 'p@ss&word%' })
})

test('a password in the environment is left to the driver', () => {
  expect(configOf({ DATABASE_URL, PGPASSWORD: 'secret' })).toMatchObject({ databaseUrl: DATABASE_URL })
})

test('a secret in a file has the rules of one in the environment, and a mistake is one line', () => {
  expect(configOf({ ADMIN_TOKEN_FILE: secret('short', 'short\n') })).toMatch(
    /^ADMIN_TOKEN must have at least 24/,
  )
  const none = join(folder, 'none')
  expect(configOf({ METRICS_TOKEN_FILE: none })).toBe(`METRICS_TOKEN_FILE ${none} cannot be read: ENOENT`)
  const empty = secret('empty', '\n')
  expect(configOf({ ADMIN_TOKEN_FILE: empty })).toBe(`ADMIN_TOKEN_FILE ${empty} is empty`)
  const both = { PGPASSWORD: 'a', PGPASSWORD_FILE: secret('b', 'b') }
  expect(configOf(both)).toMatch(/^PGPASSWORD and PGPASSWORD_FILE are both set/)
})
