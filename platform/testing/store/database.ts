import { hash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../../store/db.ts'
import { copyDataFolder } from './data-folder.ts'

/** A database that belongs to one test file. */
export interface TestDatabase extends Database {
  /** Closes and reopens the database, as a restarted platform does. */
  reopen(): Promise<Database>
  /** Terminates all connections, with PostgreSQL only. */
  dropConnections: (() => Promise<void>) | undefined
  /** Closes and deletes it. */
  drop(): Promise<void>
}

/** Names the version of PGlite and a hash of all migrations: a change of either needs a new template. */
function templateName(): string {
  const require = createRequire(import.meta.url)
  const { version } = require(join(dirname(require.resolve('@electric-sql/pglite')), '../package.json'))
  const migrations = new URL('../../store/migrations/', import.meta.url)
  const sources = readdirSync(migrations).map((file) => readFileSync(new URL(file, migrations), 'utf8'))
  return `reelcast-test-db-${userInfo().uid}-${version}-${hash('sha256', sources.join()).slice(0, 16)}`
}

/**
 * Creates a data folder with a database that has all tables and no rows. It is a copy of one template per
 * user of a machine, because creating a database takes seconds.
 */
export async function makeDataFolder(): Promise<string> {
  const template = join(tmpdir(), templateName())
  if (!existsSync(template)) {
    const made = mkdtempSync(`${template}-`)
    await (await openDatabase({ dataDir: made })).close()
    try {
      renameSync(made, template)
    } catch {
      rmSync(made, { recursive: true }) // another test file was faster
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'reelcast-test-'))
  copyDataFolder(template, folder)
  return folder
}

async function createPglite(): Promise<TestDatabase> {
  const dataDir = await makeDataFolder()
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
  return { ...database, reopen, dropConnections: undefined, drop }
}

/** Creates an empty database on a PostgreSQL server. */
export async function createScratchDatabase(serverUrl: string) {
  const name = `reelcast_test_${randomUUID().replaceAll('-', '')}`
  const asAdmin = async (statement: string, values: string[] = []) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement, values)
    await client.end()
  }
  await asAdmin(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  return { name, url: url.href, asAdmin, drop: () => asAdmin(`drop database ${name} with (force)`) }
}

async function createOnServer(serverUrl: string): Promise<TestDatabase> {
  const { name, url, asAdmin, drop: dropDatabase } = await createScratchDatabase(serverUrl)
  const dropConnections = async () => {
    const others = 'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1'
    await asAdmin(others, [name])
    // The pool detects each dead connection only when it uses it.
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
  let database = await openDatabase({ databaseUrl: url })
  const reopen = async () => {
    await database.close()
    database = await openDatabase({ databaseUrl: url })
    return database
  }
  const drop = async () => {
    await database.close()
    await dropDatabase()
  }
  return { ...database, reopen, dropConnections, drop }
}

/**
 * An empty database with all tables: embedded, or on the PostgreSQL server of TEST_DATABASE_URL, whose user
 * must be permitted to create databases. Drop it in afterAll.
 */
export function testDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL
  return serverUrl ? createOnServer(serverUrl) : createPglite()
}
