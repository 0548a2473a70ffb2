import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { extendChain } from '../ledger/chain.ts'
import { fakeClock } from '../lib/clock.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { createTestFloor, createTestPlayer } from '../testing/floor/floor.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { testDatabase } from '../testing/store/database.ts'
import { auditBooks } from './audit.ts'

/* docs/operator/deploy.md, step 8: a dump while players play, restored into another database. */

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const isPossible = serverUrl !== '' && spawnSync('pg_dump', ['--version']).status === 0

const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: name }).href

/** Runs a program; rejects with its standard error if it fails. */
async function run(program: string, ...args: string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program}: ${errors}`)
}

const movements = async (db: Db) => {
  const { count } = await db
    .selectFrom('movements')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test.skipIf(!isPossible)(
  'a dump that is taken while players play is restored elsewhere, and the audit finds its books correct',
  async () => {
    const database = await testDatabase()
    closers.push(database.drop)
    const { db } = database
    // Of today: the audit expects the chain to hold what is older than a minute.
    const t = await createTestFloor(db, {}, fakeClock(Date.now()))
    closers.push(() => t.floor.stop())
    const player = await createTestPlayer(db, 1_000_000)
    await t.floor.sit(player, '1')
    await t.floor.load(player, '1', { requestId: randomUUID(), amount: 500_000 })
    const spin = async () => {
      expect(await t.floor.spin(player, '1', { requestId: randomUUID(), stake: 100 })).toMatchObject({
        ok: true,
      })
      await t.pass(2500)
      await extendChain(db)
    }
    await spin()
    const before = await movements(db)

    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const source = rows[0]?.name ?? ''
    const folder = scratchFolder()
    const file = join(folder, 'books.dump')
    let isDumping = true
    const dumped = run('pg_dump', '--format=custom', `--file=${file}`, urlOf(source)).finally(() => {
      isDumping = false
    })
    do await spin()
    while (isDumping)
    await dumped
    const after = await movements(db)

    const target = `reelcast_test_${randomUUID().replaceAll('-', '')}`
    await sql.raw(`create database ${target}`).execute(db)
    closers.push(() => sql.raw(`drop database ${target} with (force)`).execute(db))
    await run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${urlOf(target)}`, file)

    const restored = await openDatabase({ databaseUrl: urlOf(target) })
    closers.push(restored.close)
    const kept = await movements(restored.db)
    expect(kept).toBeGreaterThanOrEqual(before)
    expect(kept).toBeLessThanOrEqual(after)
    expect(after).toBeGreaterThan(before)
    expect((await auditBooks(restored.db)).problems).toEqual([])

    const script = fileURLToPath(new URL('../commands/cli.ts', import.meta.url))
    const env = { PATH: process.env.PATH, DATABASE_URL: urlOf(target), DEMO: '0' }
    const audit = spawnSync(process.execPath, ['--import', 'tsx', script, 'books'], { env, encoding: 'utf8' })
    expect(audit.stdout).toMatch(new RegExp(`^The books are right: ${kept} movements`))
    expect(audit.status).toBe(0)
  },
  120_000,
)
