import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from './db.ts'

/** A database that belongs to one test file. */
export interface TestDatabase extends Database {
  /** Closes the connections and opens the same database again, as a started-again platform would. */
  reopen(): Promise<Database>
  /** Cuts all connections to it, in the middle of whatever they do; a server's only. */
  cut: (() => Promise<void>) | undefined
  /** Closes it and takes it away. */
  drop(): Promise<void>
}

/** Making a cluster takes seconds, so it is made once a machine and copied for each test file. */
async function emptyFolder(): Promise<string> {
  const require = createRequire(import.meta.url)
  const { version } = require(join(dirname(require.resolve('@electric-sql/pglite')), '../package.json'))
  const template = join(tmpdir(), `reelcast-test-db-${version}`)
  if (!existsSync(template)) {
    const made = mkdtempSync(`${template}-`)
    const { PGlite } = await import('@electric-sql/pglite')
    await (await PGlite.create({ dataDir: join(made, 'db') })).close()
    try {
      renameSync(made, template)
    } catch {
      rmSync(made, { recursive: true }) // another test file was quicker
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'reelcast-test-'))
  cpSync(template, folder, { recursive: true })
  return folder
}

async function embedded(): Promise<TestDatabase> {
  const dataDir = await emptyFolder()
  let database = await openDatabase({ dataDir })
  const reopen = async () => {
    await database.close()
    database = await openDatabase({ dataDir })
    return database
  }
  const drop = async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
  return { ...database, reopen, cut: undefined, drop }
}

async function onServer(serverUrl: string): Promise<TestDatabase> {
  const name = `reelcast_test_${randomUUID().replaceAll('-', '')}`
  const asAdmin = async (statement: string, values: string[] = []) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement, values)
    await client.end()
  }
  const cut = async () => {
    const others = 'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1'
    await asAdmin(others, [name])
    // The pool finds its dead connections one by one, as it tries to use them.
    for (let alive = 0; alive < 2; alive += 1) {
      await database.db
        .selectFrom('accounts')
        .select('id')
        .limit(1)
        .execute()
        .catch(() => {
          alive = -1
        })
    }
  }
  await asAdmin(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  let database = await openDatabase({ databaseUrl: url.href })
  const reopen = async () => {
    await database.close()
    database = await openDatabase({ databaseUrl: url.href })
    return database
  }
  const drop = async () => {
    await database.close()
    await asAdmin(`drop database ${name} with (force)`)
  }
  return { ...database, reopen, cut, drop }
}

/**
 * An empty database with all tables: embedded, or of its own on the PostgreSQL server that TEST_DATABASE_URL
 * names (its user must be allowed to create databases). Drop it in afterAll.
 */
export function testDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL
  return serverUrl ? onServer(serverUrl) : embedded()
}
