import { existsSync } from 'node:fs'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import { messageOf } from '../lib/message-of.ts'
import type { Connections } from './connections.ts'
import * as m0001 from './migrations/0001-all.ts'
import * as m0002 from './migrations/0002-machine-fault.ts'
import * as m0003 from './migrations/0003-preferences-and-chat.ts'
import * as m0004 from './migrations/0004-spins-of-player.ts'
import * as m0005 from './migrations/0005-since-2-3-4.ts'
import { openPglite, pgliteFolder } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './tables.ts'
import { isPermissionDenied, retryDeadlocks } from './transaction.ts'

export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  readonly kind: Connections['kind']
  /** Waits for running queries, then closes the connections. Idempotent. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** The folder of the embedded database; 'memory': in memory, for tests. */
  dataDir?: string | undefined
  /** A PostgreSQL server; undefined: the embedded database. */
  databaseUrl?: string | undefined
  /**
   * Migrates and creates nothing: a database that does not exist or is of another version is an error.
   * Statements can still write.
   */
  isReadOnly?: boolean | undefined
  /** Called with the name of each step that may take more than a second. */
  onProgress?: ((step: string) => void) | undefined
}

const MIGRATIONS = {
  '0001-all': m0001,
  '0002-machine-fault': m0002,
  '0003-preferences-and-chat': m0003,
  '0004-spins-of-player': m0004,
  '0005-since-2-3-4': m0005,
}

async function migrateToLatest(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    // Kysely sorts the executed migrations by their timestamps, which a wrong clock may have set.
    allowUnorderedMigrations: true,
  })
  // Another process may be migrating, for as long as it takes.
  await sql`set lock_timeout = 0`.execute(db)
  const { error, results = [] } = await migrator.migrateToLatest()
  await sql`reset lock_timeout`.execute(db)
  if (error) throw withName(error, results.find(({ status }) => status === 'Error')?.migrationName)
}

/** Names the migration that failed: they are one transaction, so that the database is as before. */
function withName(error: unknown, name: string | undefined): unknown {
  if (error instanceof Error && name !== undefined)
    error.message = `the migration ${name} failed, and the database is as before: ${error.message}`
  return error
}

async function migrate(db: Db): Promise<void> {
  try {
    // Processes of the earlier version may continue to play meanwhile, and lock the same tables.
    return await retryDeadlocks(() => db.connection().execute(migrateToLatest))
  } catch (error) {
    if (isPermissionDenied(error))
      throw new Error(`${messageOf(error)}: run "npm run migrate" as the user who owns the tables`)
    refuseUnknown(await migrationsOf(db).catch(() => []))
    throw error
  }
}

const migrationsOf = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Throws unless the database has exactly the migrations of this version. */
async function refuseOtherDatabase(db: Db): Promise<void> {
  const { rows } = await sql`select from pg_tables where tablename = 'kysely_migration'`.execute(db)
  if (rows.length === 0) throw new Error('the database has no tables: run "npm run migrate" first')
  const made = await migrationsOf(db)
  refuseUnknown(made)
  if (made.length < Object.keys(MIGRATIONS).length)
    throw new Error('the database is of an earlier version: run "npm run migrate" first')
}

/** Throws if one of these migrations is of a newer version, or of a build between two releases. */
function refuseUnknown(made: readonly string[]): void {
  const unknown = made.filter((name) => !(name in MIGRATIONS))
  if (unknown.length === 0) return
  const numbers = new Set(Object.keys(MIGRATIONS).map((name) => Number.parseInt(name, 10)))
  const unreleased = unknown.find((name) => numbers.has(Number.parseInt(name, 10)))
  if (unreleased !== undefined)
    throw new Error(
      `the database is of an unreleased build, which made the migration ${unreleased}: no release migrates it, and nothing was changed`,
    )
  throw new Error(
    `the database is of a newer version, which made the migration ${unknown.join(', ')}: start that version, or restore a dump of before`,
  )
}

/**
 * Opens the database, embedded or on a server, and migrates its tables.
 *
 * The embedded database has ONE connection: a query on `db` inside a transaction deadlocks; use the
 * transaction.
 *
 * Throws an Error whose message is one printable line: folder not writable or in use, server not reachable,
 * database migrated by a newer version.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir = 'memory', isReadOnly = false, onProgress = () => {} } = options
  if (isReadOnly && !databaseUrl && !existsSync(pgliteFolder(dataDir)))
    throw new Error(`there is no database in ${dataDir}`)
  const { pool, kind, stop } = databaseUrl
    ? await openPostgres(databaseUrl, onProgress, isReadOnly)
    : await openPglite(dataDir, onProgress)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= Promise.resolve(stop?.()).then(() => db.destroy())
    return closing
  }
  try {
    await (isReadOnly ? refuseOtherDatabase(db) : migrate(db))
  } catch (error) {
    await close()
    throw error
  }
  return { db, kind, close }
}
