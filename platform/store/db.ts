import { Kysely, Migrator, PostgresDialect, type PostgresPool } from 'kysely'
import * as m0001 from './migrations/0001-all.ts'
import * as m0002 from './migrations/0002-machine-fault.ts'
import * as m0003 from './migrations/0003-preferences-and-chat.ts'
import * as m0004 from './migrations/0004-spins-of-player.ts'
import * as m0005 from './migrations/0005-brand-key.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  readonly kind: 'embedded' | 'server'
  /** Waits for the queries under way, then closes the connections. Safe to call twice. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** The folder of the embedded database; 'memory' keeps it in memory, for tests. */
  dataDir?: string | undefined
  /** A PostgreSQL server to use in place of the embedded database. */
  databaseUrl?: string | undefined
  /** Told in a few words what a step that may take longer than a second does. */
  onProgress?: ((step: string) => void) | undefined
}

/** What Kysely's dialect needs of a database, whichever it is. */
export interface Connections {
  readonly pool: PostgresPool
  readonly kind: Database['kind']
}

const MIGRATIONS = {
  '0001-all': m0001,
  '0002-machine-fault': m0002,
  '0003-preferences-and-chat': m0003,
  '0004-spins-of-player': m0004,
  '0005-brand-key': m0005,
}

async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/**
 * Opens the database, embedded or on a server, and brings its tables up to date.
 *
 * The embedded database has ONE connection: inside a transaction use only the transaction, never `db`,
 * or the query waits for itself.
 *
 * Throws an Error whose message is one clear line, fit to be printed: folder not writable or in use by another
 * platform, server not reachable.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir = 'memory', onProgress = () => {} } = options
  const { pool, kind } = databaseUrl
    ? await openPostgres(databaseUrl, onProgress)
    : await openPglite(dataDir, onProgress)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= db.destroy()
    return closing
  }
  try {
    await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, kind, close }
}
