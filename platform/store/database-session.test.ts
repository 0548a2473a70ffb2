import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { audit, createTestFloor, createTestPlayer } from '../testing/floor/floor.ts'
import { freePort } from '../testing/lib/free-port.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { createScratchDatabase } from '../testing/store/database.ts'
import { openDatabase } from './db.ts'

/* What a server, a database or a role may have as defaults of a session. */

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const onServer = test.skipIf(!serverUrl)

onServer.each([
  ['DateStyle', 'German'],
  ['DateStyle', 'SQL, DMY'],
  ['IntervalStyle', 'iso_8601'],
  ['TimeZone', 'Asia/Kolkata'],
  ['bytea_output', 'escape'],
  ['extra_float_digits', '-15'],
  ['standard_conforming_strings', 'off'],
  ['default_transaction_isolation', 'serializable'],
  ['statement_timeout', '1'],
])('a visit is played and booked right where %s is %s', { timeout: 60_000 }, async (setting, value) => {
  const { name, url, asAdmin, drop } = await createScratchDatabase(serverUrl)
  await asAdmin(`alter database ${name} set ${setting} = '${value}'`)
  const { db, close } = await openDatabase({ databaseUrl: url })
  const player = await createTestPlayer(db, 5000)
  const t = await createTestFloor(db)
  expect(await t.floor.sit(player, '1')).toMatchObject({ ok: true })
  expect(await t.floor.load(player, '1', { requestId: 'load', amount: 1000 })).toMatchObject({ ok: true })
  t.call('win')
  expect(await t.floor.spin(player, '1', { requestId: 'spin', stake: 100 })).toMatchObject({ ok: true })
  await t.pass(2500)
  expect(await t.floor.cashOut(player, '1', 'out')).toMatchObject({ ok: true, amount: 1400 })
  await t.floor.stop()
  expect(t.problems).toEqual([])
  expect(await audit(db)).toEqual([])
  await close()
  await drop()
})

onServer('a session has its own time-outs', async () => {
  const own = {
    statement_timeout: '0',
    lock_timeout: '3s',
    idle_in_transaction_session_timeout: '2s',
    idle_session_timeout: '0',
  }
  const { name, url, asAdmin, drop } = await createScratchDatabase(serverUrl)
  for (const setting of Object.keys(own)) await asAdmin(`alter database ${name} set ${setting} = '1h'`)
  const { db, close } = await openDatabase({ databaseUrl: url })
  for (const [setting, value] of Object.entries(own)) {
    const { rows } = await sql`select current_setting(${setting}) as value`.execute(db)
    expect(rows, setting).toEqual([{ value }])
  }
  await close()
  await drop()
})

onServer.for([
  ['synchronous_commit', 'off', 'synchronous_commit is off: a crash of the server would lose money'],
  ['default_transaction_read_only', 'on', 'it is read-only'],
  // Since PostgreSQL 17.
  ['transaction_timeout', '5s', 'transaction_timeout is 5s: it would end long transactions'],
  ['search_path', 'elsewhere', 'its tables are in the schema public, and search_path is elsewhere'],
] as const)(
  'a database whose %s is %s is refused',
  { timeout: 60_000 },
  async ([setting, value, reason], { skip }) => {
    const { name, url, asAdmin, drop } = await createScratchDatabase(serverUrl)
    const { db, close } = await openDatabase({ databaseUrl: url })
    const { rows } = await sql`select from pg_settings where name = ${setting}`.execute(db)
    await close()
    if (rows.length === 0) {
      await drop()
      return skip(`this server has no ${setting}`)
    }
    await asAdmin(`alter database ${name} set ${setting} = '${value}'`)
    await expect(openDatabase({ databaseUrl: url })).rejects.toThrow(
      new RegExp(`^the database at .* can not be used: ${reason}`),
    )
    await drop()
  },
)

onServer('a read-only database, as a standby is, serves a command that only reads', async () => {
  const { name, url, asAdmin, drop } = await createScratchDatabase(serverUrl)
  await openDatabase({ databaseUrl: url }).then(({ close }) => close())
  await asAdmin(`alter database ${name} set default_transaction_read_only = on`)
  const { db, close } = await openDatabase({ databaseUrl: url, isReadOnly: true })
  expect(await audit(db)).toEqual([])
  await close()
  await drop()
})

onServer('a database of another encoding than UTF-8 is refused', async () => {
  const { name, url, asAdmin, drop } = await createScratchDatabase(serverUrl)
  await asAdmin(`drop database ${name}`)
  await asAdmin(`create database ${name} encoding 'SQL_ASCII' template template0`)
  await expect(openDatabase({ databaseUrl: url })).rejects.toThrow('its encoding is SQL_ASCII, not UTF8')
  await drop()
})

/** A PgBouncer that gives a session to each transaction, and drops the options of its clients. */
async function startPooler(target: URL) {
  const port = await freePort()
  const folder = scratchFolder()
  const users = join(folder, 'users')
  writeFileSync(users, `"${target.username}" "${target.password}"`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
ignore_startup_parameters = extra_float_digits, options, lock_timeout, idle_in_transaction_session_timeout
`,
  )
  // PgBouncer does not run as root. It has read its files when it changes the user.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  for await (const chunk of child.stderr) if (String(chunk).includes('process up')) break
  const url = new URL(target)
  url.port = `${port}`
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

const hasPooler = !spawnSync('pgbouncer', ['--version']).error

test.skipIf(!serverUrl || !hasPooler)('a pooler that drops the options of a session is refused', async () => {
  const { url, drop } = await createScratchDatabase(serverUrl)
  const pooler = await startPooler(new URL(url))
  for (const _ of ['first', 'second'])
    await expect(openDatabase({ databaseUrl: pooler.url })).rejects.toThrow(
      /can not be used: the options of a session do not reach it: .* PgBouncer$/,
    )
  await pooler.stop()
  await drop()
})
