import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { logIn, NODE_ARGS, startProcess } from '../testing/process.ts'
import { createScratchDatabase } from '../testing/store/database.ts'

/* docs/operator/deploy/rights.sql: the platform runs as another user than the owner of the tables. */

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const root = fileURLToPath(new URL('../..', import.meta.url))
const SLOW = 120_000
vi.setConfig({ testTimeout: SLOW })
const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

/** Runs a command of the platform, or another program. */
async function run(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(program, args, { cwd: root, env: { PATH: process.env.PATH, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const [code] = await once(child, 'close')
  return { code, output }
}
const command = (name: string, env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [...NODE_ARGS, 'platform/commands/cli.ts', name, ...args], env)

/** A scratch database that belongs to one of the two users; `as` returns its address for one. */
async function makeDatabase(belongsTo: 'owner' | 'platform') {
  const scratch = await createScratchDatabase(serverUrl)
  const names = { owner: `owner_${scratch.name}`, platform: `platform_${scratch.name}` }
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  for (const name of Object.values(names)) {
    await client.query(`create role ${name} login password '${name}'`)
    closers.push(() => scratch.asAdmin(`drop role ${name}`))
  }
  closers.push(scratch.drop)
  await client.query(`alter database ${scratch.name} owner to ${names[belongsTo]}`)
  /** Runs statements as a superuser, with the names of this database's users. */
  const asAdmin = (statements: string) =>
    client.query(
      statements.replaceAll(/\breelcast(_owner)?\b/g, (_, owner) => (owner ? names.owner : names.platform)),
    )
  const as = (user: keyof typeof names) => {
    const url = new URL(scratch.url)
    url.username = names[user]
    url.password = names[user]
    return { DATABASE_URL: url.href, DEMO: '0', FLOOR_MACHINES: '6' }
  }
  /** Restores a dump as the guide does, into a database of its own; returns its address for the platform. */
  async function restore(dump: string): Promise<Record<string, string>> {
    const name = `${scratch.name}_restored`
    await scratch.asAdmin(`create database ${name} owner ${names.owner}`)
    closers.push(() => scratch.asAdmin(`drop database ${name} with (force)`))
    const target = (url: string) => Object.assign(new URL(url), { pathname: name }).href
    const options = [
      '--exit-on-error',
      '--no-owner',
      `--role=${names.owner}`,
      `--dbname=${target(serverUrl)}`,
    ]
    expect(await run('pg_restore', [...options, dump], {})).toEqual({ code: 0, output: '' })
    const env = as('platform')
    return { ...env, DATABASE_URL: target(env.DATABASE_URL) }
  }
  return { as, asAdmin, restore, end: () => client.end() }
}

const RIGHTS = readFileSync(join(root, 'docs/operator/deploy/rights.sql'), 'utf8')

test.skipIf(!serverUrl)(
  'the platform, its commands and the backup work as a user who owns no table, and cannot drop a trigger',
  async () => {
    const { as, asAdmin, restore, end } = await makeDatabase('owner')
    await asAdmin(RIGHTS)
    await end()
    const before = await command('migrate', as('platform'))
    expect(before.code).toBe(2)
    expect(before.output).toContain('run "npm run migrate" as the user who owns the tables')
    expect(await command('migrate', as('owner'))).toEqual({
      code: 0,
      output: 'The tables are those of this version.\n',
    })
    expect(await command('migrate', as('platform'))).toMatchObject({ code: 0 })

    const players = (...args: string[]) => command('players', as('platform'), ...args)
    const added = await players('add', 'deniz')
    const password = /password (\S+)/.exec(added.output)?.[1] ?? ''
    expect(await players('credit', 'deniz', '50', 'r-1')).toMatchObject({ code: 0 })
    const dataDir = scratchFolder()
    const { child, exited, ready } = startProcess(dataDir, as('platform'))
    const { address } = await ready()
    const token = await logIn(address, { username: 'deniz', password })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    expect(await (await fetch(`${address}/api/player/balance`, { headers })).json()).toMatchObject({
      balance: 5000,
    })
    child.kill('SIGTERM')
    expect((await exited).code).toBe(0)
    expect(await command('books', as('platform'))).toMatchObject({ code: 0 })
    expect(await command('report', as('platform'))).toMatchObject({ code: 0 })
    const { DATABASE_URL } = as('platform')
    expect(
      await run('pg_dump', ['--format=custom', `--file=${join(dataDir, 'dump')}`, DATABASE_URL], {}),
    ).toEqual({ code: 0, output: '' })

    const restored = await restore(join(dataDir, 'dump'))
    expect(await command('books', restored, '--restored')).toMatchObject({ code: 0 })
    expect(await command('players', restored, 'ban', 'deniz')).toMatchObject({ code: 0 })

    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    for (const statement of [
      'alter table movements disable trigger all',
      'drop trigger movements_no_delete on movements',
      'truncate entries cascade',
      'set session_replication_role = replica',
      'create table mine (id integer)',
    ])
      await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/)
    await client.end()
  },
)

test.skipIf(!serverUrl)(
  'tables that the platform owned become those of the owner by one statement',
  async () => {
    const { as, asAdmin, end } = await makeDatabase('platform')
    expect(await command('migrate', as('platform'))).toMatchObject({ code: 0 })
    const [, reassign = ''] =
      /`(reassign owned [^`]+)`/.exec(readFileSync(join(root, 'docs/operator/deploy.md'), 'utf8')) ?? []
    await asAdmin(reassign)
    await asAdmin(RIGHTS)
    const { rows } = await asAdmin(
      "select distinct tableowner like 'owner%' as is_owner from pg_tables where schemaname = 'public'",
    )
    expect(rows).toEqual([{ is_owner: true }])
    await end()
    expect(await command('players', as('platform'), 'add', 'deniz')).toMatchObject({
      code: 0,
    })
    expect(await command('report', as('platform'))).toMatchObject({ code: 0 })
  },
)
